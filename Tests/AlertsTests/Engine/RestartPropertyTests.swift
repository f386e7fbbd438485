import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Random timelines")
struct RestartPropertyTests {
    private static let clauses: [Clauses] = [
        Clauses(), .hold(20, .minute), .daytime(), .atMost(1), .remind(3, .hour),
        .daytime(limit: RateLimit(count: 1, period: .day)), .atMost(2, .week),
    ]

    @Test(
        "a restart at any point changes no notice, and no two notices share an identifier",
        arguments: Trials.some(2, of: UInt64(1)...16))
    func restarts(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let engine = Self.engine(&chance)
        let lines = Self.lines(&chance)
        var steady = AlertLedger()
        var restarted = AlertLedger()
        var notifications: [AlertNotification] = []
        for (now, verdicts) in lines {
            let plain = AlertTimeline(engine: engine, ledger: steady)
                .propose(verdicts, facts: Samples.facts, at: now)
            if Bool.random(using: &chance) { restarted = try Samples.throughJSON(restarted) }
            let again = AlertTimeline(engine: engine, ledger: restarted)
                .propose(verdicts, facts: Samples.facts, at: now)
            #expect(bytes(plain) == bytes(again))
            #expect(plain == again)
            steady.apply(plain.change)
            restarted.apply(again.change)
            notifications += plain.notifications
        }
        let ids = notifications.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { !$0.contains(".") && $0.hasPrefix("ntc_") })
    }

    @Test(
        "every firing that is told is told once more at most as over, and every event once",
        arguments: Trials.some(5, of: UInt64(100)...120))
    func nothingLost(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let engine = Self.engine(&chance)
        var timeline = AlertTimeline(engine: engine)
        var events: Set<UUID> = []
        var notified = 0
        var last: Date?
        for (now, verdicts) in Self.lines(&chance) {
            for verdict in verdicts where verdict.finding == .occurred {
                if case .transaction(let id) = verdict.subject { events.insert(id) }
            }
            let decisions =
                timeline.advance(from: last, to: now, facts: Samples.facts)
                + [timeline.decide(verdicts, facts: Samples.facts, at: now)]
            notified += Self.eventCount(decisions.flatMap(\.notifications))
            last = now
        }
        notified += Self.eventCount(timeline.pending)
        #expect(notified == events.count)
    }

    private static func eventCount(_ notifications: [AlertNotification]) -> Int {
        notifications.filter { $0.data.kind == .event && $0.type != .corrected }
            .map { $0.data.count ?? 1 }.reduce(0, +)
    }

    private func bytes(_ decision: AlertDecision) -> [[UInt8]] {
        decision.notifications.map(NotificationCoding.bytes)
            + decision.outbox.map { NotificationCoding.bytes($0.notification) }
    }

    private static func engine(_ chance: inout SeededGenerator) -> AlertEngine {
        let kinds: [RuleKind] = [.level, .event, .health]
        let rules = kinds.map { kind in
            let name = kind == .level ? "low" : kind == .event ? "new" : "bank"
            return Samples.rule(
                name, kind: kind, clauses: clauses.randomElement(using: &chance) ?? Clauses(),
                notify: Bool.random(using: &chance) ? ["desktop"] : ["desktop", "family"],
                resolve: Bool.random(using: &chance))
        }
        return AlertEngine(
            rules: RuleSet(rules: rules, fileHash: ""), policy: Samples.policy)
    }

    private static func lines(_ chance: inout SeededGenerator) -> [(Date, [Verdict])] {
        var now = InstantText.instant("2026-03-27T20:00:00Z") ?? .distantPast
        return (0..<90).map { step in
            now += Double(Int.random(in: 1...90, using: &chance)) * 60
            return (now, verdicts(step, &chance))
        }
    }

    private static func verdicts(_ step: Int, _ chance: inout SeededGenerator) -> [Verdict] {
        var verdicts: [Verdict] = []
        for account in [Samples.checking, Samples.savings] {
            switch Int.random(in: 0...4, using: &chance) {
            case 0: verdicts.append(Samples.unknown(on: account))
            case 1: verdicts.append(Samples.clear(on: account))
            case 2: verdicts.append(Samples.clear(on: account, isRecovered: false))
            case 3: verdicts.append(Samples.holds(Int64(step), on: account))
            default: break
            }
        }
        for number in 0..<max(0, Int.random(in: -3...8, using: &chance)) {
            verdicts.append(Samples.event("row \(step) \(number)", -60_000, rule: "new"))
        }
        if Bool.random(using: &chance) {
            verdicts.append(
                Samples.selfAlert(Bool.random(using: &chance) ? .holds : .clear(isRecovered: true)))
        }
        return verdicts
    }
}
