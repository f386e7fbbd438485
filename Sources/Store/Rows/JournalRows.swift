import Alerts
import GRDB

/// The last evaluations of every rule to and from their table.
enum EvaluationRow {
    private static let insert = "INSERT INTO evaluation (ruleID, entry) VALUES (?, ?)"
    private static let trim = """
        DELETE FROM evaluation WHERE ruleID = ?1 AND sequence <= (
            SELECT sequence FROM evaluation WHERE ruleID = ?1
            ORDER BY sequence DESC LIMIT 1 OFFSET \(EvaluationJournal.limit))
        """
    private static let selectAll = "SELECT entry FROM evaluation ORDER BY sequence"
    /// The evaluations of one rule, oldest first.
    static let selectOfRule = "SELECT entry FROM evaluation WHERE ruleID = ? ORDER BY sequence"

    /// Adds entries and forgets those that are too many; writes nothing without news.
    static func add(_ entries: [EvaluationEntry], to database: Database) throws {
        guard !entries.isEmpty else { return }
        for entry in entries {
            try database.cachedStatement(sql: insert)
                .execute(arguments: [entry.ruleID, StoredJSON.encode(entry)])
        }
        for rule in Set(entries.map(\.ruleID)) {
            try database.cachedStatement(sql: trim).execute(arguments: [rule])
        }
    }

    /// All entries, oldest first.
    static func all(from database: Database) throws -> [EvaluationEntry] {
        try UnreadableRows.all(selectAll, from: database, entry)
    }

    /// The entries of one rule, oldest first.
    static func all(ofRule id: String, from database: Database) throws -> [EvaluationEntry] {
        try UnreadableRows.all(selectOfRule, [id], from: database, entry)
    }

    private static func entry(_ row: Row) throws -> EvaluationEntry {
        var reader = RowReader(row, table: "evaluation")
        return try reader.nextJSON()
    }
}

/// Instructions to and from their table, which is the inbox of the watcher.
enum InstructionRow {
    private static let insert = """
        INSERT INTO instruction (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING
        """
    private static let select = "SELECT body FROM instruction ORDER BY sequence"
    private static let delete = "DELETE FROM instruction WHERE id = ?"

    /// Leaves an instruction; one that is there already is left as it is.
    static func add(_ instruction: Instruction, to database: Database) throws {
        try database.cachedStatement(sql: insert)
            .execute(arguments: [instruction.id, StoredJSON.encode(instruction)])
    }

    /// All instructions, in the order in which they were given.
    static func all(from database: Database) throws -> [Instruction] {
        try UnreadableRows.all(select, from: database) { row in
            var reader = RowReader(row, table: "instruction")
            return try reader.nextJSON()
        }
    }

    /// Strikes out what was followed.
    static func remove(_ ids: [String], in database: Database) throws {
        guard !ids.isEmpty else { return }
        let statement = try database.cachedStatement(sql: delete)
        for id in ids { try statement.execute(arguments: [id]) }
    }
}
