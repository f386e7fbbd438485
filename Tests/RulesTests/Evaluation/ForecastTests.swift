import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Forecasts and what is scheduled (RL-18, D31, D42)")
struct ForecastTests {
    private func item(
        _ amount: String, _ due: String, account: String = "a1", currency: String = "NOK"
    ) -> ScheduledItem {
        ScheduledItem(
            bankAccountID: account, id: due + amount, amount: Make.money(amount, currency),
            due: Make.day(due), text: nil, kind: .payment)
    }

    private func scene(_ sentence: String, _ items: [ScheduledItem]?) -> Scene {
        var scene = Scene(sentence)
        scene.account(Make.account(booked: "1000", available: "700"))
        var source = SourceFacts(id: Make.source)
        source.scheduled = items.map {
            ScheduledItems(items: $0, readAt: Make.instant("2026-03-06T09:00:00Z"))
        }
        scene.source(source)
        return scene
    }

    @Test("names the first day on which it is so, and its figure")
    func day() throws {
        var scene = scene(
            "balance projected under 0 in the next 7 days",
            [item("-900", "2026-03-12"), item("-200", "2026-03-10"), item("-5", "2026-03-13")])
        let verdict = try #require(scene.poll().first)
        #expect(verdict.finding == .holds)
        #expect(verdict.subject == .account(Make.accountID()))
        #expect(verdict.evidence.day == Make.day("2026-03-12"))
        #expect(verdict.evidence.value == Make.money("-100"))
        #expect(verdict.evidence.limit == Make.money("0"))
    }

    @Test("where it is not so, the figure that comes closest is told, without a day")
    func closest() throws {
        let items = [item("-900", "2026-03-10"), item("500", "2026-03-11")]
        for (words, value) in [("under 0", "100"), ("over 2000", "1000")] {
            var scene = scene("balance projected \(words) in the next 7 days", items)
            let verdict = try #require(scene.poll().first)
            #expect(verdict.finding == .clear(isRecovered: true))
            #expect(verdict.evidence.value == Make.money(value))
            #expect(verdict.evidence.day == nil)
        }
    }

    @Test("a list that was never read is missing, an old one is stale, an empty one is a list")
    func freshness() {
        for sentence in [
            "balance projected under 2000 in the next 7 days",
            "upcoming payments in the next 7 days at least 0",
        ] {
            var never = scene(sentence, nil)
            #expect(never.poll().map(\.finding) == [.unknown(.missingFigure)])
            var empty = scene(sentence, [])
            #expect(empty.poll().map(\.finding) == [.holds])
            empty.account(Make.account(booked: "1000"), at: "2026-03-06T15:00:01Z")
            #expect(empty.poll(at: "2026-03-06T15:00:01Z").map(\.finding) == [.unknown(.stale)])
        }
    }

    @Test("other currencies and other accounts are never added")
    func others() {
        var scene = scene(
            "balance projected under 1000 in the next 7 days",
            [item("-9", "2026-03-10", currency: "EUR"), item("-9", "2026-03-10", account: "a2")])
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
    }

    @Test("banks are asked for what is scheduled only where a rule needs it (D42)")
    func needs() {
        for (sentence, isNeeded) in [
            ("balance under 100", false), ("balance projected under 0 in the next 7 days", true),
            ("balance under 5 and upcoming payments in the next 3 days over 0", true),
            ("new debit while upcoming payments in the next 3 days over 0", true),
            ("available over upcoming payments in the next 3 days", true),
        ] {
            #expect(Make.rules(sentence).readsScheduledItems == isNeeded, "\(sentence)")
        }
        #expect(Make.rules("bank unreachable or notifications are failing").readsChannels)
    }

    @Test("a sum in one currency is not held against a limit in another (RL-4)")
    func sums() {
        var scene = scene(
            "upcoming payments in the next 7 days over 5 NOK", [item("-9", "2026-03-10")])
        let euro = AccountDetails(
            displayName: "Reise", institutionName: Make.source,
            currency: Currency(code: "EUR") ?? .nok, accountNumber: nil, bankAccountID: "e1")
        scene.account(
            AccountObservation(
                details: euro, kind: .asset, booked: Make.money("1", "EUR"), available: nil))
        let verdicts = scene.poll()
        #expect(
            verdicts.map(\.subject) == [.window(account: nil, currency: .nok, periodStart: nil)])
        #expect(verdicts.map(\.finding) == [.holds])
    }
}
