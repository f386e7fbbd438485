import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Levels")
struct LevelTests {
    private static let bruks = Subject.account(Make.accountID("a1"))
    private static let spare = Subject.account(Make.accountID("a2"))
    private static let card = Subject.account(Make.accountID("c1"))

    private func scene(_ sentence: String, booked: String = "95.00") -> Scene {
        var scene = Scene(sentence)
        scene.account(Make.account("a1", name: "Brukskonto", booked: booked, available: "80.00"))
        scene.account(Make.account("a2", name: "Sparekonto", booked: "5000.00"))
        scene.account(
            Make.card("c1", name: "VISA KREDITTKORT", booked: "-1200.00", available: "28800.00"))
        return scene
    }

    @Test(
        "under and over are strict, at least and at most include the limit (RL-10)",
        arguments: [
            ("under 100", "99.99", true), ("under 100", "100.00", false),
            ("over 100", "100.01", true), ("over 100", "100.00", false),
            ("at least 100", "100.00", true), ("at least 100", "99.99", false),
            ("at most 100", "100.00", true), ("at most 100", "100.01", false),
            ("under 100", "-1.00", true),
        ])
    func strictness(_ words: String, _ booked: String, _ holds: Bool) {
        var scene = scene("balance of Brukskonto \(words)", booked: booked)
        let verdicts = scene.poll()
        #expect(verdicts.map(\.finding) == [holds ? .holds : .clear(isRecovered: true)])
        #expect(verdicts.map(\.subject) == [Self.bruks])
        #expect(verdicts.first?.evidence.value == Make.money(booked))
        #expect(verdicts.first?.evidence.limit == Make.money("100.00"))
        #expect(verdicts.first?.evidence.accountID == Make.accountID("a1"))
    }

    @Test("balance without a scope is each asset account, available each account (RL-12)")
    func implicitScope() {
        var balance = scene("balance under 100 NOK")
        #expect(balance.poll().map(\.subject) == [Self.bruks, Self.spare])
        #expect(balance.poll().map(\.finding) == [.holds, .clear(isRecovered: true)])
        var available = scene("available under 100 NOK")
        #expect(available.poll().map(\.subject) == [Self.bruks, Self.spare, Self.card])
        var any = scene("balance of any account under 100 NOK")
        #expect(any.poll().map(\.finding) == [.holds, .clear(isRecovered: true), .holds])
        var each = scene("balance of each account except 'VISA KREDITTKORT' under 100 NOK")
        #expect(each.poll().map(\.subject) == [Self.bruks, Self.spare])
    }

    @Test("credit used is what is owed; a percentage of the limit is exact (RL-11)")
    func credit() {
        var used = scene("credit used over 1199.99")
        #expect(used.poll().map(\.subject) == [Self.card])
        #expect(used.poll().map(\.finding) == [.holds])
        var below = scene("available under 96% of its credit limit")
        #expect(below.poll().map(\.finding) == [.clear(isRecovered: true)])
        var above = scene("available under 96.01% of its credit limit")
        #expect(above.poll().map(\.finding) == [.holds])
        #expect(above.poll().first?.evidence.limit == Make.money("28803.00"))
    }

    @Test("an overpaid card owes nothing (D50)")
    func overpaid() {
        var scene = Scene("credit used over 0")
        scene.account(Make.card("c1", booked: "50.00"))
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test("a named account without the figure is missing it")
    func missingFigure() {
        var scene = scene("available on Brukskonto under 10% of its credit limit")
        #expect(scene.poll().map(\.finding) == [.unknown(.missingFigure)])
    }

    @Test("a total is one alert on the sum of the meant accounts (RL-12, D66)")
    func totals() {
        var all = scene("total balance of all accounts under 3895.01")
        #expect(all.poll().map(\.subject) == [.rule])
        #expect(all.poll().map(\.finding) == [.holds])
        var assets = scene("total balance under 5095.01")
        #expect(assets.poll().first?.evidence.value == Make.money("5095.00"))
        var except = scene("total available of all accounts except Sparekonto at least 28880")
        #expect(except.poll().map(\.finding) == [.holds])
        var owed = scene("total credit used over 1200")
        #expect(owed.poll().map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test(
        "until says when it is over; in between it goes on",
        arguments: [
            ("95.00", Verdict.Finding.holds), ("120.00", .clear(isRecovered: false)),
            ("150.00", .clear(isRecovered: false)), ("150.01", .clear(isRecovered: true)),
        ])
    func recovery(_ booked: String, _ finding: Verdict.Finding) {
        var scene = scene("balance of Brukskonto under 100, until over 150", booked: booked)
        #expect(scene.poll().map(\.finding) == [finding])
    }

    @Test("and, or and several accounts speak of the rule as a whole")
    func joined() {
        var both = scene("balance of Brukskonto under 100 and balance of Sparekonto under 5000")
        #expect(both.poll().map(\.subject) == [.rule])
        #expect(both.poll().map(\.finding) == [.clear(isRecovered: true)])
        var either = scene("balance of Brukskonto under 100 or balance of Sparekonto under 5000")
        #expect(either.poll().map(\.finding) == [.holds])
        var same = scene("balance of Brukskonto under 100 and available of Brukskonto under 81")
        #expect(same.poll().map(\.subject) == [Self.bruks])
        #expect(same.poll().map(\.finding) == [.holds])
        var each = scene("balance under 6000 and available under 100")
        #expect(each.poll().map(\.subject) == [Self.bruks, Self.spare])
        #expect(each.poll().map(\.finding) == [.holds, .clear(isRecovered: true)])
    }

    @Test("one part that is known to be false decides beside one that is not known")
    func threeValues() {
        var scene = scene("balance of Brukskonto under 1 and balance of Sparekonto under 9000")
        scene.change("a2") { $0.freshAt = Make.instant("2026-03-05T09:00:00Z") }
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
        scene.change("a1") { $0.booked = Make.money("0.50") }
        #expect(scene.poll().map(\.finding) == [.unknown(.stale)])
    }

    @Test("a limit in a currency speaks only of accounts in it (RL-4)")
    func currencies() {
        var scene = scene("balance under 100 EUR")
        #expect(scene.poll().isEmpty)
        var details = Make.details("e1", name: "Euro", currency: Currency(code: "EUR") ?? .nok)
        details.accountDescription = nil
        scene.account(
            AccountObservation(
                details: details, kind: .asset, booked: Make.money("50.00", "EUR"),
                available: nil))
        #expect(scene.poll().map(\.subject) == [.account(Make.accountID("e1"))])
        #expect(scene.poll().first?.evidence.limit == Make.money("100.00", "EUR"))
    }

    @Test("a total over two currencies needs one in the sentence (D16)")
    func mixedTotal() {
        let euro = AccountObservation(
            details: Make.details("e1", name: "Euro", currency: Currency(code: "EUR") ?? .nok),
            kind: .asset, booked: Make.money("50.00", "EUR"), available: nil)
        var without = scene("total balance of all accounts under 100")
        without.account(euro)
        #expect(without.poll().map(\.finding) == [.unknown(.missingFigure)])
        var with = scene("total balance of all accounts over 3894 NOK")
        with.account(euro)
        #expect(with.poll().map(\.finding) == [.holds])
    }

    @Test(
        "figures older than three polls or six hours are not known (RL-30)",
        arguments: [
            (300, "2026-03-06T15:00:00Z", false), (300, "2026-03-06T15:00:01Z", true),
            (10_800, "2026-03-06T18:00:00Z", false), (10_800, "2026-03-06T18:00:01Z", true),
        ])
    func freshness(_ poll: Int, _ now: String, _ isStale: Bool) {
        // A bank's own interval counts, however often the others are asked.
        for intervals in [
            PollIntervals(.seconds(poll)),
            PollIntervals(.seconds(60), bySource: ["sbanken": .seconds(poll)]),
        ] {
            var scene = Scene("balance under 100", poll: intervals)
            scene.account(Make.account(booked: "95.00"), at: "2026-03-06T09:00:00Z")
            #expect(scene.poll(at: now).map(\.finding) == [isStale ? .unknown(.stale) : .holds])
        }
    }

    @Test("while the bank fails, rules on its accounts wait (RL-32)")
    func failing() {
        var scene = scene("balance under 100")
        scene.source(SourceFacts(id: "sbanken", failingSince: Make.instant("2026-03-06T09:00:00Z")))
        #expect(Set(scene.poll().map(\.finding)) == [.unknown(.sourceFailing)])
        scene.source(SourceFacts(id: "sbanken"))
        scene.source(SourceFacts(id: "other", failingSince: Make.instant("2026-03-06T09:00:00Z")))
        #expect(scene.poll().map(\.finding) == [.holds, .clear(isRecovered: true)])
    }

    @Test("names are found without case, by alias and by number, and survive a rename (D20)")
    func names() {
        for name in ["'BRUKSKONTO'", "'bruks'", "'99990000001'", "'9999 00 00001'"] {
            var scene = Scene(
                "balance of \(name) under 100",
                naming: AccountNaming(aliases: [Make.source: ["Brukskonto": ["Bruks"]]]))
            scene.account(Make.account("a1", name: "Brukskonto", booked: "95.00"))
            scene.account(Make.account("a2", name: "Bruk", booked: "1.00", number: nil))
            #expect(scene.poll().map(\.subject) == [Self.bruks])
        }
        var scene = scene("balance of Brukskonto under 100")
        #expect(scene.poll().count == 1)
        scene.account(Make.account("a1", name: "Hverdag", booked: "95.00"))
        #expect(scene.poll().map(\.subject) == [Self.bruks])
    }

    @Test("a name that no account has gives no verdict")
    func unknownName() {
        var scene = scene("balance of Felles under 100")
        #expect(scene.poll().isEmpty)
    }
}
