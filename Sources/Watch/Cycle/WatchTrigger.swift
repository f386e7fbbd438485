/// What makes the watcher do something.
public enum WatchTrigger: Sendable {
    /// The time that it waited for has come.
    case timer
    /// Somebody has left an instruction.
    case instruction
    /// A notice was given up.
    case undelivered
    /// Look at the rules now (SIGHUP).
    case reload
    /// Finish what was begun and end (SIGTERM, SIGINT).
    case stop
}
