public import Finance
public import Foundation

/// An event whose `while` could not be known yet, as it is taken over by a new evaluator.
public struct WaitingEvent: Sendable, Hashable {
    /// The rule's identifier.
    public let ruleID: String
    /// The identifier of the transaction.
    public let transactionID: UUID
    /// The transaction as it is now; `nil` if it is gone.
    public let transaction: Transaction?
    /// Since when it waits.
    public let since: Date

    /// Makes a waiting event.
    public init(ruleID: String, transactionID: UUID, transaction: Transaction?, since: Date) {
        self.ruleID = ruleID
        self.transactionID = transactionID
        self.transaction = transaction
        self.since = since
    }
}
