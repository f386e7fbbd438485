public import Alerts
public import Finance
public import Foundation
import GRDB

/// Stores a person's decisions on which transactions are one movement.
///
/// A decision is one small row, and may be written while `saldovakt watch` runs. It takes effect
/// with the account's next answer.
public final class IdentityDecisions: Sendable {
    private let connection: StoreConnection

    private init(_ connection: StoreConnection) { self.connection = connection }

    /// Opens a state folder that a watcher made.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    public static func open(folder: String) throws(StoreError) -> IdentityDecisions {
        IdentityDecisions(try StoreConnection.openBeside(folder: folder))
    }

    /// Stores that two transactions of one account are one.
    public func join(
        _ first: TransactionRecord, _ second: TransactionRecord, at instant: Date
    ) async throws(StoreError) {
        let account = first.transaction.accountID
        let ids = (first.transaction.id, second.transaction.id)
        try await connection.write("note a join") { database in
            try DecisionRow.add(.join, account: account, ids.0, ids.1, at: instant, to: database)
        }
    }

    /// Stores that a booking does not belong to its reservation.
    public func split(_ record: TransactionRecord, at instant: Date) async throws(StoreError) {
        let (account, id) = (record.transaction.accountID, record.transaction.id)
        try await connection.write("note a split") { database in
            try DecisionRow.add(.split, account: account, id, nil, at: instant, to: database)
        }
    }
}

/// Reads and writes a person's decisions on identity.
enum DecisionRow {
    static func read(account: UUID, from database: Database) throws -> [IdentityDecision] {
        try UnreadableRows.all(
            """
            SELECT id, kind, accountID, firstID, secondID, decidedAtMs, appliedAtMs
            FROM identityDecision WHERE accountID = ? ORDER BY id
            """, [account], table: "identityDecision", from: database
        ) { reader in
            IdentityDecision(
                id: try reader.next(), kind: try reader.nextCase(), accountID: try reader.next(),
                first: try reader.next(), second: try reader.next(UUID?.self),
                decidedAt: try reader.nextInstant(), appliedAt: try reader.nextOptionalInstant())
        }
    }

    /// Adds a decision that takes effect with the next answer of its account.
    static func add(
        _ kind: IdentityDecision.Kind, account: UUID, _ first: UUID, _ second: UUID?,
        at instant: Date, to database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO identityDecision (kind, accountID, firstID, secondID, decidedAtMs)
            VALUES (?, ?, ?, ?, ?)
            """, [kind.rawValue, account, first, second, instant.milliseconds])
    }

    /// Stores the results of decisions.
    static func write(_ decisions: [IdentityDecision], to database: Database) throws {
        for decision in decisions {
            try database.run(
                """
                UPDATE identityDecision SET firstID = ?, secondID = ?, appliedAtMs = ? WHERE id = ?
                """,
                [
                    decision.first, decision.second, decision.appliedAt?.milliseconds, decision.id,
                ])
        }
    }
}
