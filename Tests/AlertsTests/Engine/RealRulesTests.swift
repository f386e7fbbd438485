import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@Suite("With real sentences and the real evaluator")
struct RealRulesTests {
    /// Plays booked balances in kroner at instants through evaluator and timeline.
    private func play(
        _ sentence: String, _ balances: [(String, Int64)], pollInterval: Duration = .seconds(300)
    ) throws -> [AlertNotification] {
        let rule = try Rule.builtIn(id: "low", sentence: sentence)
        let rules = RuleSet(rules: [rule], fileHash: "")
        let policy = AlertPolicy(zone: Samples.oslo, pollIntervals: PollIntervals(pollInterval))
        var timeline = AlertTimeline(engine: AlertEngine(rules: rules, policy: policy))
        var evaluator = Evaluator(
            rules: rules, zone: Samples.oslo, pollIntervals: PollIntervals(pollInterval))
        var notifications: [AlertNotification] = []
        var last: Date?
        for (time, kroner) in balances {
            let now = try #require(Samples.instant(time))
            var account = Samples.checking
            account.booked = Samples.kroner(kroner * 100)
            account.freshAt = now
            let source = SourceFacts(
                id: "sbanken", lastSuccess: now, lastComplete: now, lastAttempt: now)
            let facts = Facts(
                accounts: [account.account.id: account], sources: ["sbanken": source])
            let changes = FactChanges(
                observedAt: now, refreshedAccounts: [account.account.id])
            let verdicts = evaluator.apply(changes, facts: facts, at: now)
            notifications += timeline.advance(from: last, to: now, facts: facts)
                .flatMap(\.notifications)
            notifications += timeline.decide(verdicts, facts: facts, at: now).notifications
            last = now
        }
        return notifications
    }

    @Test("recovers only at until")
    func until() throws {
        let notified = try play(
            "balance under 100 NOK, until over 150 NOK",
            [("08:00", 200), ("08:05", 95), ("08:10", 120), ("08:15", 99), ("08:20", 151)])
        #expect(notified.types == [.fired, .resolved])
        #expect(notified.first?.data.limit?.money == Samples.kroner(10_000))
        #expect(
            notified.titles == ["Brukskonto is low: 95,00 kr", "Brukskonto is back at 151,00 kr"])
    }

    @Test("holds, waits for the morning and is told there at its own time")
    func holdAndQuiet() throws {
        let notified = try play(
            "balance under 100 NOK, for 10 minutes, only between 07:00 and 22:00",
            [("01:00", 200), ("01:05", 95), ("01:10", 95), ("01:15", 95), ("07:30", 95)])
        #expect(notified.types == [.fired])
        #expect(notified.first?.timestamp == Samples.instant("06:00"))
        #expect(notified.first?.data.since == Samples.instant("01:05"))
    }

    @Test("is told at most once a day")
    func limit() throws {
        let notified = try play(
            "balance under 100 NOK, at most once a day",
            [
                ("08:00", 200), ("08:05", 95), ("08:10", 200), ("08:15", 95), ("22:55", 90),
                ("23:05", 80),
            ])
        #expect(notified.types == [.fired, .resolved, .fired])
        #expect(notified.last?.timestamp == Samples.instant("23:05"))
        #expect(notified.last?.titleFigure == "80.00")
    }
}

extension AlertNotification {
    /// The compared figure as plain text.
    fileprivate var titleFigure: String? { data.value?.money?.decimalText }
}
