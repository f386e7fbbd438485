public import Finance

/// A part of a list of transactions.
public struct TransactionPage: Sendable, Hashable {
    /// The transactions, newest first.
    public let transactions: [Transaction]
    /// Where the next page begins, which may turn out empty; `nil` if nothing is left.
    public let next: TransactionCursor?

    /// Makes a page.
    public init(transactions: [Transaction], next: TransactionCursor?) {
        self.transactions = transactions
        self.next = next
    }
}
