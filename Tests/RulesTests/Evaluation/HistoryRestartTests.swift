import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

/// Evaluators that ran on, held against ones that are made again from what is stored.
@Suite("Events over a restart")
struct HistoryRestartTests {
    private static let sentences = [
        "new debit at a new merchant", "new debit over 200 at a new merchant",
        "new booked debit at a new merchant", "new debit over 5% above the previous one",
        "new purchase over 50 NOK above the previous one on 'Bruks'", "reservation dropped",
        "debit settled at another amount", "debit settled 10% above its reservation",
        "2 debits of the same amount on the same day",
        "2 debits of the same amount at the same merchant on the same day",
        "3 debits at the same merchant within 2 days",
        "2 purchases at the same merchant within 12 hours", "new debit over 300 on 'Spare'",
    ]

    private static let texts = [
        "KIWI 505", "KIWI 505 TORSHOV", "REMA 1000", "*0000 06.03 NOK 100.00 KIWI 505 Kurs: 1.0000",
        "VAREKJØP", "HOTELL", "GULLSMED", "HOTELL NORD",
    ]

    @Test(
        "a new one before any poll gives the same verdicts",
        arguments: Trials.some(3, of: UInt64(1)...24))
    func restarts(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var bank = RandomBank(&chance)
        var ledger = Ledger()
        var steady = Self.evaluator()
        var found = 0
        for poll in 0..<60 {
            let snapshot = bank.answer(&chance)
            let restarted = Self.evaluator(restoredFrom: ledger, at: snapshot.observedAt)
            let result = ledger.take(snapshot)
            let facts = Facts(accounts: ledger.stored.accounts)
            var again = restarted
            let one = steady.apply(result.changes, facts: facts, at: snapshot.observedAt)
            let other = again.apply(result.changes, facts: facts, at: snapshot.observedAt)
            let lost = one.filter { !other.contains($0) }.map { "lost " + $0.words }
            let added = other.filter { !one.contains($0) }.map { "added " + $0.words }
            #expect(lost + added == [], "seed \(seed), poll \(poll)")
            found += one.count
        }
        #expect(found > 20)
    }

    @Test("the order of rows in an answer changes nothing", arguments: UInt64(30)...36)
    func orders(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var bank = RandomBank(&chance)
        var ledgers = [Ledger(), Ledger()]
        var evaluators = [Self.evaluator(), Self.evaluator()]
        for _ in 0..<40 {
            let snapshot = bank.answer(&chance)
            let reversed = Snapshot(
                source: snapshot.source, observedAt: snapshot.observedAt,
                outcome: snapshot.outcome, accounts: snapshot.accounts,
                transactions: snapshot.transactions.reversed())
            let verdicts = [snapshot, reversed].enumerated().map { place, answer in
                let changes = ledgers[place].take(answer).changes
                let facts = Facts(accounts: ledgers[place].stored.accounts)
                return evaluators[place].apply(changes, facts: facts, at: answer.observedAt)
            }
            #expect(verdicts[0] == verdicts[1])
        }
    }

    private static func evaluator() -> Evaluator {
        Evaluator(
            rules: RuleSet(rules: sentences.map { Make.rule($0, id: $0) }, fileHash: ""),
            zone: Make.oslo, pollIntervals: PollIntervals(.seconds(300)))
    }

    private static func evaluator(restoredFrom ledger: Ledger, at now: Date) -> Evaluator {
        var evaluator = evaluator()
        let records = ["bruks", "spare"].flatMap { ledger.records($0) }
        if let day = evaluator.historyNeeded(at: now) {
            evaluator.seed(
                with: records.filter { !$0.isGone && $0.transaction.transactionDate >= day }
                    .map(\.transaction))
        }
        evaluator.seed(
            history: records.map {
                StoredTransaction(
                    $0.transaction, isBaseline: $0.isBaseline, isGone: $0.isGone)
            })
        return evaluator
    }

    /// A bank with two accounts whose rows come, are booked, change, go and come back.
    private struct RandomBank {
        private var now = Make.instant("2026-01-05T08:00:00Z")
        private var rows: [TransactionObservation] = []
        private var hidden: [TransactionObservation] = []

        init(_ chance: inout SeededGenerator) {
            for _ in 0..<Int.random(in: 0...12, using: &chance) {
                rows.append(row(&chance, age: Int.random(in: 0...50, using: &chance)))
            }
        }

        mutating func answer(_ chance: inout SeededGenerator) -> Snapshot {
            now += Double(Int.random(in: 1...40, using: &chance)) * 3_600
            for _ in 0..<max(0, Int.random(in: -1...3, using: &chance)) {
                rows.append(row(&chance, age: Int.random(in: 0...2, using: &chance)))
            }
            if chance.happens(200), let twin = rows.last { rows.append(twin) }
            rows = rows.map { row in
                let changes = chance.happens(row.status == .pending ? 200 : 5)
                return changes ? changed(row, &chance) : row
            }
            if chance.happens(300), let place = rows.indices.randomElement(using: &chance) {
                hidden.append(rows.remove(at: place))
            }
            if chance.happens(150), let back = hidden.popLast() { rows.append(back) }
            let accounts = ["bruks", "spare"].map {
                Make.account($0, name: $0.capitalized, from: "2025-11-01")
            }
            return Snapshot(
                source: Make.source, observedAt: now, outcome: .complete, accounts: accounts,
                transactions: rows)
        }

        private func row(_ chance: inout SeededGenerator, age: Int) -> TransactionObservation {
            let day = CalendarDay(of: now, in: Make.oslo).adding(days: -age)
            let amount =
                ["-100.00", "-100.00", "-250.00", "-320.00", "-105.50"]
                .randomElement(using: &chance) ?? "-1.00"
            let status: TransactionStatus = chance.happens(600) ? .pending : .booked
            return Make.observation(
                amount, day.description, status, text: texts.randomElement(using: &chance),
                account: chance.happens(700) ? "bruks" : "spare", type: .pointOfSale)
        }

        /// Books a reservation, or gives a row another text.
        private func changed(
            _ row: TransactionObservation, _ chance: inout SeededGenerator
        ) -> TransactionObservation {
            let text = chance.happens(500) ? row.text : texts.randomElement(using: &chance)
            guard row.status == .pending else {
                return Make.observation(
                    row.amount.decimalText, row.date.description, row.status, text: text,
                    account: row.bankAccountID, type: .pointOfSale)
            }
            let raised = row.amount.minorUnits * Int64(chance.happens(500) ? 100 : 115) / 100
            let amount = Money(minorUnits: raised, currency: .nok)
            return Make.observation(
                amount.decimalText, row.date.description, .booked, text: text,
                account: row.bankAccountID, type: .pointOfSale, mcc: "5812")
        }
    }
}

extension Verdict {
    /// The rule and what it is about, for the message of a failed comparison.
    fileprivate var words: String {
        "\(ruleID): \(finding) \(evidence.value?.description ?? "") of "
            + "\(evidence.transaction?.transactionDate.description ?? "") "
            + "before \(evidence.previous?.description ?? "") in \(evidence.repeated.count)"
    }
}
