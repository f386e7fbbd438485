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
    /// The accounts of all banks with their newest figures.
    let known: [UUID: AccountFacts]
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

    /// The accounts of the bank with their newest figures, in no order.
    public var accounts: [AccountFacts] { known.values.filter(isOfBank) }

    /// How many accounts the bank has.
    public var accountCount: Int { known.values.count(where: isOfBank) }

    private func isOfBank(_ account: AccountFacts) -> Bool {
        account.account.institutionName == source
    }
}
