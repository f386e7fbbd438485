import Console
import Finance
import Fleet
import Foundation
import Service

/// The figures of one shard, for people, programs and Prometheus.
struct FleetReport: Sendable {
    let shard: String
    let status: FleetStatus

    /// How long the longest due household has been due, in seconds.
    private var dueLag: Double { age(status.oldestDue) }
    private var outboxAge: Double { outbox.map { age($0.oldest) }.max() ?? 0 }
    fileprivate var outbox: [FleetBacklog] { status.outbox.sorted { $0.channel < $1.channel } }

    private func age(_ instant: Date?) -> Double {
        instant.map { max(0, status.at.timeIntervalSince($0)) } ?? 0
    }

    fileprivate func age(
        of instant: Date?, _ labels: KeyValuePairs<String, String>
    ) -> MetricSample { MetricSample(milliseconds: Int(age(instant) * 1_000), labels) }

    var json: JSONOutput {
        [
            "shard": .string(shard), "households": .whole(status.households),
            "paused": .whole(status.paused), "setAside": .whole(status.setAside),
            "faulty": .whole(status.faulty), "due": .whole(status.due),
            "claimed": .whole(status.claimed), "dueSeconds": .whole(Int(dueLag)),
            "inbox": .whole(status.inbox), "gaveUp": .whole(status.gaveUp),
            "outbox": .object(outbox.map { ($0.channel, .whole($0.count)) }),
            "outboxSeconds": .whole(Int(outboxAge)),
        ]
    }

    var lines: [String] {
        let waiting = outbox.map { "\($0.channel) \($0.count)" }.joined(separator: ", ")
        return [
            shard,
            "  households  \(status.households), paused \(status.paused), set aside \(status.setAside), with a problem \(status.faulty)",
            "  due         \(status.due), for \(Int(dueLag)) s; claimed \(status.claimed)",
            "  lines       \(status.inbox) waiting",
            "  outbox      \(waiting.isEmpty ? "empty" : waiting + ", the oldest for \(Int(outboxAge)) s"); failed \(status.gaveUp)",
        ]
    }

    fileprivate var states: [MetricSample] {
        [
            ("all", status.households), ("paused", status.paused), ("set_aside", status.setAside),
            ("faulty", status.faulty), ("due", status.due), ("claimed", status.claimed),
        ].map { name, count in MetricSample(count, ["shard": shard, "state": name]) }
    }
}

extension [FleetReport] {
    /// The figures of the databases and of this process, for Prometheus.
    func metrics(_ counts: FleetCounts, inDoubt: Int) -> String {
        let gauges = [
            gauge("households", "Households by state.", \.states),
            gauge("due_seconds", "How long the household waits that has waited longest.") {
                [$0.age(of: $0.status.oldestDue, ["shard": $0.shard])]
            },
            gauge("inbox", "Lines that wait.") {
                [MetricSample($0.status.inbox, ["shard": $0.shard])]
            },
            gauge("outbox", "Notifications that wait, by channel.") { report in
                report.outbox.map {
                    MetricSample($0.count, ["shard": report.shard, "channel": $0.channel])
                }
            },
            gauge("outbox_oldest_seconds", "Age of the oldest notification that waits.") { report in
                report.outbox.map {
                    report.age(of: $0.oldest, ["shard": report.shard, "channel": $0.channel])
                }
            },
            gauge("vacuum_age_seconds", "Time since the last vacuum of a table.") { report in
                report.status.vacuumed.sorted { $0.key < $1.key }.map {
                    report.age(of: $0.value, ["shard": report.shard, "table": $0.key])
                }
            },
        ]
        let counters = [
            ("claimed", "Households that this process claimed.", counts.claimed),
            ("committed", "Commits of this process.", counts.committed),
            ("fenced", "Commits that a newer claim overtook.", counts.fenced),
            ("in_doubt", "Commits whose answer was lost and had to be asked for.", inDoubt),
            ("quiet", "Claims without news.", counts.quiet),
            ("shelf_hits", "Claims of households that were in memory.", counts.kept),
            ("delivered", "Notifications delivered.", counts.delivered),
            ("failed", "Attempts to deliver that failed.", counts.failed),
        ].map { name, help, count in
            MetricFamily("saldovakt_fleet_\(name)_total", .counter, help, [MetricSample(count)])
        }
        return (gauges + counters).map(\.text).joined()
    }

    private func gauge(
        _ name: String, _ help: String, _ samples: (FleetReport) -> [MetricSample]
    ) -> MetricFamily {
        MetricFamily("saldovakt_fleet_\(name)", .gauge, help, flatMap(samples))
    }
}
