public import Foundation

/// What one snapshot changed: the only thing whose size the cost of a cycle follows.
public struct FactChanges: Sendable, Hashable {
    /// When the snapshot was taken.
    public let observedAt: Date
    /// Accounts whose transactions are complete for the first time: the silent baseline.
    ///
    /// An account that so far came only in incomplete answers is not among them yet.
    public let newAccounts: Set<UUID>
    /// Accounts that the snapshot gave figures for.
    public let refreshedAccounts: Set<UUID>
    /// Changed transactions; deletes first, then updates, then inserts, each by date.
    public let transactions: [TransactionChange]

    /// Makes a set of changes; nothing changed by default.
    public init(
        observedAt: Date, newAccounts: Set<UUID> = [], refreshedAccounts: Set<UUID> = [],
        transactions: [TransactionChange] = []
    ) {
        self.observedAt = observedAt
        self.newAccounts = newAccounts
        self.refreshedAccounts = refreshedAccounts
        self.transactions = transactions
    }
}
