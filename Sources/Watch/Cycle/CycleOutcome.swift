import Alerts
import Finance

/// What one pass through the ``Pipeline`` proposes.
struct CycleOutcome: Sendable {
    /// The facts after this pass.
    let facts: Facts
    /// What the answer means for the stored facts; `nil` when only due instants were played.
    let reconciliation: Reconciliation?
    /// The changes that were evaluated.
    let changes: FactChanges
    /// The alert states and notices that follow.
    let decision: AlertDecision

    /// Everything that must become true together.
    var commit: CycleCommit {
        CycleCommit(
            reconciliation: reconciliation, alerts: decision.change, outbox: decision.outbox)
    }

    /// Whether committing would write nothing at all.
    var isEmpty: Bool {
        reconciliation == nil && decision.change.isEmpty && decision.outbox.isEmpty
    }
}
