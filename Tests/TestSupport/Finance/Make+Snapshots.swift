public import Finance
import Foundation

extension Make {
    /// A bank's answer: `Make.snapshot("2026-03-06T09:00:00Z", [Make.account()], rows)`.
    public static func snapshot(
        _ instant: String, _ accounts: [AccountObservation] = [account()],
        _ rows: [TransactionObservation] = [], outcome: SnapshotOutcome = .complete,
        source: String = source, scheduled: [ScheduledItem]? = nil
    ) -> Snapshot {
        Snapshot(
            source: source, observedAt: Make.instant(instant), outcome: outcome,
            accounts: accounts, transactions: rows, scheduled: scheduled)
    }

    /// An answer that brought nothing.
    public static func failure(
        _ instant: String, _ kind: SourceFailure.Kind = .unreachable, source: String = source
    ) -> Snapshot {
        Snapshot(
            source: source, observedAt: Make.instant(instant),
            failure: SourceFailure(
                kind: kind, problem: "the test bank does not answer", fix: "wait for the test"))
    }
}
