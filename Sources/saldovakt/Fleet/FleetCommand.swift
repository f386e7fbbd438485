import ArgumentParser
import Console
import Finance
import Fleet
import FleetStore
import Foundation
import Service

/// `saldovakt fleet`: many households on PostgreSQL.
struct FleetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet", abstract: "Evaluates many households, on PostgreSQL.",
        discussion: """
            For those who watch the accounts of others: a bank, a debt adviser, an accountant. Each \
            household has a rules and a settings file of its own or shares them. Set-up from \
            nothing: docs/fleet.md
            """,
        subcommands: [
            FleetMigrateCommand.self, FleetWorkCommand.self, FleetFeedCommand.self,
            FleetStatusCommand.self, FleetDoctorCommand.self, FleetHouseholdCommand.self,
            FleetAlertsCommand.self, FleetTransactionsCommand.self,
        ])
}

/// Which databases hold the fleet.
struct FleetOptions: ParsableArguments {
    @Option(
        help: .value("file", "The shards file, which names the databases of the fleet."),
        completion: .file(extensions: ["json"]))
    var shards: String

    /// The shards, whose tables were found.
    func open(connections: Int = 2) async throws -> FleetShards {
        let shards = try FleetShards(file: shards, connections: connections)
        for shard in shards.all {
            _ = try await shard.reporting { (engine) throws(FleetError) in
                try await engine.identifier()
            }
        }
        return shards
    }
}

/// `saldovakt fleet migrate`: makes the tables.
struct FleetMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Makes the tables of a fleet where there are none.",
        discussion: "It changes nothing where they are, and refuses a database of something else.")

    @OptionGroup var options: FleetOptions

    func run() async throws {
        for shard in try FleetShards(file: options.shards, connections: 1).all {
            try await shard.reporting { (engine) throws(FleetError) in try await engine.migrate() }
            Terminal.write("\(shard.name): the tables are there")
        }
    }
}

/// `saldovakt fleet doctor`: what is wrong with the servers.
struct FleetDoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Looks at the servers of a fleet.",
        discussion: "Status 1 if a server must not hold a fleet as it is set up.")

    @OptionGroup var options: FleetOptions

    func run() async throws {
        var isWrong = false
        for shard in try FleetShards(file: options.shards, connections: 1).all {
            let findings = try await shard.reporting { (engine) throws(FleetError) in
                try await engine.findings()
            }
            isWrong = isWrong || findings.contains { $0.severity == .error }
            if findings.isEmpty { Terminal.write("\(shard.name): ok") }
            for finding in findings {
                let word = finding.severity == .error ? "wrong" : "hint"
                Terminal.write("\(shard.name): \(word): \(finding.what)\n  fix: \(finding.fix)")
            }
        }
        if isWrong { throw ExitStatus.wrong }
    }
}

/// `saldovakt fleet status`: a fleet in figures.
struct FleetStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows how a fleet is doing.",
        discussion: """
            'due for' is how long the household waits that has waited longest: what operators \
            watch. Status 1 if households are set aside or have a problem of their own; \
            'fleet household list' names them.
            """)

    @OptionGroup var options: FleetOptions

    @Flag(help: "Write one JSON array with an object for each shard.")
    var json = false

    func run() async throws {
        var reports: [FleetReport] = []
        for shard in try await options.open().all {
            let status = try await shard.reporting { (engine) throws(FleetError) in
                try await engine.status()
            }
            reports.append(FleetReport(shard: shard.name, status: status))
        }
        if json {
            Terminal.write(JSONOutput.array(reports.map(\.json)).text)
        } else {
            for line in reports.flatMap(\.lines) { Terminal.write(line) }
        }
        if reports.contains(where: { $0.status.setAside + $0.status.faulty > 0 }) {
            throw ExitStatus.wrong
        }
    }
}

/// The figures of one shard, for people, programs and Prometheus.
struct FleetReport: Sendable {
    let shard: String
    let status: FleetStatus

    /// How long the household has been due that has been due longest, in seconds.
    var dueLag: Double { status.oldestDue.map { max(0, status.at.timeIntervalSince($0)) } ?? 0 }
    fileprivate var outboxAge: Double {
        status.oldestWaiting.map { max(0, status.at.timeIntervalSince($0)) } ?? 0
    }

    fileprivate var states: [(name: String, count: Int)] {
        [
            ("all", status.households), ("paused", status.paused), ("set_aside", status.setAside),
            ("faulty", status.faulty), ("due", status.due), ("claimed", status.claimed),
        ]
    }

    var json: JSONOutput {
        [
            "shard": .string(shard), "households": .whole(status.households),
            "paused": .whole(status.paused), "setAside": .whole(status.setAside),
            "faulty": .whole(status.faulty), "due": .whole(status.due),
            "claimed": .whole(status.claimed), "dueSeconds": .whole(Int(dueLag)),
            "inbox": .whole(status.inbox), "gaveUp": .whole(status.gaveUp),
            "outbox": .object(
                status.outbox.sorted { $0.key < $1.key }.map { ($0.key, .whole($0.value)) }),
            "outboxSeconds": .whole(Int(outboxAge)),
        ]
    }

    var lines: [String] {
        let waiting = status.outbox.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return [
            shard,
            "  households  \(status.households), paused \(status.paused), set aside \(status.setAside), with a problem \(status.faulty)",
            "  due         \(status.due), for \(Int(dueLag)) s; claimed \(status.claimed)",
            "  lines       \(status.inbox) waiting",
            "  outbox      \(waiting.isEmpty ? "empty" : waiting.joined(separator: ", ") + ", the oldest for \(Int(outboxAge)) s"); failed \(status.gaveUp)",
        ]
    }
}

extension [FleetReport] {
    /// The figures of the databases, and what this process did, for Prometheus.
    func metrics(_ counts: FleetCounters.Counts, inDoubt: Int) -> String {
        (gauges + Self.counters(counts, inDoubt: inDoubt)).map(\.text).joined()
    }

    private var gauges: [MetricFamily] {
        func gauge(
            _ name: String, _ help: String, _ samples: (FleetReport) -> [MetricSample]
        ) -> MetricFamily {
            MetricFamily("saldovakt_fleet_\(name)", .gauge, help, flatMap(samples))
        }
        return [
            gauge("households", "Households by state.") { report in
                report.states.map {
                    MetricSample($0.count, ["shard": report.shard, "state": $0.name])
                }
            },
            gauge("due_seconds", "How long the household waits that has waited longest.") {
                [MetricSample(milliseconds: Int($0.dueLag * 1_000), ["shard": $0.shard])]
            },
            gauge("inbox", "Lines that wait.") {
                [MetricSample($0.status.inbox, ["shard": $0.shard])]
            },
            gauge("outbox", "Notifications that wait, by channel.") { report in
                report.status.outbox.sorted { $0.key < $1.key }.map {
                    MetricSample($0.value, ["shard": report.shard, "channel": $0.key])
                }
            },
            gauge("outbox_oldest_seconds", "Age of the oldest waiting notification.") {
                [MetricSample(milliseconds: Int($0.outboxAge * 1_000), ["shard": $0.shard])]
            },
        ]
    }

    private static func counters(
        _ counts: FleetCounters.Counts, inDoubt: Int
    ) -> [MetricFamily] {
        [
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
    }
}
