import Alerts
import Finance
import Foundation
import Rules
import TestSupport

@testable import Watch

/// A random timeline of up to three accounts under one rule, from a seed.
struct ModelTimeline: Sendable, CustomStringConvertible {
    let rule: ModelRule
    let accounts: Int
    var polls: [ModelPoll]

    /// Midnight in Oslo of Monday, 2 March 2026; no change of the clock is near.
    private static let start = Make.instant("2026-03-01T23:00:00Z")

    init(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        accounts = Int.random(in: 1...3, using: &chance)
        rule = Self.rule(&chance)
        polls = Self.polls(accounts, &chance)
    }

    private static func rule(_ chance: inout SeededGenerator) -> ModelRule {
        let body: ModelRule.Body
        switch Int.random(in: 0...2, using: &chance) {
        case 0:
            body = .level(
                limit: 100, until: Bool.random(using: &chance) ? 150 : nil,
                hold: [nil, nil, 10, 30, 90].randomElement(using: &chance) ?? nil)
        case 1: body = .spending(limit: 500)
        default: body = .debit(limit: 100)
        }
        let hours: [(Int, Int)?] = [nil, (420, 1_320), (1_320, 420), (720, 780)]
        return ModelRule(
            body: body, hours: hours.randomElement(using: &chance) ?? nil,
            limit: [nil, nil, 1, 2].randomElement(using: &chance) ?? nil,
            resolve: Int.random(in: 0...3, using: &chance) > 0)
    }

    /// Polls at odd minutes, so that none falls together with what is due on a full hour.
    private static func polls(_ accounts: Int, _ chance: inout SeededGenerator) -> [ModelPoll] {
        let calm = Array(repeating: 500, count: accounts)
        var polls = [ModelPoll(minute: 541, balances: calm, rows: [])]
        var minute = 541
        for _ in 0..<Int.random(in: 5...30, using: &chance) {
            minute += ([2, 4, 6, 10, 16, 60, 300].randomElement(using: &chance) ?? 2)
            let rows = (0..<max(0, Int.random(in: -4...7, using: &chance))).map { _ in
                let purchase = Int.random(in: 0...4, using: &chance) > 0
                return ModelPoll.Row(
                    account: Int.random(in: 0..<accounts, using: &chance),
                    kroner: (purchase ? -1 : 1) * Int.random(in: 50...300, using: &chance))
            }
            let isFailed = Int.random(in: 0...6, using: &chance) == 0
            let balances = (0..<accounts).map { _ in
                [90, 99, 100, 120, 150, 151, 500].randomElement(using: &chance) ?? 500
            }
            polls.append(
                ModelPoll(
                    minute: minute, balances: isFailed ? nil : balances,
                    rows: isFailed ? [] : rows))
        }
        // Two quiet days at the end let out what is still held.
        for day in 1...2 {
            polls.append(
                ModelPoll(
                    minute: (minute / 1_440 + day) * 1_440 + 751, balances: polls.last?.balances,
                    rows: []))
        }
        return polls
    }

    /// What the model tells.
    var expected: [String] {
        var model = ReferenceModel(rule)
        model.play(polls)
        return model.told.sorted()
    }

    /// What the program tells, through the replayer.
    func found() throws -> [String] {
        var replayer = Replayer(rules: try ruleSet(), builder: Self.builder)
        return snapshots.flatMap { replayer.play($0) }.map(Self.line).sorted()
    }

    /// What the program tells with a restart before some of the polls.
    func foundRestarted(_ chance: inout SeededGenerator) async throws -> [String] {
        var rehearsal = Rehearsal(rules: try ruleSet(), builder: Self.builder)
        var told: [Notice] = []
        for snapshot in snapshots {
            if Bool.random(using: &chance) { rehearsal.restart() }
            told += try await rehearsal.play(snapshot)
        }
        return told.map(Self.line).sorted()
    }

    private static let builder = PipelineBuilder(
        zone: Make.oslo, pollInterval: .seconds(300), policy: AlertPolicy(zone: Make.oslo))

    private func ruleSet() throws -> RuleSet {
        RuleSet(
            rules: [Make.rule(rule.sentence, id: "rule", resolve: rule.resolve)], fileHash: "")
    }

    private static func line(_ notice: Notice) -> String {
        let minute = Int(notice.timestamp.timeIntervalSince(start) / 60)
        return "\(minute) \(notice.type.rawValue) \(notice.data.count ?? 1)"
    }

    private var snapshots: [Snapshot] {
        var rows: [TransactionObservation] = []
        return polls.map { poll in
            let instant = Self.start.addingTimeInterval(Double(poll.minute) * 60)
            let today = CalendarDay(of: instant, in: Make.oslo).description
            for row in poll.rows {
                rows.append(
                    Make.observation(
                        "\(row.kroner)", today, text: "SHOP \(rows.count)",
                        account: "a\(row.account)",
                        type: row.kroner < 0 ? .pointOfSale : .refund, id: "r\(rows.count)"))
            }
            guard let balances = poll.balances else {
                return Make.failure(instant.formatted(.iso8601))
            }
            let accounts = balances.indices.map { index in
                Make.account(
                    "a\(index)", name: "Konto \(index)", booked: "\(balances[index])",
                    from: "2026-03-01", number: nil)
            }
            return Make.snapshot(instant.formatted(.iso8601), accounts, rows)
        }
    }

    /// The timeline without one of its polls, for each that can be spared.
    var smaller: [ModelTimeline] {
        polls.indices.dropFirst().map { index in
            var timeline = self
            timeline.polls.remove(at: index)
            return timeline
        }
    }

    var description: String {
        let lines = polls.map { poll in
            let figures = poll.balances.map { "\($0)" } ?? "failed"
            return "  \(poll.minute) \(figures) \(poll.rows.map { "\($0.account):\($0.kroner)" })"
        }
        return ([rule.sentence + (rule.resolve ? "" : " (resolve false)")] + lines)
            .joined(separator: "\n")
    }
}
