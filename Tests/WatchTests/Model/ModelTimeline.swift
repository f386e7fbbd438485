import Alerts
import Finance
import Foundation
import Rules
import TestSupport

@testable import Watch

/// A random timeline of up to three accounts at up to two banks under one rule, from a seed.
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
        let isEvent = if case .debit = body { true } else { false }
        return ModelRule(
            body: body, hours: hours.randomElement(using: &chance) ?? nil,
            limit: [nil, nil, 1, 2].randomElement(using: &chance) ?? nil,
            resolve: Int.random(in: 0...3, using: &chance) > 0,
            remind: isEvent ? nil : [nil, nil, 32, 180].randomElement(using: &chance) ?? nil)
    }

    /// Polls at odd minutes, so that none falls together with what is due on a full hour.
    private static func polls(_ accounts: Int, _ chance: inout SeededGenerator) -> [ModelPoll] {
        var polls = [calm(541, bank: 0, accounts)]
        var minute = 541
        if accounts > 1 {
            minute = 543
            polls.append(calm(543, bank: 1, accounts))
        }
        for _ in 0..<Int.random(in: 5...30, using: &chance) {
            minute += ([2, 4, 6, 10, 16, 60, 300].randomElement(using: &chance) ?? 2)
            let bank = Int.random(in: 0...(accounts > 1 ? 1 : 0), using: &chance)
            let own = members(of: bank, accounts)
            let rows = (0..<max(0, Int.random(in: -4...7, using: &chance))).map { _ in
                let purchase = Int.random(in: 0...4, using: &chance) > 0
                return ModelPoll.Row(
                    account: own.randomElement(using: &chance) ?? 0,
                    kroner: (purchase ? -1 : 1) * Int.random(in: 50...300, using: &chance))
            }
            let outcome: ModelPoll.Outcome =
                [0: .failed, 1: .throttled, 2: .partial][Int.random(in: 0...11, using: &chance)]
                ?? .complete
            // A partial answer may leave an account out, any may lack a figure.
            let listed = own.filter { _ in
                outcome != .partial || Bool.random(using: &chance)
            }
            var balances: [Int: Int] = [:]
            for account in listed where Int.random(in: 0...7, using: &chance) > 0 {
                balances[account] =
                    [90, 99, 100, 120, 150, 151, 500].randomElement(using: &chance) ?? 500
            }
            let isAnswer = outcome == .complete || outcome == .partial
            polls.append(
                ModelPoll(
                    minute: minute, bank: bank, outcome: outcome,
                    balances: isAnswer ? balances : [:], listed: isAnswer ? listed : [],
                    rows: outcome == .complete ? rows : []))
        }
        // Two quiet days at the end let out what is still held.
        for day in 1...2 {
            for bank in 0...(accounts > 1 ? 1 : 0) {
                let end = (minute / 1_440 + day) * 1_440 + 751 + 2 * bank
                polls.append(calm(end, bank: bank, accounts))
            }
        }
        return polls
    }

    /// The accounts of a bank: every other one.
    private static func members(of bank: Int, _ accounts: Int) -> [Int] {
        (0..<accounts).filter { accounts == 1 || $0 % 2 == bank }
    }

    /// A complete answer with much money and no news.
    private static func calm(_ minute: Int, bank: Int, _ accounts: Int) -> ModelPoll {
        let own = members(of: bank, accounts)
        return ModelPoll(
            minute: minute, bank: bank, outcome: .complete,
            balances: Dictionary(uniqueKeysWithValues: own.map { ($0, 500) }), listed: own,
            rows: [])
    }

    /// What the model sends.
    var expected: [String] {
        var model = ReferenceModel(rule)
        model.play(polls)
        return model.notified.sorted()
    }

    /// What the program sends, through the replayer.
    func found() throws -> [String] {
        var replayer = Replayer(rules: try ruleSet(), builder: Self.builder)
        return snapshots.flatMap { replayer.play($0) }.map(Self.line).sorted()
    }

    /// What the program sends with a restart before some of the polls.
    func foundRestarted(_ chance: inout SeededGenerator) throws -> [String] {
        var replayer = Replayer(rules: try ruleSet(), builder: Self.builder)
        var notified: [AlertNotification] = []
        for snapshot in snapshots {
            if Bool.random(using: &chance) { replayer.restart() }
            notified += replayer.play(snapshot)
        }
        return notified.map(Self.line).sorted()
    }

    private static let builder = PipelineBuilder(
        policy: AlertPolicy(zone: Make.oslo))

    private func ruleSet() throws -> RuleSet {
        RuleSet(
            rules: [Make.rule(rule.sentence, id: "rule", resolve: rule.resolve)], fileHash: "")
    }

    private static func line(_ notification: AlertNotification) -> String {
        let minute = Int(notification.timestamp.timeIntervalSince(start) / 60)
        let figure =
            notification.data.kind == .level && [.fired, .reminder].contains(notification.type)
            ? notification.data.value?.money.map { " \($0.decimalText)" } ?? "" : ""
        return "\(minute) \(notification.type.rawValue) \(notification.data.count ?? 1)\(figure)"
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
            let (text, bank) = (instant.formatted(.iso8601), "bank\(poll.bank)")
            switch poll.outcome {
            case .failed: return Make.failure(text, source: bank)
            case .throttled:
                return Make.snapshot(
                    text, [], [], outcome: .throttled(retryAfter: nil), source: bank)
            case .complete, .partial: break
            }
            let accounts = poll.listed.map { index in
                Make.account(
                    "a\(index)", name: "Konto \(index)",
                    booked: poll.balances[index].map { "\($0)" },
                    from: "2026-03-01", isListComplete: poll.outcome == .complete, source: bank,
                    number: nil)
            }
            let listed = Set(poll.listed.map { "a\($0)" })
            return Make.snapshot(
                text, accounts, rows.filter { listed.contains($0.bankAccountID) },
                outcome: poll.outcome == .complete ? .complete : .partial, source: bank)
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
            let figures =
                "bank \(poll.bank) \(poll.outcome) \(poll.balances.sorted { $0.key < $1.key })"
            return "  \(poll.minute) \(figures) \(poll.rows.map { "\($0.account):\($0.kroner)" })"
        }
        return ([rule.sentence + (rule.resolve ? "" : " (resolve false)")] + lines)
            .joined(separator: "\n")
    }
}
