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
    /// What evaluation found that it had not found before.
    var evaluations: [EvaluationEntry] = []
    /// The instructions that this follows.
    var followed: [String] = []
    /// The given-up entries that this tells of.
    var reported: [OutboxKey] = []

    /// Everything that must become true together.
    var commit: CycleCommit {
        var commit = CycleCommit(
            reconciliation: reconciliation, alerts: decision.change, outbox: decision.outbox)
        commit.evaluations = evaluations
        commit.followed = followed
        commit.reported = reported
        commit.retried = decision.retried
        return commit
    }

    /// Whether committing would write nothing at all.
    var isEmpty: Bool {
        reconciliation == nil && decision.isEmpty && evaluations.isEmpty && followed.isEmpty
            && reported.isEmpty
    }

    /// Whether there is something for the channels to do.
    var wakesChannels: Bool { !decision.outbox.isEmpty || !decision.retried.isEmpty }
}
