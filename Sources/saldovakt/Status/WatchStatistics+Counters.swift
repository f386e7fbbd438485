import Finance
import Watch

extension WatchStatistics {
    /// Where a counter stands.
    typealias CounterPlace = any WritableKeyPath<WatchStatistics, Int> & Sendable

    /// The counters by their names in the status file and in `status --json`.
    static var counterPlaces: [(name: String, place: CounterPlace)] {
        [
            ("cycles", \.cycles), ("completeCycles", \.completeCycles),
            ("evaluations", \.evaluations), ("notices", \.notices), ("deliveries", \.deliveries),
            ("failedDeliveries", \.failedDeliveries), ("gaveUp", \.gaveUp),
            ("reloads", \.reloads), ("refusedReloads", \.refusedReloads),
            ("storeFailures", \.storeFailures), ("clockSteps", \.clockSteps),
        ]
    }

    /// The counters with their names.
    var counters: [(name: String, value: Int)] {
        Self.counterPlaces.map { ($0.name, self[keyPath: $0.place]) }
    }
}

extension SourceStatistics {
    /// How many answers were failures, by kind in the order of the contract.
    var failuresJSON: String {
        JSONText.object(
            SourceFailure.Kind.allCases.compactMap { kind in
                failures[kind].map { (kind.rawValue, "\($0)") }
            })
    }
}
