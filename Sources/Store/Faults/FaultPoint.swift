#if FAULT_POINTS
    import Glibc
    import Threads
#endif

/// A place at which a crash test can kill the process.
///
/// Only builds with `FAULT_POINTS` look at the environment: `SALDOVAKT_FAULT=after-commit:3` kills
/// the process with SIGKILL when it passes that place for the third time, and
/// `SALDOVAKT_FAULT=skip-outbox` makes commits forget their outbox rows, which a crash test has to
/// notification. In every other build a passage does nothing.
public enum FaultPoint: String, Sendable, CaseIterable {
    /// An instruction is about to be stored.
    case beforeInstruction = "before-instruction"
    /// An instruction is durable, the watcher is not signalled yet.
    case afterInstruction = "after-instruction"
    /// Nothing of a cycle has been written.
    case beforeCommit = "before-commit"
    /// Facts are written, not committed.
    case afterFacts = "in-commit-after-facts"
    /// Alert states are written, not committed.
    case afterAlerts = "in-commit-after-alerts"
    /// Outbox rows are written, not committed.
    case afterOutbox = "in-commit-after-outbox"
    /// Instructions are removed and evaluations noted, not committed.
    case afterInstructions = "in-commit-after-instructions"
    /// A cycle is durable.
    case afterCommit = "after-commit"
    /// Entries are chosen, their attempt is not noted.
    case beforeAttemptMark = "before-attempt-mark"
    /// The attempt is durable, nothing is sent.
    case afterAttemptMark = "after-attempt-mark"
    /// Something was sent, the result is not noted.
    case beforeResultMark = "before-result-mark"
    /// The result is durable.
    case afterResultMark = "after-result-mark"

    /// Passes this place, unless the environment says that the process dies here.
    func pass() {
        #if FAULT_POINTS
            guard let turn = Self.turn(of: rawValue) else { return }
            let passages = Self.passages.withLock { passages in
                passages += 1
                return passages
            }
            if passages == turn { kill(getpid(), SIGKILL) }
        #endif
    }

    /// Whether commits forget their outbox rows.
    static var skipsOutbox: Bool {
        #if FAULT_POINTS
            turn(of: "skip-outbox") != nil
        #else
            false
        #endif
    }

    #if FAULT_POINTS
        // One place is asked for per process, so one count is enough.
        private static let passages = Lock(0)

        /// At which passage the environment asks for this fault.
        private static func turn(of name: String) -> Int? {
            guard let value = getenv("SALDOVAKT_FAULT") else { return nil }
            let parts = String(cString: value).split(separator: ":")
            guard parts.first.map(String.init) == name else { return nil }
            return parts.count > 1 ? Int(parts[1]) : 1
        }
    #endif
}
