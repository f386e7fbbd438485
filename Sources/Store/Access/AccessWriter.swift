import Finance
import Foundation
import GRDB

/// Writes what the owner decides about readers.
enum AccessWriter {
    private static let upsertReader = """
        INSERT INTO reader (name, decidedAtMs) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET decidedAtMs = excluded.decidedAtMs
        """
    private static let insertChange = """
        INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
        VALUES (3, ?, ?, 2, 0, 0, ?)
        """
    private static let insertGrant = """
        INSERT INTO accessGrant (reader, accountID, sequence, isGranted, earliestDay)
        VALUES (?, ?, ?, ?, ?)
        """

    /// Notes that something was decided, even if it changes nothing.
    static func decide(on reader: ReaderName, at now: Date, in database: Database) throws {
        try database.cachedStatement(sql: upsertReader)
            .execute(arguments: [reader.text, StoredInstant.milliseconds(now)])
    }

    /// Lets a reader see other days of an account from now on; nothing if that is so already.
    ///
    /// - Returns: whether anything changed.
    static func set(
        _ visibility: Visibility, of account: UUID, for reader: ReaderName, at now: Date,
        in database: Database
    ) throws -> Bool {
        let known = try AccessReader.history(of: reader, account: account, from: database)
        guard known.current != visibility else { return false }
        try database.cachedStatement(sql: insertChange)
            .execute(arguments: [account, reader.text, StoredInstant.milliseconds(now)])
        let earliest = visibility.earliest.flatMap { $0 == .min ? nil : $0 }
        try database.cachedStatement(sql: insertGrant).execute(arguments: [
            reader.text, account, database.lastInsertedRowID, visibility != .nothing, earliest,
        ])
        return true
    }
}
