import Alerts
import Finance
import Foundation
import Rules
import Store

/// What the store knows, as far as explaining rules needs it.
struct StoredState: Sendable {
    /// Accounts and banks.
    let facts: Facts
    /// The whole stored history.
    let transactions: [Transaction]

    /// Reads a state folder beside a running `watch`.
    static func read(_ folder: String) async throws -> StoredState {
        let store = try ReadStore.openAlerts(folder)
        let facts = try await ReadStore.reading { () throws(StoreError) in try await store.facts() }
        let transactions = try await ReadStore.reading { () throws(StoreError) in
            try await store.transactions(since: CalendarDay(dayNumber: 0))
        }
        return StoredState(facts: facts, transactions: transactions)
    }

    /// What a rule alone finds in the store at an instant; every stored transaction counts as new.
    func verdicts(
        of rule: Rule, at now: Date, zone: TimeZone, pollInterval: Duration,
        aliases: [String: [String]]
    ) -> [Verdict] {
        var evaluator = Evaluator(
            rules: RuleSet(rules: [rule], fileHash: ""), zone: zone, pollInterval: pollInterval,
            aliases: aliases)
        var changes: [TransactionChange] = []
        if rule.kind == .event {
            changes = transactions.map {
                TransactionChange(before: nil, after: $0, cause: .appeared)
            }
        } else {
            evaluator.seed(with: transactions)
        }
        let all = FactChanges(
            observedAt: now, refreshedAccounts: Set(facts.accounts.keys), transactions: changes)
        return evaluator.apply(all, facts: facts, at: now)
    }
}
