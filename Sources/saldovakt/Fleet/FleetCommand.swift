import ArgumentParser
import Console
import Finance
import Fleet
import Foundation

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

    /// The shards; throws if one that has one of the households can't be used.
    func open(for references: String...) async throws -> FleetShards {
        try await open(for: references)
    }

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
            other slots. A fleet without a key takes the one that the shards file names.
            """)

    @OptionGroup var options: FleetOptions

    func run() async throws {
        for shard in try FleetShards(file: options.shards).all {
            let isThere = (try? await shard.engine.identifier()) != nil
            try await shard.ask { try await $0.migrate() }
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
            watch. Status 1 if households are set aside or have a problem of their own; \
            'fleet household list' names them.
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
