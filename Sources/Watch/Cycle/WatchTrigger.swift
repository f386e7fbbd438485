/// What makes the watcher do something.
public enum WatchTrigger: Sendable {
    /// The time that it waited for has come.
    case timer
    /// Look at the rules now (SIGHUP).
    case reload
    /// Finish what was begun and end (SIGTERM, SIGINT).
    case stop
}
