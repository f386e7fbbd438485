public import Foundation

/// Decides which stored transaction each row of a bank's answer is, and what the answer changes.
///
/// A pure function: the same answer, holdings and zone always give the same result, whatever the
/// order of rows. Nothing is judged by an answer's failure, and nothing by rows that an answer
/// could not give completely.
///
/// Rows are recognised from the strongest evidence to the weakest: same content and number of
/// equals, the bank's own id, a rewritten booked row, the booking of a reservation, a rewritten
/// reservation. What evidence leaves open stays two transactions.
public enum Reconciler: Sendable {
    /// What `snapshot` means for the facts that are held.
    ///
    /// - Parameters:
    ///   - snapshot: one answer; its rows may come in any order. Rows of accounts that the answer
    ///     does not list are passed over.
    ///   - source: the facts of the answer's source so far.
    ///   - holdings: what is stored about the source; see ``Holdings``.
    ///   - zone: the bank's zone, for the day an answer belongs to.
    public static func reconcile(
        _ snapshot: Snapshot, source: SourceFacts, with holdings: Holdings, zone: TimeZone
    ) -> Reconciliation {
        var pass = ReconciliationPass(snapshot, holdings: holdings, zone: zone)
        if snapshot.outcome.hasFacts {
            pass.readAccounts()
            pass.markOwnTransfers()
        }
        return pass.result(source: source.after(snapshot))
    }
}

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
