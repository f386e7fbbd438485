import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Absence over restarts")
struct AbsenceRestartTests {
    private static let sentences = [
        "no credit by the 15th", "no credit by monday at 12:00",
        "no credit by the last working day",
        "no credit in the last 5 days", "no credit on each account by the 31st",
    ]

    private let rules = RuleSet(
        rules: sentences.map { Make.rule($0, id: $0) }, fileHash: "")

    private func evaluator(_ zone: TimeZone) -> Evaluator {
        Evaluator(rules: rules, zone: zone, pollIntervals: PollIntervals(.seconds(3_600)))
    }

    @Test(
        "a program that starts again before every poll finds what a running one finds",
        arguments: ["Europe/Oslo", "America/New_York"])
    func sameVerdicts(zoneName: String) throws {
        let zone = try #require(TimeZone(identifier: zoneName))
        var random = SeededGenerator(seed: 30)
        var running = evaluator(zone)
        var stored: [Transaction] = []
        var account = Make.accountFacts(Make.account(), at: "2026-01-01T09:00:00Z")
        var findings: Set<String> = []
        for step in 0..<300 {
            let now = Make.instant("2026-01-01T09:00:00Z").addingTimeInterval(Double(step) * 43_000)
            account.freshAt = now
            if random.next() % 8 > 0 { account.completeAt = now }
            let changes = changes(&stored, at: now, zone, &random)
            let facts = Facts(accounts: [account.account.id: account])
            let update = FactChanges(observedAt: now, transactions: changes)
            let found = running.apply(update, facts: facts, at: now)
            var restarted = evaluator(zone)
            let first = try #require(restarted.historyNeeded(at: now))
            restarted.seed(with: stored.filter { $0.transactionDate >= first })
            let empty = FactChanges(observedAt: now)
            #expect(restarted.apply(empty, facts: facts, at: now) == found)
            for verdict in found { findings.insert("\(verdict.finding)") }
        }
        #expect(findings.count >= 3)
    }

    /// Some new rows, backdated or not, and some that go away.
    private func changes(
        _ stored: inout [Transaction], at now: Date, _ zone: TimeZone,
        _ random: inout SeededGenerator
    ) -> [TransactionChange] {
        var changes: [TransactionChange] = []
        if random.next() % 40 == 0, !stored.isEmpty {
            let gone = stored.remove(at: Int(random.next() % UInt64(stored.count)))
            changes.append(TransactionChange(before: gone, after: nil, cause: .removed))
        }
        if random.next() % 20 == 0 {
            let today = CalendarDay(of: now, in: zone)
            let day = today.adding(days: -Int(random.next() % 4)).description
            let row = Make.observation("100.00", day)
            let made = Make.transaction(row, ordinal: stored.count)
            let new = Transaction(
                id: made.id, accountID: made.accountID, observed: row, firstSeen: now)
            guard !stored.contains(where: { $0.id == new.id }) else { return changes }
            stored.append(new)
            changes.append(TransactionChange(before: nil, after: new, cause: .appeared))
        }
        return changes
    }
}
