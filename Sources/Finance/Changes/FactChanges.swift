public import Foundation

/// The changes of one snapshot; the cost of a cycle depends only on their number.
public struct FactChanges: Sendable, Hashable {
    /// When the snapshot was taken.
    public let observedAt: Date
    /// Accounts whose transactions are complete for the first time: the silent baseline.
    ///
    /// An account that was only in incomplete answers so far is not among them yet.
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

/// A snapshot's change to one transaction.
public struct TransactionChange: Sendable, Hashable {
    /// Why a stored transaction changed.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// Seen for the first time.
        case appeared
        /// A reservation was booked; the amount may differ from the reserved one.
        case booked
        /// The bank changed text, date, type or amount of the same row.
        case amended
        /// A reservation disappeared without a booking.
        case dropped
        /// A booked row is no longer in the bank's list, although its day is covered.
        case removed
        /// A row that was gone came back under its old identity.
        case returned
    }

    /// The transaction before; `nil` when it appeared.
    ///
    /// If it was gone and was booked or returned after all, it is the transaction that was gone.
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
    /// Whether the transaction was part of that first poll, even if this change is not silent.
    public let wasInBaseline: Bool
    /// Whether ``before`` was gone already, so that sums and counts no longer contain it.
    public let wasGone: Bool
    private let past: Boxed<Transaction>?

    /// Makes a change; at least one side is given.
    public init(
        before: Transaction?, after: Transaction?, cause: Cause, isBaseline: Bool = false,
        wasInBaseline: Bool = false, wasGone: Bool = false
    ) {
        past = before.map(Boxed.value)
        self.wasGone = wasGone
        self.after = after
        self.cause = cause
        self.isBaseline = isBaseline
        self.wasInBaseline = wasInBaseline
    }
}

/// A value behind a reference, which keeps the type small where there mostly is none.
package indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    case value(Value)

    package var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
