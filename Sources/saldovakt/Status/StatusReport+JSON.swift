import Alerts
import Finance
import Foundation
import Store
import Watch

extension StatusReport {
    /// The report for programs; its shape is a contract, new members may be added.
    var json: String {
        JSONWriter.text { json in
            json.add("version", 1)
            json.add("at", now)
            json.add("attention", attention.map(\.code))
            addWatcher(to: &json)
            json.add("sources", list: sources) { Self.add($1, to: &$0) }
            json.add("alerts", self) { json, report in
                json.object { json in
                    json.add("firing", report.firing)
                    json.add("pending", report.pending)
                    json.add("held", report.held)
                }
            }
            json.add("outbox", outbox) { json, outbox in
                json.object { json in
                    json.add("waiting", outbox.waiting)
                    json.add("oldestWaiting", outbox.oldestWaiting)
                    json.add("gaveUp", outbox.gaveUp)
                    json.add("gaveUpLately", outbox.gaveUpLately)
                }
            }
            json.add("rules", statistics) { json, statistics in
                json.object { json in
                    json.add("count", statistics.rules)
                    json.add("hash", statistics.rulesHash)
                    json.add("outdated", statistics.areRulesOutdated)
                }
            }
            json.add("counters", json: statistics.map { Self.counts($0.counters) })
        }
    }

    private func addWatcher(to json: inout JSONWriter) {
        json.add("watcher", self) { json, report in
            json.object { json in
                json.add("running", report.holder != nil)
                json.add("holder", report.holder)
                json.add("startedAt", report.statistics?.startedAt)
                json.add("nextWake", report.statistics?.nextWake)
            }
        }
    }

    private static func add(_ source: Source, to json: inout JSONWriter) {
        let (facts, statistics) = (source.facts, source.statistics)
        json.object { json in
            json.add("id", facts.id)
            json.add("lastPoll", facts.lastAttempt)
            json.add("lastSuccess", facts.lastSuccess)
            json.add("lastComplete", facts.lastComplete)
            json.add("failingSince", facts.failingSince)
            json.add("failure", facts.failure) { json, failure in
                json.object { json in
                    json.add("kind", failure.kind.rawValue)
                    json.add("problem", failure.problem)
                    json.add("fix", failure.fix)
                }
            }
            json.add("nextSlot", statistics?.nextSlot)
            json.add("polls", statistics?.polls)
            json.add("missedSlots", statistics?.missedSlots)
            json.add("failures", json: statistics.map { counts($0.failureCounts) })
        }
    }

    private static func counts(_ counts: [(name: String, value: Int)]) -> String {
        JSONText.object(counts.map { ($0.name, "\($0.value)") })
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
            ("notices", notices), ("deliveries", deliveries),
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
