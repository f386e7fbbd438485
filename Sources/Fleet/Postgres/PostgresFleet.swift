import Foundation
import Threads

/// A fleet in a PostgreSQL database, 13 or newer; a method that throws `unreachable` has written nothing, or
/// what may be repeated.
public struct PostgresFleet: FleetEngine {
    let seal: HouseholdSeal
    let pool: PostgresPool
    let doubts = Lock(0)

    /// How many commits of this process had to be asked about, because their answer was lost.
    public var commitsInDoubt: Int { doubts.withLock(\.self) }

    /// - Parameter target: a connection string of libpq, `host=… dbname=…` or `postgresql://…`.
    public init(_ target: String, connections: Int = 8, seal: HouseholdSeal = .plain) {
        self.init(target, connections: connections, seal: seal, probe: nil)
    }

    init(_ target: String, connections: Int = 4, seal: HouseholdSeal = .plain, probe: FaultProbe?) {
        self.seal = seal
        pool = PostgresPool(target, connections: connections, probe: probe)
    }

    /// Makes the tables where there are none, and gives a fleet without a key the one of this program.
    public func migrate() async throws {
        try await pool.perform(FleetSchema.migrate)
        if let check = try seal.newKey(for: "") {
            try await run("UPDATE fleet SET key = $1 WHERE key IS NULL", [.bytes(check)]) { _ in }
        }
        _ = try await identifier()
    }

    /// The fleet's own identifier; throws unless the database has a fleet that this program knows, with its key.
    public func identifier() async throws -> String {
        try await pool.perform { session in
            guard try FleetSchema.found(session) != nil,
                let row = try session.run("SELECT id::text, key FROM fleet").first
            else { throw FleetError(.schema, "this database has no fleet") }
            let id = row.text()
            try seal.verify(row.bytes())
            return id
        }
    }

    /// Runs one statement, which commits itself.
    @discardableResult
    func run<Row: Sendable>(
        _ sql: String, _ values: [PostgresValue] = [],
        _ read: @escaping @Sendable (PostgresRow) throws -> Row
    ) async throws -> [Row] {
        try await pool.perform { session in try session.run(sql, values).map(read) }
    }

    /// Commits what `body` did, or nothing of it.
    func write<Result: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await pool.perform { session in
            try session.transaction(isDurable: isDurable) { try body(session) }
        }
    }
}

/// The time of a statement, asked for once, so that indexes can be used.
let clock = "clock AS MATERIALIZED (SELECT saldovakt_now() AS now)"
