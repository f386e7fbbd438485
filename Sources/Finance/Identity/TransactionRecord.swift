public import Foundation

/// A stored transaction with what is needed to recognise it in the next answer.
public struct TransactionRecord: Sendable, Hashable {
    /// The transaction as readers see it.
    public var transaction: Transaction
    /// The newest row that was recognised as this transaction, with the details of older ones
    /// that it no longer tells.
    public var observation: TransactionObservation
    /// Whether it belongs to the silent first poll of its account.
    public var isBaseline: Bool
    /// How many complete answers in a row lacked it; counted to two, more change nothing.
    public var missedAnswers: Int
    /// The first of those answers; `nil` while the bank lists it.
    public var missingSince: Date?
    /// Whether it was dropped or removed; kept so that a return gets its old identity (D11).
    public var isGone: Bool
    /// How the reservation behind it was recognised, if it had one.
    public var evidence: MatchEvidence?

    /// Makes a record of a row that was just seen.
    public init(
        transaction: Transaction, observation: TransactionObservation, isBaseline: Bool,
        missedAnswers: Int = 0, missingSince: Date? = nil, isGone: Bool = false,
        evidence: MatchEvidence? = nil
    ) {
        self.transaction = transaction
        self.observation = observation
        self.isBaseline = isBaseline
        self.missedAnswers = missedAnswers
        self.missingSince = missingSince
        self.isGone = isGone
        self.evidence = evidence
    }
}

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
