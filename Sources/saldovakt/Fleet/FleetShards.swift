import Alerts
import Channels
import Console
import Finance
import Fleet
import Foundation
import HTTP
import Rules
import Settings
import Watch

/// The databases of a fleet: each has the households of its slots, as a ``ShardsFile`` says.
struct FleetShards: Sendable {
    struct Shard: Sendable {
        let name: String
        let slots: ClosedRange<Int>
        let engine: PostgresFleet

        /// Calls the engine; an error names the shard.
        func ask<Result: Sendable>(
            _ question: (PostgresFleet) async throws -> Result
        ) async throws -> Result {
            do { return try await question(engine) } catch let error as FleetError {
                throw CommandFailure(error, of: name)
            }
        }
    }

    let all: [Shard]
    /// Looks up the secrets of households' settings.
    let resolver: SecretResolver

    /// Reads the shards file and the secrets that it names.
    ///
    /// - Throws: ``CommandFailure`` with every finding of the file.
    init(file path: String, connections: Int = 1) throws {
        let loaded = ShardsFile.load(path: path, files: LocalFiles())
        guard let file = loaded.file else { throw CommandFailure(loaded.findings) }
        let resolver = Configuration.resolver(beside: path)
        self.resolver = resolver
        let seal = try file.key.map { try Self.seal(resolver.secret($0).reveal(), path) } ?? .plain
        all = try file.shards.map { shard in
            let slots = "\(shard.slots.lowerBound)-\(shard.slots.upperBound)"
            return Shard(
                name: "slots \(slots)", slots: shard.slots,
                engine: PostgresFleet(
                    try resolver.secret(shard.database).reveal(), connections: connections,
                    seal: seal, slots: slots))
        }
    }

    /// The answers of the shards, and the errors of those that can't answer.
    func answers<Answer: Sendable>(
        _ question: (PostgresFleet) async throws -> Answer
    ) async throws -> (answers: [(shard: String, answer: Answer)], failure: CommandFailure?) {
        var answers: [(String, Answer)] = []
        var failure: CommandFailure?
        for shard in all {
            do { answers.append((shard.name, try await shard.ask(question))) } catch let error
                as CommandFailure
            {
                failure = failure?.adding([error.text]) ?? error
            }
        }
        return (answers, failure)
    }

    /// Checks that each database is that of its shard; returns the failures of those that can't be
    /// reached, by place.
    ///
    /// - Throws: ``CommandFailure`` if a database is another one, or none can be reached.
    func check() async throws -> [Int: CommandFailure] {
        var failures: [Int: CommandFailure] = [:]
        for (place, shard) in all.enumerated() {
            do { _ = try await shard.engine.identifier() } catch let error as FleetError {
                let failure = CommandFailure(error, of: shard.name)
                guard error.kind == .unreachable else { throw failure }
                failures[place] = failure
            }
        }
        guard failures.count < all.count else {
            let texts = failures.sorted { $0.key < $1.key }.map(\.value.text)
            throw CommandFailure(.environment, text: texts.joined(separator: "\n"))
        }
        return failures
    }

    /// The shard of a household.
    func shard(of reference: String) -> Shard { all[place(of: reference)] }

    /// The index of the shard of a household.
    func place(of reference: String) -> Int {
        let slot = Int(StableHash(reference).value % UInt128(ShardsFile.slots))
        return all.firstIndex { $0.slots.contains(slot) } ?? 0
    }

    private static func seal(_ key: String, _ path: String) throws -> HouseholdSeal {
        guard let bytes = Data(base64Encoded: key),
            let seal = try? HouseholdSeal(operatorKey: Array(bytes))
        else {
            throw CommandFailure(
                .wrong, where: path, code: "key", problem: "the key is not 32 bytes in base64",
                fix: "make one with: openssl rand -base64 32")
        }
        return seal
    }
}

extension CommandFailure {
    /// The error of an engine that can't be used.
    init(_ error: FleetError, of place: String) {
        let (code, fix) =
            switch error.kind {
            case .unreachable, .lost:
                ("database-unreachable", "start the server, or correct the connection string")
            case .inDoubt:
                (
                    "commit-in-doubt",
                    "workers ask the server and continue by themselves; repeat any other command"
                )
            case .refused:
                (
                    "database-refused",
                    "look into the server's log; 'saldovakt fleet doctor' looks at its settings"
                )
            case .schema: ("fleet-schema", "make the tables with 'saldovakt fleet migrate'")
            case .key:
                (
                    "fleet-key",
                    "name the key with which the fleet was made in the shards file, then start it again"
                )
            case .unreadable:
                (
                    "fleet-unreadable",
                    "restore the database from a backup, or remove the household and add it again"
                )
            }
        // libpq's own text: it found no server that takes writes.
        let isReadOnly = error.problem.contains("session is read-only")
        self.init(
            .environment, where: place, code: code, problem: error.problem,
            fix: error.fix ?? Self.fix(ofState: error.state ?? (isReadOnly ? "25006" : "")) ?? fix)
    }

    /// The fix of an error of the server, by its SQLSTATE (appendix A of PostgreSQL's manual).
    private static func fix(ofState state: String) -> String? {
        switch state {
        case "53300": "raise max_connections of the server, or lower --connections of the workers"
        case "28P01", "28000":
            "correct user and password in the connection string, or pg_hba.conf of the server"
        case "3D000":
            "correct dbname in the connection string, or make the database: createdb --owner USER NAME"
        case "25006":
            "name the primary, or all hosts, in the connection string; if this is it, look why it is read-only"
        case "42501":
            "connect as the role that made the tables, or give this one its rights: contrib/fleet/grants.sql"
        case "53100": "make room on the server's disk"
        case "57P03": "wait until the server has started"
        default: nil
        }
    }
}

/// Makes the parts of a fleet's household from its rules and settings files.
struct FleetParts: Sendable {
    /// What findings call the files, whose own names the fleet does not keep.
    private static let storedRules = "the household's rules"
    private static let storedSettings = "the household's settings"

    let resolver: SecretResolver
    private let transport = CurlTransport(options: .standard)
    private let messages = CurlTransport(options: .standard)

    /// Reads both files; the findings of both are one fault.
    ///
    /// - Parameters:
    ///   - names: the files' names, for findings; `nil` for files that the fleet stores.
    ///   - mode: who may change the settings; `nil` to leave that unchecked.
    func read(
        _ rules: [UInt8], _ settings: [UInt8],
        as names: (rules: String, settings: String)? = nil, mode: FileMode? = nil
    ) throws(HouseholdFault) -> HouseholdParts {
        let names = names ?? (Self.storedRules, Self.storedSettings)
        let configuration = try configuration(settings, names.settings, mode)
        let loaded = RulesFile.load(
            rules, fileName: names.rules, channels: configuration.channelNames)
        guard let set = loaded.ruleSet else {
            throw HouseholdFault(FindingRenderer.text(loaded.findings))
        }
        let local = set.rules.flatMap { rule in
            rule.notify.filter { configuration.settings.channel(named: $0)?.kind.isLocal ?? true }
                .map { "\(names.rules): rule '\(rule.id)': \(Self.needsScreen($0))" }
        }
        guard local.isEmpty else { throw HouseholdFault(local.joined(separator: "\n")) }
        let policy = configuration.policy(configuration.pollIntervals)
        return (set, PipelineBuilder(policy: policy))
    }

    /// Makes a channel; those that need a screen are refused.
    func channel(_ settings: [UInt8], _ name: String) throws(HouseholdFault) -> any Channel {
        let configuration = try configuration(settings)
        guard let channel = configuration.settings.channel(named: name) else {
            throw HouseholdFault(
                "\(Self.storedSettings): no channel has the name '\(name)'; "
                    + "fix: add it, or change the rules")
        }
        guard !channel.kind.isLocal else {
            throw HouseholdFault("\(Self.storedSettings): \(Self.needsScreen(name))")
        }
        do {
            return try ChannelFactory(
                resolver: resolver, transport: transport, messages: messages,
                zone: configuration.settings.timeZone, language: configuration.language,
                write: { _ in false }
            ).channel(channel)
        } catch { throw HouseholdFault(error.text) }
    }

    private static func needsScreen(_ channel: String) -> String {
        "the channel '\(channel)' needs a screen; fix: notify by webhook, mail, mqtt or command"
    }

    private func configuration(
        _ settings: [UInt8], _ name: String = FleetParts.storedSettings, _ mode: FileMode? = nil
    ) throws(HouseholdFault) -> Configuration {
        let loaded = SettingsFile.load(bytes: settings, fileName: name, mode: mode)
        guard let found = loaded.settings else {
            throw HouseholdFault(loaded.findings.map(\.description).joined(separator: "\n"))
        }
        return Configuration(settings: found, resolver: resolver)
    }
}
