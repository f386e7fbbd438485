import Glibc

/// Faults that a crash test requests through the environment.
///
/// Only builds with `FAULT_POINTS` check it: `SALDOVAKT_FAULT=after-commit:3` kills the process
/// with SIGKILL when it passes that place for the third time. In every other build passing a place
/// does nothing.
public enum FaultSwitch: Sendable {
    /// Passes a place; the process dies if the environment says so.
    public static func pass(_ name: String) {
        #if FAULT_POINTS
            guard let turn = turn(of: name) else { return }
            let passages = passages.withLock { passages in
                passages += 1
                return passages
            }
            if passages == turn { kill(getpid(), SIGKILL) }
        #endif
    }

    /// Whether the environment requests a fault that does not kill the process.
    public static func isOn(_ name: String) -> Bool {
        #if FAULT_POINTS
            turn(of: name) != nil
        #else
            false
        #endif
    }

    #if FAULT_POINTS
        // Only one place can be requested per process, so one count is enough.
        private static let passages = Lock(0)

        /// The passage at which the environment requests this fault.
        private static func turn(of name: String) -> Int? {
            guard let value = getenv("SALDOVAKT_FAULT") else { return nil }
            let parts = String(cString: value).split(separator: ":")
            guard parts.first.map(String.init) == name else { return nil }
            return parts.count > 1 ? Int(parts[1]) : 1
        }
    #endif
}
