import Alerts
import Finance
import Foundation
import Store
import Watch

extension StatusReport {
    /// The report for programs; its shape is a contract, new members may be added.
    var json: String {
        let output: JSONOutput = [
            "version": 1, "at": .instant(now), "attention": .texts(attention.map(\.code)),
            "watcher": [
                "running": .bool(holder != nil), "holder": .text(holder),
                "startedAt": .instant(statistics?.startedAt),
                "nextWake": .instant(statistics?.nextWake),
            ],
            "sources": .array(sources.map(Self.json)),
            "alerts": [
                "firing": .whole(firing), "pending": .whole(pending), "held": .whole(held),
            ],
            "outbox": [
                "waiting": .whole(outbox.waiting), "oldestWaiting": .instant(outbox.oldestWaiting),
                "gaveUp": .whole(outbox.gaveUp), "gaveUpLately": .whole(outbox.gaveUpLately),
            ],
            "rules": statistics.map { statistics in
                [
                    "count": .whole(statistics.rules), "hash": .text(statistics.rulesHash),
                    "outdated": .bool(statistics.areRulesOutdated),
                ]
            } ?? .null,
            "counters": Self.counts(statistics?.counters),
        ]
        return output.text
    }

    private static func json(_ source: Source) -> JSONOutput {
        let (facts, statistics) = (source.facts, source.statistics)
        return [
            "id": .string(facts.id), "lastPoll": .instant(facts.lastAttempt),
            "lastSuccess": .instant(facts.lastSuccess),
            "lastComplete": .instant(facts.lastComplete),
            "failingSince": .instant(facts.failingSince),
            "failure": facts.failure.map { failure in
                [
                    "kind": .string(failure.kind.rawValue), "problem": .string(failure.problem),
                    "fix": .string(failure.fix),
                ]
            } ?? .null,
            "nextSlot": .instant(statistics?.nextSlot),
            "polls": statistics.map { .whole($0.polls) } ?? .null,
            "missedSlots": statistics.map { .whole($0.missedSlots) } ?? .null,
            "failures": counts(statistics?.failureCounts),
        ]
    }

    private static func counts(_ counts: [(name: String, value: Int)]?) -> JSONOutput {
        counts.map { .object($0.map { ($0.name, .whole($0.value)) }) } ?? .null
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
    /// The counters with their names in `status --json` and on the metrics page.
    var counters: [(name: String, value: Int)] {
        [
            ("cycles", cycles), ("completeCycles", completeCycles), ("evaluations", evaluations),
            ("notices", notifications), ("deliveries", deliveries),
            ("failedDeliveries", failedDeliveries), ("gaveUp", gaveUp), ("reloads", reloads),
            ("refusedReloads", refusedReloads), ("storeFailures", storeFailures),
            ("clockSteps", clockSteps),
        ]
    }
}

extension SourceStatistics {
    /// How many answers were failures, by kind in the order of the contract.
    fileprivate var failureCounts: [(name: String, value: Int)] {
        SourceFailure.Kind.allCases.compactMap { kind in failures[kind].map { (kind.rawValue, $0) }
        }
    }
}
