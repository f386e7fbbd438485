import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@Suite("Timeline (D5, D53)")
struct AlertTimelineTests {
    private let rule = Samples.rule(
        "low", "new debit over 500", kind: .event, clauses: .daytime())

    private func timeline(_ rules: Rule...) -> AlertTimeline {
        AlertTimeline(
            engine: AlertEngine(
                rules: RuleSet(rules: rules, fileHash: ""), policy: Samples.policy))
    }

    @Test("plays what falls due between two lines at its own time, in order (D5)")
    func plays() throws {
        var timeline = timeline(
            rule, Samples.rule("bal", clauses: .remind(3, .hour)))
        let start = try #require(Samples.instant("02:00"))
        let end = try #require(Samples.instant("09:30"))
        _ = timeline.decide(
            [Samples.event("A"), Samples.holds(1, "bal")], facts: Samples.facts, at: start)
        let played = timeline.advance(from: start, to: end, facts: Samples.facts)
            .flatMap(\.notifications)
        #expect(played.types == [.reminder, .fired, .reminder])
        let times = played.map { InstantText.text($0.timestamp) }
        #expect(times == ["05", "06", "08"].map { "2026-03-06T\($0):00:00Z" })
        let last = played.last?.timestamp
        #expect(timeline.advance(from: last, to: end, facts: Samples.facts).isEmpty)
    }

    @Test("leaves an instant that falls on the line itself to the line")
    func onTheLine() throws {
        var timeline = timeline(Samples.rule(clauses: .daytime()))
        let (start, end) = try (
            #require(Samples.instant("02:00")), #require(Samples.instant("06:00"))
        )
        _ = timeline.decide([Samples.holds()], facts: Samples.facts, at: start)
        #expect(timeline.advance(from: start, to: end, facts: Samples.facts).isEmpty)
        let notified = timeline.decide([Samples.clear()], facts: Samples.facts, at: end)
            .notifications
        #expect(notified.types == [.digest])
    }

    @Test("shows what is still held at the end, with its due time (D53)")
    func pending() throws {
        var timeline = timeline(rule)
        let start = try #require(Samples.instant("02:00"))
        _ = timeline.decide([Samples.event("A")], facts: Samples.facts, at: start)
        var pending = timeline.pending
        #expect(pending.types == [.fired])
        #expect(pending.first?.timestamp == Samples.instant("06:00"))
        #expect(pending.first?.data.since == start)
        #expect(pending.first?.data.pending == true)
        _ = timeline.decide([Samples.event("B")], facts: Samples.facts, at: start)
        pending = timeline.pending
        #expect(pending.types == [.digest])
        #expect(pending.first?.data.count == 2)
    }

    @Test("decides what the engine decides on a stored ledger")
    func sameAsEngine() throws {
        var timeline = timeline(rule, Samples.health(clauses: .hold(10, .minute)))
        var scene = Scene(rule, Samples.health(clauses: .hold(10, .minute)))
        let lines: [(String, [Verdict])] = [
            ("02:00", [Samples.selfAlert(), Samples.event("A")]), ("02:10", []),
            ("03:00", [Samples.event("B"), Samples.selfAlert(.clear(isRecovered: true))]),
            ("06:00", []), ("07:00", [Samples.event("C")]),
        ]
        for (time, verdicts) in lines {
            let now = try #require(Samples.instant(time))
            let decision = timeline.decide(verdicts, facts: Samples.facts, at: now)
            #expect(try scene.at(time, verdicts) == decision.notifications)
            #expect(timeline.ledger == scene.ledger)
        }
    }

    @Test("forgets events at once where nothing is ever corrected")
    func forgetsEvents() throws {
        let policy = AlertPolicy(zone: Samples.oslo, remembersEvents: false)
        var timeline = AlertTimeline(
            engine: AlertEngine(
                rules: RuleSet(rules: [rule], fileHash: ""), policy: policy))
        let now = try #require(Samples.instant("09:00"))
        let notified = timeline.decide([Samples.event("A")], facts: Samples.facts, at: now)
        #expect(notified.notifications.types == [.fired])
        #expect(timeline.ledger.alerts.isEmpty)
    }
}
