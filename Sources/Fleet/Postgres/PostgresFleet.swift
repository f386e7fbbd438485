import Foundation
import Threads

/// A fleet in a PostgreSQL database, 13 or newer.
///
/// A method that throws `unreachable` has written nothing, or only what may be repeated.
public struct PostgresFleet: FleetEngine {
    let seal: HouseholdSeal
    let slots: String
    let pool: PostgresPool
    let doubts = Lock(0)

    /// The time of a statement, evaluated once, so that indexes can be used.
    static let clock = "clock AS MATERIALIZED (SELECT saldovakt_now() AS now)"

    /// How many commits of this process had to be checked because their answer was lost.
    public var commitsInDoubt: Int { doubts.withLock(\.self) }
}

extension PostgresFleet {
    /// Makes a fleet from a connection string of libpq; nothing is connected yet.
    ///
    /// - Parameter slots: which households are here; a fleet that was made for others is refused.
    public init(
        _ target: String, connections: Int = 4, seal: HouseholdSeal = .plain, slots: String = ""
    ) {
        (self.seal, self.slots) = (seal, slots)
        pool = PostgresPool(target, connections: connections, probe: nil)
    }

    /// Makes missing tables, and gives a fleet without a key or slots those of this program.
    ///
    /// A refusal changes nothing, and neither does a rehearsal; returns what identifies the database.
    @discardableResult
    public func migrate(isRehearsal: Bool = false) async throws -> String {
        try await pool.perform { session in
            try session.transaction {
                try FleetSchema.migrate(session)
                try session.run(
                    "UPDATE fleet SET key = COALESCE(key, $1), slots = COALESCE(slots, $2)",
                    [.bytes(try seal.newKey(for: "")), .text(slots)])
                _ = try identifier(session)
                if isRehearsal { try session.command("ROLLBACK; BEGIN") }
                let place = "SELECT current_database() || ' ' || pg_postmaster_start_time()"
                return try session.run(place).first?.text() ?? ""
            }
        }
    }

    /// The fleet's own identifier; throws unless its tables, key and slots match this program's.
    public func identifier() async throws -> String { try await pool.perform(identifier) }

    private func identifier(_ session: PostgresSession) throws -> String {
        guard try FleetSchema.found(session) != nil,
            let row = try session.run("SELECT id::text, key, slots FROM fleet").first
        else { throw FleetError(.schema, "this database has no fleet") }
        let id = row.text()
        try seal.verify(row.bytes())
        let found = row.bytes().map { String(decoding: $0, as: UTF8.self) } ?? slots
        guard found == slots else {
            throw FleetError(
                .refused, "this database was made for slots \(found), not \(slots)",
                fix: "correct the shards file; for moved slots see docs/fleet.md")
        }
        return id
    }

    /// Uses a connection, unless the fleet has taken a key that this process does not have.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await pool.perform { session in
            if seal.key == nil {
                try seal.verify(session.run("SELECT key FROM fleet").first?.bytes())
            }
            return try body(session)
        }
    }

    /// Runs one statement, which commits itself.
    @discardableResult
    func run<Row: Sendable>(
        _ sql: String, _ values: [PostgresValue] = [],
        _ read: @escaping @Sendable (PostgresRow) throws -> Row
    ) async throws -> [Row] {
        try await perform { session in try session.run(sql, values).map(read) }
    }

    func write<Result: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await perform { session in
            try session.transaction(isDurable: isDurable) { try body(session) }
        }
    }
}
