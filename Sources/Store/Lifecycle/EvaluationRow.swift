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
        try entries(Row.fetchCursor(database.cachedStatement(sql: selectAll)))
    }

    /// The entries of one rule, oldest first.
    static func all(ofRule id: String, from database: Database) throws -> [EvaluationEntry] {
        try entries(
            Row.fetchCursor(database.cachedStatement(sql: selectOfRule), arguments: [id]))
    }

    private static func entries(_ rows: RowCursor) throws -> [EvaluationEntry] {
        var found: [EvaluationEntry] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "evaluation")
            found.append(try reader.nextJSON())
        }
        return found
    }
}
