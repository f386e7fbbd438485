import Finance
import Foundation
import GRDB

/// What a person decided about identity, to and from its table.
enum DecisionRow {
    /// The decisions about one account, oldest first.
    static let selectOfAccount = """
        SELECT id, kind, accountID, firstID, secondID, decidedAtMs, appliedAtMs
        FROM identityDecision WHERE accountID = ? ORDER BY id
        """
    private static let insert = """
        INSERT INTO identityDecision (kind, accountID, firstID, secondID, decidedAtMs)
        VALUES (?, ?, ?, ?, ?)
        """
    private static let carryOut = """
        UPDATE identityDecision SET firstID = ?, secondID = ?, appliedAtMs = ? WHERE id = ?
        """

    /// The decisions about one account.
    static func read(account: UUID, from database: Database) throws -> [IdentityDecision] {
        try UnreadableRows.all(selectOfAccount, [account], from: database, decision)
    }

    /// Adds a decision that waits for the next answer of its account.
    static func add(
        _ kind: IdentityDecision.Kind, account: UUID, _ first: UUID, _ second: UUID?,
        at instant: Date, to database: Database
    ) throws {
        try database.cachedStatement(sql: insert).execute(arguments: [
            kind.rawValue, account, first, second, StoredInstant.milliseconds(instant),
        ])
    }

    /// Notes what decisions came to.
    static func write(_ decisions: [IdentityDecision], to database: Database) throws {
        for decision in decisions {
            try database.cachedStatement(sql: carryOut).execute(arguments: [
                decision.first, decision.second,
                decision.appliedAt.map(StoredInstant.milliseconds), decision.id,
            ])
        }
    }

    private static func decision(_ row: Row) throws -> IdentityDecision {
        var reader = RowReader(row, table: "identityDecision")
        return IdentityDecision(
            id: try reader.next(), kind: try reader.nextCase(), accountID: try reader.next(),
            first: try reader.next(), second: try reader.next(UUID?.self),
            decidedAt: try reader.nextInstant(), appliedAt: try reader.nextOptionalInstant())
    }
}
