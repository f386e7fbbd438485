import Console
import Finance
import Fleet
import FleetStore
import Foundation
import Settings

/// The databases of a fleet: each holds the households whose slots it has.
///
/// ```json
/// {"version": 1, "shards": [{"slots": "0-255", "database": {"env": "FLEET_DATABASE"}}]}
/// ```
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

    private static let slots = 256

    let all: [Shard]
    /// Where secrets of households' settings are looked up.
    let resolver: SecretResolver

    /// Reads the shards file and the secrets that it names.
    init(file path: String, connections: Int) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                .environment, where: path, code: "shards-unreadable",
                problem: "there is no such shards file, or it can't be read",
                fix: "docs/fleet.md shows one")
        }
        let text: File
        do {
            text = try JSONDecoder().decode(File.self, from: data)
        } catch {
            throw CommandFailure(
                .wrong, where: path, code: "shards", problem: Self.words(for: error),
                fix: "docs/fleet.md shows a shards file")
        }
        let resolver = Configuration.resolver(beside: path)
        self.resolver = resolver
        func secret(_ place: Place) throws(CommandFailure) -> Secret {
            do { return try resolver.secret(place.reference) } catch {
                throw CommandFailure(.environment, text: "\(path): \(error)")
            }
        }
        var seal = HouseholdSeal.plain
        if let key = text.key { seal = try Self.seal(try secret(key), path) }
        var shards: [Shard] = []
        for entry in text.shards {
            shards.append(
                Shard(
                    name: "slots \(entry.slots)", slots: try Self.range(entry.slots, path),
                    engine: PostgresFleet(
                        try secret(entry.database).reveal(), connections: connections, seal: seal)))
        }
        all = shards
        try checkSlots(path)
    }

    /// The shard that holds a household.
    func shard(of reference: String) -> Shard {
        let slot = Int(StableHash(reference).value % UInt128(Self.slots))
        return all.first { $0.slots.contains(slot) } ?? all[0]
    }

    private func checkSlots(_ path: String) throws(CommandFailure) {
        let covered = all.flatMap { Array($0.slots) }.sorted()
        guard covered == Array(0..<Self.slots) else {
            throw CommandFailure(
                .wrong, where: path, code: "slots",
                problem: "the shards do not have each slot from 0 to 255 once",
                fix: "a fleet with one database has \"slots\": \"0-255\"")
        }
    }

    private static func range(_ text: String, _ path: String) throws(CommandFailure)
        -> ClosedRange<Int>
    {
        let ends = text.split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
            (0..<slots).contains(last)
        else {
            throw CommandFailure(
                .wrong, where: path, code: "slots",
                problem: "slots are two numbers from 0 to 255: '\(text)'",
                fix: "write \"slots\": \"0-127\"")
        }
        return first...last
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

    private static func words(for error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")): not what is expected here"
        default: "it can't be read"
        }
    }

    private struct File: Decodable {
        struct Entry: Decodable {
            let slots: String
            let database: Place
        }

        let version: Int
        let shards: [Entry]
        /// The operator's key, by which texts are encrypted.
        let key: Place?
    }

    /// Where a secret is: `{"env": NAME}`, `{"file": PATH}` or `{"credential": NAME}`.
    private struct Place: Decodable {
        let env: String?
        let file: String?
        let credential: String?

        var reference: SecretReference {
            SecretReference(
                env.map { .environment($0) } ?? credential.map { .credential($0) }
                    ?? .file(file ?? ""))
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
