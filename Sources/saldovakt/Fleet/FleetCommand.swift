import ArgumentParser
import Console
import Finance
import Fleet
import Foundation
import Service

/// `saldovakt fleet`: watches many households on PostgreSQL.
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

/// The option that names the fleet's databases.
struct FleetOptions: ParsableArguments {
    @Option(
        help: .value("file", "The shards file, which names the databases of the fleet."),
        completion: .file(extensions: ["json"])) var shards: String

    /// The shard of a household; throws if it can't be used.
    func shard(of reference: String) async throws -> FleetShards.Shard {
        try await open(for: [reference]).shard(of: reference)
    }

    /// The shards; throws if one that has one of the households can't be used.
    func open(for references: [String]) async throws -> FleetShards {
        let fleet = try FleetShards(file: shards, connections: 2)
        for place in Set(references.map(fleet.place)).sorted() {
            _ = try await fleet.all[place].ask { try await $0.identifier() }
        }
        return fleet
    }
}

/// `saldovakt fleet migrate`: creates the tables.
struct FleetMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Makes the tables of a fleet where there are none.",
        discussion: """
            It changes nothing where they are, and refuses a database of something else or of \
            other slots; a refusal changes nothing either. A fleet without a key takes the one \
            that the shards file names: stop its workers and feeds first.
            """)

    @OptionGroup var options: FleetOptions

    func run() async throws {
        let shards = try FleetShards(file: options.shards).all
        var owners: [String: String] = [:]
        // Nothing is changed anywhere unless all of them can be.
        for shard in shards {
            let database = try await shard.ask { try await $0.migrate(isRehearsal: true) }
            guard let other = owners.updateValue(shard.name, forKey: database) else { continue }
            throw CommandFailure(
                .wrong, where: shard.name, code: "same-database",
                problem: "the database of \(shard.name) is that of \(other) as well",
                fix: "name a database of its own for each shard in the shards file")
        }
        for shard in shards {
            let isThere = (try? await shard.engine.identifier()) != nil
            _ = try await shard.ask { try await $0.migrate() }
            Terminal.write("\(shard.name): \(isThere ? "nothing to do" : "the tables are there")")
        }
    }
}

/// `saldovakt fleet doctor`: checks the servers.
struct FleetDoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Looks at the servers of a fleet.",
        discussion: "Status 1 if a server must not hold a fleet as it is set up.")

    @OptionGroup var options: FleetOptions

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let (answers, failure) = try await FleetShards(file: options.shards).answers { engine in
            let findings = try await engine.findings()
            if !findings.contains(where: \.isError) { _ = try await engine.identifier() }
            return findings
        }
        let found = answers.flatMap { shard, findings in
            findings.isEmpty
                ? [Diagnosis(shard, .ok, "its settings are fit for a fleet")]
                : findings.map { finding in
                    let state: Diagnosis.State = finding.isError ? .wrong : .hint
                    return Diagnosis(shard, state, finding.what, fix: finding.fix)
                }
        }
        if json {
            Terminal.write(JSONOutput.array(found.map(\.json)).text)
        } else {
            found.forEach { $0.write() }
        }
        if let failure { throw failure }
        if found.status != .fine { throw found.status }
    }
}

/// `saldovakt fleet status`: shows a fleet's figures.
struct FleetStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows how a fleet is doing.",
        discussion: """
            'due for' is how long the household waits that has waited longest: what operators \
            watch. Status 1 if households are set aside, have a problem of their own, or have \
            notifications that failed for good or were refused; 'fleet household list --faulty' \
            names them.
            """)

    @OptionGroup var options: FleetOptions

    @Flag(help: "Write one JSON array with an object for each shard.") var json = false

    func run() async throws {
        let (answers, failure) = try await FleetShards(file: options.shards).answers { engine in
            _ = try await engine.identifier()
            return try await engine.status()
        }
        let reports = answers.map(FleetReport.init)
        if json {
            Terminal.write(JSONOutput.array(reports.map(\.json)).text)
        } else {
            for line in reports.flatMap(\.lines) { Terminal.write(line) }
        }
        if let failure { throw failure }
        if reports.contains(where: { $0.status.setAside + $0.status.faulty > 0 }) {
            throw ExitStatus.wrong
        }
    }
}

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
    ///
    /// - Parameter shards: the names of all shards, also of those that can't be reached.
    func metrics(_ counts: FleetCounts, inDoubt: Int, shards: [String]) -> String {
        let reached = Set(map(\.shard))
        let gauges = [
            MetricFamily(
                "saldovakt_fleet_reachable", .gauge, "Whether the database can be reached.",
                shards.map { MetricSample(reached.contains($0) ? 1 : 0, ["shard": $0]) }),
            gauge("households", "Households by state.", \.states),
            gauge("due_seconds", "How long the household waits that has waited longest.") {
                [$0.age(of: $0.status.oldestDue, ["shard": $0.shard])]
            },
            gauge("inbox", "Lines that wait.") {
                [MetricSample($0.status.inbox, ["shard": $0.shard])]
            },
            gauge("gave_up", "Notifications that failed for good.") {
                [MetricSample($0.status.gaveUp, ["shard": $0.shard])]
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
