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

    /// How many commits of this process had to be checked because their answer was lost.
    public var commitsInDoubt: Int { doubts.withLock(\.self) }
}

extension PostgresFleet {
    /// Makes a fleet; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - target: a connection string of libpq, `host=… dbname=…` or `postgresql://…`.
    ///   - slots: which households are here; a fleet that was made for others is refused.
    public init(
        _ target: String, connections: Int = 4, seal: HouseholdSeal = .plain, slots: String = ""
    ) {
        (self.seal, self.slots) = (seal, slots)
        pool = PostgresPool(target, connections: connections, probe: nil)
    }

    /// Makes missing tables, and gives a fleet without a key or slots those of this program.
    public func migrate() async throws {
        try await pool.perform(FleetSchema.migrate)
        try await run(
            "UPDATE fleet SET key = COALESCE(key, $1), slots = COALESCE(slots, $2)",
            [.bytes(try seal.newKey(for: "")), .text(slots)]
        ) { _ in }
        _ = try await identifier()
    }

    /// The fleet's own identifier; throws unless its tables, key and slots match this program's.
    public func identifier() async throws -> String {
        try await pool.perform { session in
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
    }

    /// Runs one statement, which commits itself.
    @discardableResult
    func run<Row: Sendable>(
        _ sql: String, _ values: [PostgresValue] = [],
        _ read: @escaping @Sendable (PostgresRow) throws -> Row
    ) async throws -> [Row] {
        try await pool.perform { session in try session.run(sql, values).map(read) }
    }

    /// Commits what `body` wrote, all or nothing.
    func write<Result: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await pool.perform { session in
            try session.transaction(isDurable: isDurable) { try body(session) }
        }
    }
}

/// Parts that several statements share.
enum FleetSQL {
    /// The time of a statement, evaluated once, so that indexes can be used.
    static let clockExpression = "clock AS MATERIALIZED (SELECT saldovakt_now() AS now)"
}
