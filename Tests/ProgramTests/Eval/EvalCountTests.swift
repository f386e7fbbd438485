import Alerts
import Finance
import Foundation
import Recording
import Rules
import Settings
import TestSupport
import Testing
import Watch

@testable import RuleTools
@testable import saldovakt

@Suite("Notices of a stream, evaluated from what each line touches")
struct EvalCountTests {
    private static let shapes = [
        "new debit over #", "new debit over # at 'REMA 1000'", "new purchase at 'KIWI*' over #",
        "new credit at least # NOK", "new transaction under #", "new debit at most # EUR",
        "new pending debit over #", "new booked purchase over #", "new refund over #",
        "new debit in category 'groceries' over #", "new debit containing 'ØST' over #",
        "new credit from 'KIWI 22' over #", "new debit at 'REMA 1000' or 'KIWI 22' over #",
        "new purchase in a foreign currency over #", "new debit on 'a' over #",
        "new debit at 'KIWI*' on 'b' over #", "new purchase on each account except 'c' over #",
        "spending on each account in the last 7 days is over #",
        "spending on each account in the last 2 days is at least #",
        "spending on each account today is over #",
        "spending on each account this month is over #0",
        "income on each account this week is at least #",
        "spending at 'KIWI*' on each account in the last 3 days is over #",
        "number of purchases on each account in the last 5 days is over 3",
        "spending on each account in the last 1 month is over # EUR",
        "spending in the last 7 days is over #", "spending on 'a' this month is over #",
        "income on each account in the last 5 days is under #",
        "largest purchase on each account in the last 3 days is over #",
        "new debit over #, at most once a day", "balance under #",
        "spending on each account in the last 12 hours is over #",
        "spending on each account in the last 3 days is over #, at most once a day",
        "spending on each account this week is over #, between 07:00 and 22:00",
        "2 debits of the same amount within 3 days",
        "spending on 'a' this week is over # and spending on 'b' this week is over #",
    ]

    private func rules(_ random: inout SeededGenerator) -> RuleSet {
        let rules = (0..<2).flatMap { round in
            Self.shapes.enumerated().map { place, shape in
                let limit = Int.random(in: 1...45, using: &random)
                return Make.rule(
                    shape.replacing("#", with: "\(limit)"), id: "r\(place)-\(round)",
                    notify: ["terminal"])
            }
        }
        return RuleSet(rules: rules, fileHash: "test")
    }

    private static let configuration = Configuration(
        settings: .standard,
        resolver: SecretResolver(
            environment: [:], directory: "/", homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring()))

    private func counts(_ rules: RuleSet, _ lines: [RecordingLine]) -> [Int] {
        var session = EvalCommand.session(rules, Self.configuration)
        var counts: [String: Int] = [:]
        func count(_ notification: AlertNotification, _ household: String?) {
            counts.merge(notification.alertsBegun, uniquingKeysWith: +)
        }
        for line in lines { _ = session.play(.success(line), of: nil, count) }
        session.finish(count)
        return rules.rules.map { counts[$0.id] ?? 0 }
    }

    /// The same with every verdict of every rule at every line.
    private func slowCounts(_ rules: RuleSet, _ lines: [RecordingLine]) -> [Int] {
        let zone = Self.configuration.settings.timeZone
        var policy = Self.configuration.policy(PollIntervals(PipelineBuilder.standardInterval))
        policy.remembersEvents = false
        var evaluator = Evaluator(
            rules: rules, zone: zone,
            pollIntervals: PollIntervals(PipelineBuilder.standardInterval))
        var timeline = AlertTimeline(engine: AlertEngine(rules: rules, policy: policy))
        var accounts = BareAccounts()
        var facts = Facts()
        facts.program.seesEveryRow = true
        var notified: [AlertNotification] = []
        var last: Date?
        for case .transaction(let line) in lines {
            let now = line.observedAt(in: zone)
            notified += timeline.advance(from: last, to: now, facts: facts).flatMap(\.notifications)
            if let last, now < last { return [] }
            last = now
            let account = accounts.facts(of: line, at: now)
            let row = accounts.transaction(from: line, on: account, at: now)
            facts.accounts[account.account.id] = account
            let change = TransactionChange(before: nil, after: row, cause: .appeared)
            let verdicts = evaluator.apply(
                FactChanges(observedAt: now, transactions: [change]), facts: facts, at: now)
            notified += timeline.decide(verdicts, facts: facts, at: now).notifications
        }
        let counted = (notified + timeline.pending).flatMap { notification -> [String] in
            guard [.fired, .digest].contains(notification.type) else { return [] }
            guard let rule = notification.data.rule else {
                return (notification.data.items ?? []).map(\.rule.id)
            }
            return Array(
                repeating: rule.id,
                count: notification.type == .digest ? notification.data.count ?? 1 : 1)
        }
        return rules.rules.map { rule in counted.count { $0 == rule.id } }
    }

    @Test(
        "are those of evaluating everything at every line",
        arguments: Trials.some(2, of: 0..<UInt64(16)))
    func sameNumbers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let all = rules(&random)
        var stream = RandomStream(seed: seed, isTimed: seed % 2 == 1)
        let reader = SnapshotLineReader()
        let lines = try (0..<300).map { number in
            try stream.next().withUnsafeBufferPointer { try reader.line($0, number: number) }
        }
        let counted = counts(all, lines)
        let slow = slowCounts(all, lines)
        for (rule, (one, other)) in zip(all.rules, zip(counted, slow)) {
            #expect(one == other, "\(rule.sentence)")
        }
        #expect(slow.contains { $0 > 0 })
    }

    @Test("count every alert of a digest that doesn't list them all")
    func longDigest() throws {
        let rules = RuleSet(
            rules: ["balance", "available"].map {
                Make.rule("\($0) on each account is under 100", id: $0, notify: ["terminal"])
            }, fileHash: "test")
        let accounts = (0..<30).map {
            #"{"id":"a\#($0)","name":"A\#($0)","booked":"50.00","available":"50.00"}"#
        }
        let line =
            #"{"observedAt":"2026-03-06T09:00:00Z","source":"bank","outcome":"complete","#
            + #""accounts":[\#(accounts.joined(separator: ","))],"transactions":[]}"#
        let read = try SnapshotLineReader().line(Array(line.utf8), number: 1)
        #expect(counts(rules, [read]) == [30, 30])
    }
}
