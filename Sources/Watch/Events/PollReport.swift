public import Finance
public import Foundation

/// What one poll of one bank brought.
public struct PollReport: Sendable {
    /// The source's identifier.
    public let source: String
    /// When the answer was in memory.
    public let at: Date
    /// How much the answer is worth.
    public let outcome: SnapshotOutcome
    /// Why a partial answer is not complete.
    public let shortfalls: [SourceFailure]
    /// The accounts with their newest figures, in no order.
    public let accounts: [AccountFacts]
    /// How many transactions appeared, changed or went.
    public let changedTransactions: Int
    /// Whether the answer was committed, whatever it was worth.
    public let isCommitted: Bool
    /// Whether everything was read, evaluated and committed.
    public let isCompleteCycle: Bool
    /// How many slots passed before this poll was over, its own not counted.
    public let missedSlots: Int
    /// When the bank is asked next.
    public let nextSlot: Date?
}
