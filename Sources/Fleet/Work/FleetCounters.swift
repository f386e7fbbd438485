import Threads

/// What workers and deliveries of this process did, for its metrics.
public final class FleetCounters: Sendable {
    public struct Counts: Sendable, Hashable {
        public var claimed = 0
        public var committed = 0
        /// Commits that were refused because the claim was overtaken.
        public var fenced = 0
        public var quiet = 0
        public var delivered = 0
        /// Attempts that failed.
        public var failed = 0

        public init() {}
    }

    private let state = Lock(Counts())

    public init() {}

    public var counts: Counts { state.withLock { $0 } }

    func add(_ key: any WritableKeyPath<Counts, Int> & Sendable, _ number: Int) {
        state.withLock { $0[keyPath: key] += number }
    }
}
