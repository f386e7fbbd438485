import Alerts
import Finance
import Foundation
import Store
import Watch

extension StatusReport {
    /// The report for programs; its shape is a contract, new members may be added.
    var json: String {
        JSONText.object([
            ("version", "1"), ("at", Self.instant(now)),
            ("attention", JSONText.array(attention.map { JSONText.string($0.code) })),
            ("watcher", watcherJSON), ("sources", JSONText.array(sources.map(Self.object))),
            ("alerts", alertsJSON), ("outbox", outboxJSON), ("rules", rulesJSON),
            ("counters", countersJSON),
        ])
    }

    private var watcherJSON: String {
        JSONText.object([
            ("running", holder == nil ? "false" : "true"), ("holder", JSONText.string(holder)),
            ("startedAt", Self.instant(statistics?.startedAt)),
            ("nextWake", Self.instant(statistics?.nextWake)),
        ])
    }

    private var alertsJSON: String {
        JSONText.object([
            ("firing", "\(firing)"), ("pending", "\(pending)"), ("held", "\(held)"),
        ])
    }

    private var outboxJSON: String {
        JSONText.object([
            ("waiting", "\(outbox.waiting)"), ("oldestWaiting", Self.instant(outbox.oldestWaiting)),
            ("gaveUp", "\(outbox.gaveUp)"), ("gaveUpLately", "\(outbox.gaveUpLately)"),
        ])
    }

    private var rulesJSON: String {
        guard let statistics else { return "null" }
        return JSONText.object([
            ("count", "\(statistics.rules)"), ("hash", JSONText.string(statistics.rulesHash)),
            ("outdated", statistics.areRulesOutdated ? "true" : "false"),
        ])
    }

    private var countersJSON: String {
        guard let statistics else { return "null" }
        return JSONText.object(statistics.counters.map { ($0.name, "\($0.value)") })
    }

    private static func object(_ source: Source) -> String {
        let facts = source.facts
        let failure = facts.failure.map {
            JSONText.object([
                ("kind", JSONText.string($0.kind.rawValue)),
                ("problem", JSONText.string($0.problem)), ("fix", JSONText.string($0.fix)),
            ])
        }
        return JSONText.object([
            ("id", JSONText.string(facts.id)), ("lastPoll", instant(facts.lastAttempt)),
            ("lastSuccess", instant(facts.lastSuccess)),
            ("lastComplete", instant(facts.lastComplete)),
            ("failingSince", instant(facts.failingSince)), ("failure", failure ?? "null"),
            ("nextSlot", instant(source.statistics?.nextSlot)),
            ("polls", number(source.statistics?.polls)),
            ("missedSlots", number(source.statistics?.missedSlots)),
            ("failures", source.statistics?.failuresJSON ?? "null"),
        ])
    }

    private static func instant(_ instant: Date?) -> String {
        JSONText.string(instant.map(InstantText.text))
    }

    private static func number(_ number: Int?) -> String {
        number.map { "\($0)" } ?? "null"
    }
}

extension StatusReport.Attention {
    /// The stable word for scripts, with the bank behind it if one is meant.
    var code: String {
        switch self {
        case .noWatcher: "no-watcher"
        case .storeFailing: "store-failing"
        case .failing(let source, _): "failing \(source)"
        case .stale(let source, _): "stale \(source)"
        case .rulesOutdated: "rules-outdated"
        case .gaveUp: "gave-up"
        }
    }
}

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
