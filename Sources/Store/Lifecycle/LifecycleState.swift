import Alerts
import GRDB

/// Silences and the program's own troubles to and from their tables.
enum LifecycleState {
    private static let upsertSilence = "INSERT OR REPLACE INTO silence (id, state) VALUES (?, ?)"
    private static let deleteSilence = "DELETE FROM silence WHERE id = ?"
    private static let upsertTrouble = "INSERT OR REPLACE INTO trouble (key, state) VALUES (?, ?)"
    private static let deleteTrouble = "DELETE FROM trouble WHERE key = ?"

    /// Writes what changed, ended ones first.
    static func write(_ change: AlertLedgerChange, to database: Database) throws {
        for id in change.removedSilences {
            try database.cachedStatement(sql: deleteSilence).execute(arguments: [id])
        }
        for silence in change.silences {
            try database.cachedStatement(sql: upsertSilence)
                .execute(arguments: [silence.id, StoredJSON.encode(silence)])
        }
        for key in change.removedTroubles {
            try database.cachedStatement(sql: deleteTrouble).execute(arguments: [key])
        }
        for trouble in change.troubles {
            try database.cachedStatement(sql: upsertTrouble)
                .execute(arguments: [trouble.trouble.key, StoredJSON.encode(trouble)])
        }
    }

    /// Reads everything into a ledger.
    static func read(into ledger: inout AlertLedger, from database: Database) throws {
        let silences = try Row.fetchCursor(database, sql: "SELECT state FROM silence")
        while let row = try silences.next() {
            var reader = RowReader(row, table: "silence")
            let silence = try reader.nextJSON(Silence.self)
            ledger.silences[silence.id] = silence
        }
        let troubles = try Row.fetchCursor(database, sql: "SELECT state FROM trouble")
        while let row = try troubles.next() {
            var reader = RowReader(row, table: "trouble")
            let trouble = try reader.nextJSON(TroubleState.self)
            ledger.troubles[trouble.trouble.key] = trouble
        }
    }
}
