import Console
import Finance
import Fleet
import FleetStore
import Foundation
import Settings

/// The databases of a fleet: each holds the households whose slots it has, as a ``ShardsFile`` says.
struct FleetShards: Sendable {
    struct Shard: Sendable {
        let name: String
        let slots: ClosedRange<Int>
        let engine: PostgresFleet

        /// Asks the engine; its error says which shard it was.
        func reporting<Result: Sendable>(
            _ ask: (PostgresFleet) async throws(FleetError) -> Result
        ) async throws(CommandFailure) -> Result {
            do { return try await ask(engine) } catch { throw CommandFailure(error, of: name) }
        }
    }

    let all: [Shard]
    /// Where secrets of households' settings are looked up.
    let resolver: SecretResolver

    /// Reads the shards file and the secrets that it names.
    ///
    /// - Throws: ``CommandFailure`` with every finding of the file.
    init(file path: String, connections: Int) throws(CommandFailure) {
        let loaded = ShardsFile.load(path: path, files: LocalFiles())
        guard let file = loaded.file else { throw CommandFailure(loaded.findings) }
        let resolver = Configuration.resolver(beside: path)
        self.resolver = resolver
        func secret(_ reference: SecretReference) throws(CommandFailure) -> Secret {
            do { return try resolver.secret(reference) } catch {
                throw CommandFailure([error])
            }
        }
        var seal = HouseholdSeal.plain
        if let key = file.key { seal = try Self.seal(try secret(key), path) }
        var shards: [Shard] = []
        for shard in file.shards {
            shards.append(
                Shard(
                    name: "slots \(shard.slots.lowerBound)-\(shard.slots.upperBound)",
                    slots: shard.slots,
                    engine: PostgresFleet(
                        try secret(shard.database).reveal(), connections: connections, seal: seal)))
        }
        all = shards
    }

    /// The shard that holds a household.
    func shard(of reference: String) -> Shard {
        let slot = Int(StableHash(reference).value % UInt128(ShardsFile.slots))
        return all.first { $0.slots.contains(slot) } ?? all[0]
    }

    private static func seal(_ key: Secret, _ path: String) throws(CommandFailure) -> HouseholdSeal
    {
        guard let bytes = Data(base64Encoded: key.reveal()) else {
            throw CommandFailure(
                .wrong, where: path, code: "key", problem: "the key is not base64",
                fix: "make one with: openssl rand -base64 32")
        }
        do {
            return try HouseholdSeal(operatorKey: Array(bytes))
        } catch {
            throw CommandFailure(error, of: path)
        }
    }
}

extension CommandFailure {
    /// An engine of a fleet that can't be used.
    init(_ error: FleetError, of place: String) {
        switch error {
        case .unreachable(let problem):
            self.init(
                .environment, where: place, code: "database-unreachable", problem: problem,
                fix: "start the server, or correct the connection string")
        case .refused(let problem):
            self.init(
                .environment, where: place, code: "database-refused", problem: problem,
                fix: "look into the server's log; 'saldovakt fleet doctor' looks at its settings")
        case .schema(let problem, let fix):
            self.init(.environment, where: place, code: "fleet-schema", problem: problem, fix: fix)
        case .unreadable(let problem):
            self.init(
                .environment, where: place, code: "fleet-unreadable", problem: problem,
                fix: "restore the database from its backup")
        }
    }
}
