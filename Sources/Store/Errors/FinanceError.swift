public import Alerts
public import Foundation

/// Why the finance store could not answer.
///
/// Availability, restriction and authorization are three things: a store can always be asked on
/// Linux, a *restriction* passes by itself, and what a reader is not *authorized* to see is simply
/// not there for it.
public enum FinanceError: Error, Sendable, Hashable {
    /// The data is there but can't be read right now; try again later, nothing has to be reopened.
    case dataRestricted(FinanceStore.DataType)
    /// The token does not fit: it belongs to another store, stream or reader, is damaged, or
    /// points into history that was compacted. Forget it and start from the beginning.
    case historyTokenInvalid
    /// Part of a predicate or an order can't be left to the database, and more rows than that
    /// would have to be looked at one by one. Narrow the rest of it.
    case tooManyRows(limit: Int)
    /// The store itself can't be used.
    case storeUnusable(StoreError)
}

extension FinanceError: LocalizedError {
    /// What is wrong, in one line.
    public var errorDescription: String? { StoreWords.problem(of: self) }

    /// What to do now.
    public var recoverySuggestion: String? { StoreWords.fix(of: self) }
}
