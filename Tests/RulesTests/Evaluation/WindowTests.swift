import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Windows")
struct WindowTests {
    private func scene(_ sentence: String, zone: TimeZone = Make.oslo) -> Scene {
        var scene = Scene(sentence, zone: zone)
        scene.account(Make.account("a1", name: "Brukskonto"))
        return scene
    }

    private func row(
        _ amount: String, _ date: String, _ type: TransactionType = .pointOfSale,
        text: String = "KIWI 505", account: String = "a1", mcc: String? = nil
    ) -> TransactionObservation {
        Make.observation(amount, date, text: text, account: account, type: type, mcc: mcc)
    }

    /// The figure that a window shows after some rows.
    private func figure(
        _ sentence: String, _ rows: [TransactionObservation],
        at instant: String = "2026-03-06T09:00:00Z"
    ) -> Verdict? {
        var scene = scene(sentence)
        scene.account(Make.account("a1", name: "Brukskonto"), at: instant)
        scene.change("a1") { $0.coveredFrom = Make.day("2025-01-01") }
        return scene.poll(rows.map { Scene.appeared($0, at: instant) }, at: instant).first
    }

    @Test(
        "spending is purchases, fees, payments and cash less refunds, never own transfers (RL-13)")
    func spending() {
        var own = row("-1000.00", "2026-03-06", .pointOfSale)
        own.isOwnTransfer = true
        let rows = [
            row("-100.00", "2026-03-02"), row("-20.00", "2026-03-03", .fee),
            row("-300.00", "2026-03-04", .billPayment), row("-400.00", "2026-03-05", .atm),
            row("-5.00", "2026-03-05", .unknown), row("25.00", "2026-03-06", .refund),
            Make.reservation("-1.00", "2026-03-06"), own, row("-999.00", "2026-03-06", .transfer),
            row("-999.00", "2026-03-06", .loan), row("-999.00", "2026-03-06", .adjustment),
            row("5000.00", "2026-03-06", .directDeposit), row("-77.00", "2026-02-28"),
        ]
        let verdict = figure("spending this month is over 800", rows)
        #expect(verdict?.evidence.value == Make.money("801.00"))
        #expect(verdict?.finding == .holds)
        #expect(
            verdict?.subject
                == .window(account: nil, currency: .nok, periodStart: Make.day("2026-03-01")))
    }

    @Test("income is credits that are neither own transfers nor refunds")
    func income() {
        var own = row("10.00", "2026-03-06", .transfer)
        own.isOwnTransfer = true
        let rows = [
            row("100.00", "2026-03-06", .directDeposit), row("3.00", "2026-03-06", .transfer),
            row("50.00", "2026-03-06", .refund), own, row("-9.00", "2026-03-06"),
        ]
        #expect(figure("income today over 1", rows)?.evidence.value == Make.money("103.00"))
    }

    @Test("counts and maxima")
    func countsAndMaxima() {
        let rows = [
            row("-100.00", "2026-03-06"), row("-250.00", "2026-03-06"),
            row("-50.00", "2026-03-05"), row("-900.00", "2026-03-06", .fee),
        ]
        let count = figure("number of purchases today is over 1", rows)
        #expect(count?.evidence.count == 2)
        #expect(count?.finding == .holds)
        #expect(figure("number of purchases today is over 2", rows)?.finding != .holds)
        let largest = figure("largest purchase this month is at least 250", rows)
        #expect(largest?.evidence.value == Make.money("250.00"))
        #expect(largest?.finding == .holds)
    }

    @Test("filters apply, to refunds as well")
    func filters() {
        let rows = [
            row("-100.00", "2026-03-06", text: "REMA 1000", mcc: "5411"),
            row("-10.00", "2026-03-06", text: "KIWI", mcc: "5814"),
            row("30.00", "2026-03-06", .refund, text: "REMA 1000", mcc: "5411"),
        ]
        #expect(
            figure("spending at 'REMA*' today over 1", rows)?.evidence.value
                == Make.money("70.00"))
        #expect(
            figure("spending in category groceries or restaurants today over 1", rows)?
                .evidence.value == Make.money("80.00"))
    }

    @Test(
        "the days of a window (RL-15, D13)",
        arguments: [
            ("today", "2026-03-06", true), ("today", "2026-03-05", false),
            ("this week", "2026-03-02", true), ("this week", "2026-03-01", false),
            ("this month", "2026-03-01", true), ("this month", "2026-02-28", false),
            ("this year", "2026-01-01", true), ("this year", "2025-12-31", false),
            ("in the last 7 days", "2026-02-28", true), ("in the last 7 days", "2026-02-27", false),
            ("in the last 1 week", "2026-02-28", true), ("in the last 1 week", "2026-02-27", false),
            ("in the last 1 day", "2026-03-06", true), ("in the last 1 day", "2026-03-05", false),
            ("in the last 2 months", "2026-01-07", true),
            ("in the last 2 months", "2026-01-06", false),
            ("in the last 1 year", "2025-03-07", true), ("in the last 1 year", "2025-03-06", false),
        ])
    func days(_ window: String, _ date: String, _ isInside: Bool) {
        let verdict = figure("spending \(window) over 1", [row("-10.00", date)])
        #expect(verdict?.evidence.value == Make.money(isInside ? "10.00" : "0.00"))
    }

    @Test(
        "midnight is that of the configured zone",
        arguments: [
            // The night of the spring change and of the autumn change, and one hour around each.
            ("Europe/Oslo", "2026-03-28T22:59:59Z", "2026-03-28"),
            ("Europe/Oslo", "2026-03-28T23:00:00Z", "2026-03-29"),
            ("Europe/Oslo", "2026-03-29T21:59:59Z", "2026-03-29"),
            ("Europe/Oslo", "2026-03-29T22:00:00Z", "2026-03-30"),
            ("Europe/Oslo", "2026-10-24T22:00:00Z", "2026-10-25"),
            ("Europe/Oslo", "2026-10-25T22:59:59Z", "2026-10-25"),
            ("Europe/Oslo", "2026-10-25T23:00:00Z", "2026-10-26"),
            ("America/New_York", "2026-03-06T04:59:59Z", "2026-03-05"),
            ("America/New_York", "2026-03-06T05:00:00Z", "2026-03-06"),
            ("Asia/Tokyo", "2026-12-31T15:00:00Z", "2027-01-01"),
        ])
    func zones(_ zone: String, _ instant: String, _ day: String) throws {
        var scene = Scene(
            "spending today over 1", zone: try #require(TimeZone(identifier: zone)))
        scene.account(Make.account("a1"), at: instant)
        let verdict = scene.new(row("-10.00", day), at: instant).first
        #expect(verdict?.finding == .holds)
        #expect(
            verdict?.subject
                == .window(account: nil, currency: .nok, periodStart: Make.day(day)))
    }

    @Test("the period rolls over and the sum starts again")
    func rollOver() {
        var scene = scene("spending this month is over 50")
        scene.account(Make.account("a1"), at: "2026-03-31T20:00:00Z")
        #expect(
            scene.new(row("-100.00", "2026-03-31"), at: "2026-03-31T20:00:00Z").map(\.finding)
                == [.holds])
        scene.account(Make.account("a1"), at: "2026-03-31T22:00:00Z")
        let next = scene.poll(at: "2026-03-31T22:00:00Z")
        #expect(next.map(\.finding) == [.clear(isRecovered: true)])
        #expect(
            next.first?.subject
                == .window(account: nil, currency: .nok, periodStart: Make.day("2026-04-01")))
    }

    @Test("changes are followed: amended, booked, dropped")
    func changes() {
        var scene = scene("spending today over 1")
        let pending = Make.reservation("-100.00", "2026-03-06", account: "a1")
        let booked = Make.observation("-120.00", "2026-03-06", type: .pointOfSale)
        #expect(scene.new(pending).first?.evidence.value == Make.money("100.00"))
        let change = Scene.booked(pending, as: booked)
        #expect(scene.poll([change]).first?.evidence.value == Make.money("120.00"))
        let gone = TransactionChange(before: change.after, after: nil, cause: .removed)
        #expect(scene.poll([gone]).first?.evidence.value == Make.money("0.00"))
        #expect(scene.poll().first?.finding == .clear(isRecovered: true))
    }

    @Test("the largest follows when the largest goes")
    func largestGoes() {
        var scene = scene("largest purchase today over 1")
        let large = Scene.appeared(row("-500.00", "2026-03-06"))
        let small = Scene.appeared(row("-20.00", "2026-03-06"))
        #expect(scene.poll([large, small]).first?.evidence.value == Make.money("500.00"))
        let gone = TransactionChange(before: large.after, after: nil, cause: .removed)
        #expect(scene.poll([gone]).first?.evidence.value == Make.money("20.00"))
    }

    @Test("baseline and stored rows count and tell nothing")
    func baseline() {
        var scene = scene("spending this month over 1")
        #expect(scene.historyNeeded(at: "2026-03-06T09:00:00Z") == Make.day("2026-01-29"))
        scene.seed([Make.transaction(row("-10.00", "2026-03-01"))])
        let change = Scene.appeared(row("-5.00", "2026-03-06"), isBaseline: true)
        #expect(scene.poll([change]).first?.evidence.value == Make.money("15.00"))
        #expect(Scene("balance under 1").historyNeeded(at: "2026-03-06T09:00:00Z") == nil)
    }

    @Test("sums are by currency, or by account with on each account (D12)")
    func identity() {
        let rows = [row("-10.00", "2026-03-06"), row("-20.00", "2026-03-06", account: "a2")]
        var sum = scene("spending today over 1")
        sum.account(Make.account("a2", name: "Sparekonto"))
        let whole = sum.poll(rows.map { Scene.appeared($0) })
        #expect(whole.map(\.evidence.value) == [Make.money("30.00")])
        var each = scene("spending on each account today over 1")
        each.account(Make.account("a2", name: "Sparekonto"))
        let parts = each.poll(rows.map { Scene.appeared($0) })
        #expect(parts.map(\.evidence.value) == [Make.money("10.00"), Make.money("20.00")])
        #expect(parts.map(\.evidence.accountID) == [Make.accountID("a1"), Make.accountID("a2")])
        var named = scene("spending on Sparekonto today over 1")
        named.account(Make.account("a2", name: "Sparekonto"))
        #expect(
            named.poll(rows.map { Scene.appeared($0) }).map(\.evidence.value)
                == [Make.money("20.00")])
    }

    @Test("rolling windows have no period and count hours from the first sight (D13, D14)")
    func rolling() {
        var scene = scene("spending in the last 24 hours over 1")
        let seen = scene.new(row("-10.00", "2026-03-05"), at: "2026-03-06T09:00:00Z")
        #expect(seen.first?.subject == .window(account: nil, currency: .nok, periodStart: nil))
        #expect(seen.first?.finding == .holds)
        for (instant, isInside) in [
            ("2026-03-07T09:00:00Z", true), ("2026-03-07T09:00:01Z", false),
        ] {
            scene.account(Make.account("a1"), at: instant)
            #expect((scene.poll(at: instant).first?.finding == .holds) == isInside)
        }
    }

    @Test("rows of the first poll count by their own day in a window of hours")
    func rollingBaseline() {
        var scene = Scene("spending in the last 24 hours over 1")
        scene.account(Make.account("a1"), firstSeen: "2026-03-06T09:00:00Z")
        scene.change("a1") { $0.coveredFrom = Make.day("2026-03-01") }
        let old = Scene.appeared(row("-10.00", "2026-03-01"), isBaseline: true)
        let recent = Scene.appeared(row("-7.00", "2026-03-06"), isBaseline: true)
        #expect(scene.poll([old, recent]).first?.evidence.value == Make.money("7.00"))
    }

    @Test("without complete and recent transactions nothing is known")
    func freshness() {
        var scene = scene("spending today over 1")
        scene.change("a1") { $0.completeAt = nil }
        #expect(scene.poll().map(\.finding) == [.unknown(.learning)])
        scene.change("a1") { $0.completeAt = Make.instant("2026-03-06T02:59:59Z") }
        #expect(scene.poll().map(\.finding) == [.unknown(.stale)])
        scene.change("a1") { $0.completeAt = Make.instant("2026-03-06T03:00:00Z") }
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
        scene.source(SourceFacts(id: "sbanken", failingSince: Make.instant("2026-03-06T08:00:00Z")))
        #expect(scene.poll().map(\.finding) == [.unknown(.sourceFailing)])
    }

    @Test(
        "a history that began inside the window is learning, whatever the known part says (D10)",
        arguments: ["income this month is under 100", "spending this month is over 100"])
    func learning(_ sentence: String) {
        var scene = Scene(sentence)
        scene.account(Make.account("a1"), firstSeen: "2026-03-05T09:00:00Z")
        let rows = [
            Scene.appeared(row("-1.00", "2026-02-20"), isBaseline: true),
            Scene.appeared(row("-101.00", "2026-03-06")),
        ]
        #expect(scene.poll(rows).map(\.finding) == [.unknown(.learning)])
        scene.change("a1") { $0.coveredFrom = Make.day("2026-03-02") }
        #expect(scene.poll().map(\.finding) == [.unknown(.learning)])
        scene.change("a1") { $0.coveredFrom = Make.day("2026-03-01") }
        #expect(scene.poll().map(\.finding) == [.holds])
    }

    @Test("windows and figures can be compared and joined")
    func joined() {
        var scene = scene("spending today over balance of Brukskonto")
        #expect(scene.new(row("-1000.01", "2026-03-06")).map(\.finding) == [.holds])
        var joined = self.scene("spending today over 5 and balance of Brukskonto under 2000")
        let verdicts = joined.new(row("-6.00", "2026-03-06"))
        #expect(verdicts.map(\.finding) == [.holds])
        #expect(verdicts.map(\.subject) == [.rule])
    }

    @Test("memory stays flat: days before the window are forgotten")
    func flat() {
        var scene = Scene("spending in the last 7 days over 1", "largest purchase today over 1")
        var day = Make.day("2026-01-01")
        for _ in 0..<400 {
            let instant = "\(day)T09:00:00Z"
            scene.account(Make.account("a1"), at: instant)
            _ = scene.new(row("-10.00", day.description), at: instant)
            day = day.adding(days: 1)
        }
        let size = String(reflecting: scene).count
        for _ in 0..<400 {
            let instant = "\(day)T09:00:00Z"
            scene.account(Make.account("a1"), at: instant)
            _ = scene.new(row("-10.00", day.description), at: instant)
            day = day.adding(days: 1)
        }
        #expect(String(reflecting: scene).count <= size + 100)
    }
}
