public import Foundation

/// One answer of one bank: what a poll brought, or why it brought nothing.
public struct Snapshot: Sendable, Hashable {
    /// The source's identifier in the settings, such as `sbanken`.
    public let source: String
    /// When the answer was complete in memory; whole milliseconds.
    public let observedAt: Date
    /// How much the answer is worth.
    public let outcome: SnapshotOutcome
    /// The accounts in the answer, each with its figures.
    public let accounts: [AccountObservation]
    /// The transactions of the asked days, in any order.
    public let transactions: [TransactionObservation]
    /// Scheduled items; `nil` if they were not asked for.
    public let scheduled: [ScheduledItem]?
    /// Why a partial answer is not a complete one, or lacks what a person asked for beside the
    /// facts, in words for the person.
    public let shortfalls: [SourceFailure]
    /// The payment cards; `nil` if they were not asked for.
    public let cards: [PaymentCard]?

    /// Makes an answer with facts in it.
    public init(
        source: String, observedAt: Date, outcome: SnapshotOutcome = .complete,
        accounts: [AccountObservation], transactions: [TransactionObservation],
        scheduled: [ScheduledItem]? = nil, shortfalls: [SourceFailure] = [],
        cards: [PaymentCard]? = nil
    ) {
        self.source = source
        self.observedAt = observedAt
        self.outcome = outcome
        self.accounts = accounts
        self.transactions = transactions
        self.scheduled = scheduled
        self.shortfalls = shortfalls
        self.cards = cards
    }

    /// Makes an answer that brought nothing.
    public init(source: String, observedAt: Date, failure: SourceFailure) {
        self.init(
            source: source, observedAt: observedAt, outcome: .failed(failure), accounts: [],
            transactions: [])
    }
}
