public import Finance

/// A portion of everything that is stored, in the order in which the store holds it.
public struct StoredTransactionPage: Sendable, Hashable {
    public let rows: [StoredTransaction]
    /// Where the next portion begins; `nil` after the last.
    public let next: Int64?

    public init(rows: [StoredTransaction], next: Int64?) {
        self.rows = rows
        self.next = next
    }
}
