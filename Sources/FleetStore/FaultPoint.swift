#if FAULT_POINTS
    import Glibc
    import Threads
#endif

/// What a test has done at a place, on the connection that passes it.
typealias FaultProbe = @Sendable (FaultPoint, PostgresSession) -> Void

/// A place at which a crash test can kill the process.
///
/// Only builds with `FAULT_POINTS` look at the environment: `SALDOVAKT_FAULT=after-fence:3` kills the process
/// with SIGKILL when it passes that place for the third time.
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
    func pass() {
        #if FAULT_POINTS
            guard let fault = Self.fault, fault.name == rawValue else { return }
            let passages = Self.passages.withLock { passages in
                passages += 1
                return passages
            }
            if passages == fault.turn { kill(getpid(), SIGKILL) }
        #endif
    }

    #if FAULT_POINTS
        private static let passages = Lock(0)
        private static let fault: (name: String, turn: Int)? = getenv("SALDOVAKT_FAULT").flatMap {
            let parts = String(cString: $0).split(separator: ":")
            return parts.first.map { (String($0), parts.count > 1 ? Int(parts[1]) ?? 1 : 1) }
        }
    #endif
}
