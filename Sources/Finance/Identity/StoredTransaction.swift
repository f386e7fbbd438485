/// A stored transaction with what evaluation needs to know of its past.
public struct StoredTransaction: Sendable, Hashable {
    /// The transaction.
    public let transaction: Transaction
    /// Whether it belongs to the silent first poll of its account.
    public let isBaseline: Bool
    /// Whether it was dropped or removed.
    public let isGone: Bool

    /// Makes a stored transaction.
    public init(_ transaction: Transaction, isBaseline: Bool = false, isGone: Bool = false) {
        self.transaction = transaction
        self.isBaseline = isBaseline
        self.isGone = isGone
    }
}
