import Glibc

/// Faults that a crash test asks for through the environment.
///
/// Only builds with `FAULT_POINTS` look: `SALDOVAKT_FAULT=after-commit:3` kills the process with SIGKILL when
/// it passes that place for the third time. In every other build a passage does nothing.
public enum FaultSwitch: Sendable {
    /// Passes a place, unless the environment says that the process dies here.
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

    /// Whether the environment asks for a fault that kills nobody.
    public static func isOn(_ name: String) -> Bool {
        #if FAULT_POINTS
            turn(of: name) != nil
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
