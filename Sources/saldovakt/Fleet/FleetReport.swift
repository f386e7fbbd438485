import Console
import Finance
import Fleet
import Foundation
import Service

/// The figures of one shard, for people, programs and Prometheus.
struct FleetReport: Sendable {
    let shard: String
    let status: FleetStatus

    /// How long the household has been due that has been due longest, in seconds.
    private var dueLag: Double { age(status.oldestDue) }
    private var outboxAge: Double { age(status.oldestWaiting) }
    private var outbox: [(key: String, value: Int)] { status.outbox.sorted { $0.key < $1.key } }

    private func age(_ instant: Date?) -> Double {
        instant.map { max(0, status.at.timeIntervalSince($0)) } ?? 0
    }

    var json: JSONOutput {
        [
            "shard": .string(shard), "households": .whole(status.households),
            "paused": .whole(status.paused), "setAside": .whole(status.setAside),
            "faulty": .whole(status.faulty), "due": .whole(status.due),
            "claimed": .whole(status.claimed), "dueSeconds": .whole(Int(dueLag)),
            "inbox": .whole(status.inbox), "gaveUp": .whole(status.gaveUp),
            "outbox": .object(outbox.map { ($0.key, .whole($0.value)) }),
            "outboxSeconds": .whole(Int(outboxAge)),
        ]
    }

    var lines: [String] {
        let waiting = outbox.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [
            shard,
            "  households  \(status.households), paused \(status.paused), set aside \(status.setAside), with a problem \(status.faulty)",
            "  due         \(status.due), for \(Int(dueLag)) s; claimed \(status.claimed)",
            "  lines       \(status.inbox) waiting",
            "  outbox      \(waiting.isEmpty ? "empty" : waiting + ", the oldest for \(Int(outboxAge)) s"); failed \(status.gaveUp)",
        ]
    }

    /// Names, helps and samples of what Prometheus reads of a database.
    fileprivate static let gauges:
        [(name: String, help: String, samples: @Sendable (FleetReport) -> [MetricSample])] = [
            ("households", "Households by state.", \.states),
            (
                "due_seconds", "How long the household waits that has waited longest.",
                { [MetricSample(milliseconds: Int($0.dueLag * 1_000), ["shard": $0.shard])] }
            ),
            (
                "inbox", "Lines that wait.",
                { [MetricSample($0.status.inbox, ["shard": $0.shard])] }
            ),
            (
                "outbox", "Notifications that wait, by channel.",
                { report in
                    report.outbox.map {
                        MetricSample($0.value, ["shard": report.shard, "channel": $0.key])
                    }
                }
            ),
            (
                "outbox_oldest_seconds", "Age of the oldest waiting notification.",
                { [MetricSample(milliseconds: Int($0.outboxAge * 1_000), ["shard": $0.shard])] }
            ),
        ]

    private var states: [MetricSample] {
        [
            ("all", status.households), ("paused", status.paused), ("set_aside", status.setAside),
            ("faulty", status.faulty), ("due", status.due), ("claimed", status.claimed),
        ].map { name, count in MetricSample(count, ["shard": shard, "state": name]) }
    }
}

extension [FleetReport] {
    /// The figures of the databases, and what this process did, for Prometheus.
    func metrics(_ counts: FleetCounts, inDoubt: Int) -> String {
        let gauges = FleetReport.gauges.map { gauge in
            MetricFamily(
                "saldovakt_fleet_\(gauge.name)", .gauge, gauge.help, flatMap(gauge.samples))
        }
        let counters = [
            ("claimed", "Households that this process claimed.", counts.claimed),
            ("committed", "Commits of this process.", counts.committed),
            ("fenced", "Commits that a newer claim overtook.", counts.fenced),
            ("in_doubt", "Commits whose answer was lost and had to be asked for.", inDoubt),
            ("quiet", "Claims without news.", counts.quiet),
            ("delivered", "Notifications delivered.", counts.delivered),
            ("failed", "Attempts to deliver that failed.", counts.failed),
        ].map { name, help, count in
            MetricFamily("saldovakt_fleet_\(name)_total", .counter, help, [MetricSample(count)])
        }
        return (gauges + counters).map(\.text).joined()
    }
}
