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

/// What a snapshot changed about one transaction.
public struct TransactionChange: Sendable, Hashable {
    /// Why a stored transaction changed.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// Seen for the first time.
        case appeared
        /// A reservation was booked; the amount may differ from the reserved one.
        case booked
        /// The bank changed text, date, type or amount of the same row.
        case amended
        /// A reservation went away without a booking.
        case dropped
        /// A booked row left the bank's list inside the covered days.
        case removed
        /// A row that had gone came back under its old identity.
        case returned
    }

    /// The transaction before; `nil` when it appeared.
    ///
    /// For one that had gone and was booked or returned after all, it is the one that had gone.
    public var before: Transaction? { past?.value }
    /// The transaction after; `nil` when it was dropped or removed.
    public let after: Transaction?
    public let cause: Cause
    /// Whether it belongs to the silent first poll of its account: stored and counted, never notified.
    ///
    /// A reservation of the first poll that is booked or amended to another amount gives a change
    /// that is *not* baseline, so that a rule can compare both amounts with its limit (RL-14,
    /// D34); with an equal amount the change stays silent.
    public let isBaseline: Bool
    /// Whether ``before`` had gone already: no sum and no count has it any more.
    public let wasGone: Bool
    private let past: Boxed<Transaction>?

    /// Makes a change; at least one side is given.
    public init(
        before: Transaction?, after: Transaction?, cause: Cause, isBaseline: Bool = false,
        wasGone: Bool = false
    ) {
        past = before.map(Boxed.value)
        self.wasGone = wasGone
        self.after = after
        self.cause = cause
        self.isBaseline = isBaseline
    }
}

/// A value behind a reference: where there mostly is none, the rest stays small.
package indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    case value(Value)

    package var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
