import Threads

/// What a test has done at a place, on the connection that passes it.
typealias FaultProbe = @Sendable (FaultPoint, PostgresSession) -> Void

/// A place at which a crash test can kill the process, as a ``FaultSwitch`` of the environment says.
enum FaultPoint: String, Sendable {
    case connectionTaken = "connection-taken"
    case beforeFence = "before-fence"
    /// The households' rows are locked, nothing is written.
    case afterFence = "after-fence"
    case afterImage = "after-image"
    case afterOutboxRows = "after-outbox-rows"
    case beforeCommit = "before-commit"
    /// The server has the commit, its answer is not read.
    case commitSent = "commit-sent"
    case afterCommit = "after-commit"

    /// Passes this place, unless the environment says that the process dies here.
    func pass() { FaultSwitch.pass(rawValue) }
}
