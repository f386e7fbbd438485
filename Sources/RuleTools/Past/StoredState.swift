package import Alerts
package import Finance
package import Foundation
import Rules

/// The stored data that explaining rules needs.
package struct StoredState: Sendable {
    /// Accounts and banks, and the state of deliveries on channels.
    package let facts: Facts
    /// The whole stored history, gone rows included, oldest first.
    let rows: [StoredTransaction]
    /// The stored transactions that are not gone, oldest first.
    package let transactions: [Transaction]
    let balances: [AccountBalance]
    /// The accounts that names in rules are bound to (D20).
    package var bindings: [String: [UUID]] = [:]

    /// Reads the data from a store.
    ///
    /// - Parameter program: the program's facts about itself; its channels are those that exist.
    package static func read(
        _ store: some AlertStore, program: ProgramFacts
    ) async throws(StoreError) -> StoredState {
        var facts = try await store.facts()
        let failing = try await store.failingChannels()
        facts.program = program
        for name in program.channels.keys {
            facts.program.channels[name] = failing[name] ?? ChannelFacts()
        }
        // In the order of their days.
        let rows = try await store.history(after: nil, limit: .max).rows.sorted {
            let (one, other) = ($0.transaction, $1.transaction)
            return (one.transactionDate, one.firstSeen, one.id)
                < (other.transactionDate, other.firstSeen, other.id)
        }
        return StoredState(
            facts: facts, rows: rows, transactions: rows.filter { !$0.isGone }.map(\.transaction),
            balances: try await store.balances(since: Date(timeIntervalSince1970: 0)),
            bindings: try await store.alertLedger().bindings)
    }

    /// The verdicts of a single rule on the store at an instant.
    ///
    /// Every stored transaction counts as new. For a rule that compares with earlier ones, those of
    /// the first read don't.
    func verdicts(
        of rule: Rule, at now: Date, zone: TimeZone, pollIntervals: PollIntervals,
        aliases: [String: [String]], holidays: HolidayCalendar = .norway
    ) -> [Verdict] {
        var evaluator = Evaluator(
            rules: RuleSet(rules: [rule], fileHash: ""), zone: zone, pollIntervals: pollIntervals,
            aliases: aliases, holidays: holidays, bindings: bindings)
        evaluator.learn(facts)
        if rule.kind == .repeat { return repetitions(&evaluator, zone) }
        var changes: [TransactionChange] = []
        if case .event(let event) = rule.body {
            let isFresh = !evaluator.needsWholeHistory
            changes = rows.flatMap { row in
                var found: [TransactionChange] = []
                for trigger in event.parts.map(\.trigger) {
                    let change = Self.change(of: row, trigger, isFresh: isFresh)
                    guard let change, !found.contains(where: { $0.cause == change.cause })
                    else { continue }
                    found.append(change)
                }
                return found
            }
        } else {
            evaluator.seed(with: transactions)
        }
        evaluator.seed(with: balances, facts: facts, at: now)
        if rule.kind == .summary {
            return evaluator.overviews([rule.id: now], facts: facts, at: now)
        }
        return evaluator.apply(self.changes(changes, at: now), facts: facts, at: now)
    }

    /// The change of a stored row, as far as a rule needs it.
    private static func change(
        of row: StoredTransaction, _ trigger: Event.Trigger, isFresh: Bool
    ) -> TransactionChange? {
        let transaction = row.transaction
        switch trigger {
        case .new, .newSubscription, .subscriptionRose:
            guard !row.isGone else { return nil }
            return TransactionChange(
                before: nil, after: transaction, cause: .appeared,
                isBaseline: row.isBaseline && !isFresh)
        case .reservationDropped:
            guard row.isGone, transaction.status.isReservation else { return nil }
            return TransactionChange(before: transaction, after: nil, cause: .dropped)
        case .settled:
            guard !row.isGone, let reserved = transaction.reservedAmount else { return nil }
            var before = transaction
            before.transactionAmount = reserved
            before.status = .pending
            return TransactionChange(before: before, after: transaction, cause: .booked)
        }
    }

    /// The sets of like transactions, found day by day, each once with its final size.
    private func repetitions(_ evaluator: inout Evaluator, _ zone: TimeZone) -> [Verdict] {
        var found: [Verdict] = []
        var known: Set<UUID> = []
        let days = Dictionary(grouping: transactions, by: \.transactionDate)
        for day in days.keys.sorted() {
            let new = (days[day] ?? []).map {
                TransactionChange(before: nil, after: $0, cause: .appeared)
            }
            let noon = day.instant(minutesAfterMidnight: 720, in: zone)
            let verdicts = evaluator.apply(changes(new, at: noon), facts: facts, at: noon)
            for verdict in verdicts {
                let rows = verdict.evidence.repeated.map(\.id)
                if known.isDisjoint(with: rows) { found.append(verdict) }
                known.formUnion(rows)
            }
        }
        return found
    }

    private func changes(_ changes: [TransactionChange], at now: Date) -> FactChanges {
        FactChanges(
            observedAt: now, refreshedAccounts: Set(facts.accounts.keys), transactions: changes)
    }
}
