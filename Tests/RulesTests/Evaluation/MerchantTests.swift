import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("New merchants and previous amounts (RL-19, D44)")
struct MerchantTests {
    /// A scene whose accounts were first read long enough ago.
    private func scene(
        _ sentence: String, since: String = "2026-01-01T09:00:00Z",
        known: [TransactionObservation] = []
    ) -> Scene {
        var scene = Scene(sentence)
        scene.account(Make.account("a1", name: "Brukskonto"), firstSeen: since)
        scene.account(Make.account("a2", name: "Sparekonto"), firstSeen: since)
        scene.seed(
            history: known.map {
                StoredTransaction(Make.transaction($0, firstSeen: since), isBaseline: true)
            })
        return scene
    }

    private func row(
        _ text: String, _ amount: String = "-250.00", _ day: String = "2026-03-06",
        merchant: String? = nil, account: String = "a1"
    ) -> TransactionObservation {
        Make.observation(
            amount, day, text: text, account: account, type: .pointOfSale, merchant: merchant)
    }

    private func fires(_ scene: inout Scene, _ rows: TransactionObservation...) -> Int {
        scene.poll(rows.map { Scene.appeared($0) }).count { $0.finding == .occurred }
    }

    @Test("the first row at a merchant fires, the second does not")
    func first() {
        var scene = scene("new debit over 200 at a new merchant")
        #expect(fires(&scene, row("GULLSMED")) == 1)
        #expect(fires(&scene, row("GULLSMED", "-300.00")) == 0)
        #expect(fires(&scene, row("KIOSK", "-100.00")) == 0)
        #expect(fires(&scene, row("KIOSK", "-300.00")) == 0)
    }

    @Test(
        "rows of the first reading are known, whatever their age (D44)",
        arguments: [
            ("KIWI 505 TORSHOV OSLO", nil, false), ("kiwi  505 torshov BERGEN", nil, false),
            ("*0000 06.03 NOK 187.00 KIWI 505 TORSHOV Kurs: 1.0000", nil, false),
            ("06.03 KIWI 505 TORSHOV", nil, false), ("KIWI 606 TORSHOV", nil, true),
            ("VARER", "KIWI 505 TORSHOV", false), ("KIWI 505 TORSHOV", "REMA 1000", true),
            ("VISA", nil, false),
        ])
    func known(_ text: String, _ merchant: String?, _ isNew: Bool) {
        var scene = scene(
            "new debit at a new merchant",
            known: [row("KIWI 505 TORSHOV OSLO", "-90.00", "2019-03-06")])
        #expect(fires(&scene, row(text, merchant: merchant)) == (isNew ? 1 : 0))
    }

    @Test("a merchant that one account knows is known on all")
    func accounts() {
        var scene = scene(
            "new debit at a new merchant", known: [row("KIWI", "-90.00", "2026-02-06")])
        #expect(fires(&scene, row("KIWI", account: "a2")) == 0)
    }

    @Test(
        "learns until the history of the account is 30 days long (RL-19)",
        arguments: [
            ("2026-02-04T09:00:00Z", nil, 1), ("2026-02-05T09:00:00Z", nil, 0),
            ("2026-03-05T09:00:00Z", nil, 0), ("2026-03-05T09:00:00Z", "2026-02-05", 0),
            ("2026-03-05T09:00:00Z", "2026-02-04", 1),
        ])
    func learning(_ since: String, _ oldest: String?, _ count: Int) {
        var scene = scene(
            "new debit at a new merchant", since: since,
            known: oldest.map { [row("GAMMEL", "-10.00", $0)] } ?? [])
        #expect(fires(&scene, row("GULLSMED")) == count)
    }

    @Test("what was seen while learning is known afterwards")
    func learned() {
        var scene = scene("new debit at a new merchant", since: "2026-02-20T09:00:00Z")
        #expect(fires(&scene, row("GULLSMED")) == 0)
        let later = scene.new(row("GULLSMED", "-5.00"), at: "2026-04-06T09:00:00Z")
        #expect(later.isEmpty)
        #expect(scene.new(row("URMAKER"), at: "2026-04-06T09:00:00Z").count == 1)
    }

    @Test("two rows of one poll at a new merchant are one event, in any order")
    func onePoll() {
        let rows = [row("GULLSMED", "-250.00"), row("GULLSMED", "-100.00")]
        for order in rows.permutations {
            var scene = scene("new debit over 200 at a new merchant")
            let found = scene.poll(order.map { Scene.appeared($0) })
            #expect(found.map(\.evidence.value) == [Make.money("-250.00")])
        }
        var twins = scene("new debit at a new merchant")
        let equal = (0...1).map { Make.transaction(rows[0], ordinal: $0) }
        let changes = equal.map {
            TransactionChange(before: nil, after: $0, cause: .appeared)
        }
        #expect(twins.poll(changes).count == 1)
    }

    @Test("booking at another amount corrects, and fires only across a limit (RL-14)")
    func booking() {
        var scene = scene("new debit over 200 at a new merchant")
        let reserved = Make.reservation("-250.00", "2026-03-06", text: "GULLSMED")
        #expect(fires(&scene, reserved) == 1)
        let corrected = scene.poll([Scene.booked(reserved, as: row("GULLSMED", "-260.00"))])
        #expect(corrected.map(\.finding) == [.corrected(previous: Make.money("-250.00"))])
        let small = Make.reservation("-150.00", "2026-03-06", text: "URMAKER")
        #expect(fires(&scene, small) == 0)
        let crossed = scene.poll([Scene.booked(small, as: row("URMAKER", "-260.00"))])
        #expect(crossed.map(\.finding) == [.occurred])
        let known = Make.reservation("-150.00", "2026-03-06", text: "GULLSMED")
        #expect(fires(&scene, known) == 0)
        #expect(scene.poll([Scene.booked(known, as: row("GULLSMED", "-270.00"))]).isEmpty)
    }

    @Test("a reservation that hides the merchant is judged when its booking names it")
    func hidden() {
        var scene = scene("new debit over 200 at a new merchant")
        let reserved = Make.reservation("-250.00", "2026-03-06", text: "VAREKJØP")
        #expect(fires(&scene, reserved) == 0)
        let booked = scene.poll([Scene.booked(reserved, as: row("GULLSMED", "-250.00"))])
        #expect(booked.map(\.finding) == [.occurred])
    }

    @Test("a dropped reservation leaves its merchant known")
    func dropped() {
        var scene = scene("new debit at a new merchant")
        let reserved = Make.reservation("-250.00", "2026-03-06", text: "GULLSMED")
        #expect(fires(&scene, reserved) == 1)
        let gone = TransactionChange(
            before: Make.transaction(reserved), after: nil, cause: .dropped)
        #expect(scene.poll([gone]).isEmpty)
        #expect(fires(&scene, row("GULLSMED")) == 0)
    }

    @Test(
        "above the previous one is strict, in percent and in money",
        arguments: [
            ("over 5% above the previous one", "-105.00", false),
            ("over 5% above the previous one", "-105.01", true),
            ("over 2.5% above the previous one", "-102.50", false),
            ("over 2.5% above the previous one", "-102.51", true),
            ("over 50 NOK above the previous one", "-150.00", false),
            ("over 50 NOK above the previous one", "-150.01", true),
            ("over 50 EUR above the previous one", "-900.00", false),
            ("over 50 above the previous one", "-151.00", true),
            ("over 5% above the previous one", "-90.00", false),
        ])
    func above(_ words: String, _ amount: String, _ isMatch: Bool) {
        var scene = scene(
            "new debit \(words)", known: [row("NETFLIX", "-100.00", "2026-02-06")])
        let found = scene.new(row("NETFLIX", amount))
        #expect(found.map(\.finding) == (isMatch ? [.occurred] : []))
        #expect(found.first?.evidence.previous == (isMatch ? Make.money("-100.00") : nil))
    }

    @Test("the previous one is the newest before it, on that account, at that merchant")
    func series() {
        let sentence = "new purchase over 5% above the previous one"
        var scene = scene(
            sentence,
            known: [
                row("NETFLIX", "-100.00", "2026-01-06"), row("NETFLIX", "-120.00", "2026-02-06"),
                row("NETFLIX", "-50.00", "2026-02-06", account: "a2"),
                row("SPOTIFY", "-10.00", "2026-02-07"),
                Make.observation("-1.00", "2026-02-08", text: "NETFLIX", type: .fee),
                Make.observation("1.00", "2026-02-09", text: "NETFLIX", type: .refund),
            ])
        #expect(fires(&scene, row("NETFLIX", "-121.00")) == 0)
        #expect(fires(&scene, row("NETFLIX", "-60.00", account: "a2")) == 1)
        #expect(fires(&scene, row("HBO", "-60.00")) == 0)
        #expect(fires(&scene, row("HBO", "-70.00", "2026-03-07")) == 1)
        // Dated before the newest, it is compared with what came before it.
        #expect(fires(&scene, row("NETFLIX", "-110.00", "2026-01-20")) == 1)
    }

    @Test("other filters choose the previous one too")
    func sameWords() {
        var scene = scene(
            "new debit over 90 over 5% above the previous one",
            known: [row("REMA", "-100.00", "2026-02-06"), row("REMA", "-20.00", "2026-02-07")])
        #expect(fires(&scene, row("REMA", "-104.00")) == 0)
        #expect(fires(&scene, row("REMA", "-120.00")) == 1)
    }

    @Test("a previous one that was dropped is none, one that was booked otherwise counts as booked")
    func changedPrevious() {
        var scene = scene("new debit over 5% above the previous one")
        let reserved = Make.reservation("-100.00", "2026-03-05", text: "HOTELL")
        #expect(fires(&scene, reserved) == 0)
        let booked = Scene.booked(reserved, as: row("HOTELL", "-200.00", "2026-03-05"))
        #expect(scene.poll([booked]).isEmpty)
        #expect(fires(&scene, row("HOTELL", "-205.00")) == 0)
        var other = self.scene("new debit over 5% above the previous one")
        #expect(fires(&other, reserved) == 0)
        let gone = TransactionChange(
            before: Make.transaction(reserved), after: nil, cause: .dropped)
        #expect(other.poll([gone]).isEmpty)
        #expect(fires(&other, row("HOTELL", "-205.00")) == 0)
    }

    @Test("booking above the previous one fires when the reservation was not (RL-14)")
    func bookedAbove() {
        var scene = scene(
            "new debit over 5% above the previous one",
            known: [row("NETFLIX", "-100.00", "2026-02-06")])
        let low = Make.reservation("-101.00", "2026-03-06", text: "NETFLIX")
        #expect(fires(&scene, low) == 0)
        let crossed = scene.poll([Scene.booked(low, as: row("NETFLIX", "-120.00"))])
        #expect(crossed.map(\.finding) == [.occurred])
        let more = Make.reservation("-130.00", "2026-03-07", text: "NETFLIX")
        #expect(fires(&scene, more) == 1)
        let corrected = scene.poll([
            Scene.booked(more, as: row("NETFLIX", "-140.00", "2026-03-07"))
        ])
        #expect(corrected.map(\.finding) == [.corrected(previous: Make.money("-130.00"))])
    }

    @Test("only rules that compare need the whole history")
    func need() {
        #expect(scene("new debit at a new merchant").needsWholeHistory)
        #expect(scene("new debit over 5% above the previous one").needsWholeHistory)
        #expect(!scene("new debit over 5").needsWholeHistory)
    }
}
