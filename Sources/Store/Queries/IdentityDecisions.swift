package import Alerts
package import Finance
package import Foundation
import GRDB

/// Stores a person's decisions on which transactions are one movement.
///
/// A decision is one small row, and may be written while `saldovakt watch` runs. It takes effect
/// with the account's next answer.
package enum IdentityDecisions: Sendable {
    /// Stores that two transactions of one account are one, or that a booking does not belong to its
    /// reservation.
    ///
    /// - Returns: false for a join of two that were joined before and not split since: nothing is
    ///   stored.
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    @discardableResult
    package static func note(
        _ kind: IdentityDecision.Kind, _ first: TransactionRecord,
        _ second: TransactionRecord? = nil, at instant: Date, folder: String
    ) async throws(StoreError) -> Bool {
        let connection = try StoreConnection.openBeside(folder: folder)
        return try await connection.write("note a \(kind.rawValue)") { database in
            let (one, other) = (first.transaction.id, second?.transaction.id)
            let last: String? = try database.first(
                """
                SELECT kind FROM identityDecision
                WHERE firstID = ?1 AND secondID = ?2 OR firstID = ?2 AND secondID = ?1
                    OR kind = 'split' AND firstID IN (?1, ?2)
                ORDER BY id DESC LIMIT 1
                """, [one, other])
            guard kind != .join || last != IdentityDecision.Kind.join.rawValue else { return false }
            try database.run(
                """
                INSERT INTO identityDecision (kind, accountID, firstID, secondID, decidedAtMs)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    kind.rawValue, first.transaction.accountID, first.transaction.id,
                    second?.transaction.id, instant.milliseconds,
                ])
            return true
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
