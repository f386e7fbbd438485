import Threads

/// A place at which a crash test can kill the process.
///
/// A ``FaultSwitch`` of the environment names the place. `SALDOVAKT_FAULT=skip-outbox` makes
/// commits omit their outbox rows, which a crash test has to notice.
package enum FaultPoint: String, Sendable, CaseIterable {
    /// A command is about to be stored.
    case beforeInstruction = "before-instruction"
    /// A command is durable, the watcher is not signalled yet.
    case afterInstruction = "after-instruction"
    /// Nothing of a cycle has been written.
    case beforeCommit = "before-commit"
    /// Facts are written, not committed.
    case afterFacts = "in-commit-after-facts"
    /// Alert states are written, not committed.
    case afterAlerts = "in-commit-after-alerts"
    /// Outbox rows are written, not committed.
    case afterOutbox = "in-commit-after-outbox"
    /// Commands are removed and evaluations stored, not committed.
    case afterInstructions = "in-commit-after-instructions"
    /// A cycle is durable.
    case afterCommit = "after-commit"
    /// Entries are chosen, their attempt is not stored.
    case beforeAttemptMark = "before-attempt-mark"
    /// The attempt is durable, nothing is sent.
    case afterAttemptMark = "after-attempt-mark"
    /// Something was sent, the result is not stored.
    case beforeResultMark = "before-result-mark"
    /// The result is durable.
    case afterResultMark = "after-result-mark"

    /// Passes this place; the process dies if the environment says so.
    func pass() { FaultSwitch.pass(rawValue) }

    /// Whether commits omit their outbox rows.
    static var skipsOutbox: Bool { FaultSwitch.isOn("skip-outbox") }
}
