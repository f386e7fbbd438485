/// What a snapshot means for the stored facts: the pure result of ``Reconciler``.
///
/// Its size follows what changed; an answer without news gives one without records.
public struct Reconciliation: Sendable, Hashable {
    /// The source after this answer.
    public let source: SourceFacts
    /// The accounts in the answer with their new facts.
    public let accounts: [AccountFacts]
    /// Balance records to append: only where a figure changed or the daily keep-alive is due.
    public let balances: [AccountBalance]
    /// Records to insert or to replace, by `transaction.id`.
    public let records: [TransactionRecord]
    /// The changes that rules and readers see.
    public let changes: FactChanges
    /// The scheduled items of the answer; `nil` if they were not asked for.
    public let scheduled: [ScheduledItem]?
    /// Decisions of a person that were carried out now, as they are to be stored.
    public let decisions: [IdentityDecision]

    /// The payment cards of the answer; `nil` if they were not asked for.
    public let cards: [PaymentCard]?

    /// Makes a result.
    public init(
        source: SourceFacts, accounts: [AccountFacts], balances: [AccountBalance],
        records: [TransactionRecord], changes: FactChanges, scheduled: [ScheduledItem]?,
        decisions: [IdentityDecision] = [], cards: [PaymentCard]? = nil
    ) {
        self.source = source
        self.accounts = accounts
        self.balances = balances
        self.records = records
        self.changes = changes
        self.scheduled = scheduled
        self.decisions = decisions
        self.cards = cards
    }
}
