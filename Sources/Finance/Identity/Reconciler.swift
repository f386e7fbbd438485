public import Foundation

/// Decides which stored transaction each row of a bank's answer is, and what the answer changes.
public enum Reconciler: Sendable {
    /// What `snapshot` means for the facts that are held.
    ///
    /// - Parameters:
    ///   - snapshot: one answer; its rows may come in any order.
    ///   - source: the facts of the answer's source so far.
    ///   - holdings: what is stored about the source; see ``Holdings``.
    ///   - zone: the bank's zone, for the day an answer belongs to.
    public static func reconcile(
        _ snapshot: Snapshot, source: SourceFacts, with holdings: Holdings, zone: TimeZone
    ) -> Reconciliation {
        Reconciliation(
            source: source.after(snapshot), accounts: [], balances: [], records: [],
            changes: FactChanges(observedAt: snapshot.observedAt), scheduled: snapshot.scheduled)
    }
}
