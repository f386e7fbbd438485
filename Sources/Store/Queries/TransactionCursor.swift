public import Finance
import Foundation

/// A place in a list of transactions, from which the next page goes on.
///
/// It names the last transaction shown, not a count, so that rows which arrive meanwhile neither
/// repeat nor hide others.
public struct TransactionCursor: Sendable, Hashable, Codable {
    /// The day of the last transaction shown.
    let day: CalendarDay
    /// When it was first seen, in milliseconds since 1970.
    let firstSeenMs: Int64
    /// Its identifier.
    let id: UUID

    /// The place right after a transaction.
    public init(after transaction: Transaction) {
        day = transaction.transactionDate
        firstSeenMs = StoredInstant.milliseconds(transaction.firstSeen)
        id = transaction.id
    }
}
