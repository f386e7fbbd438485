import Alerts
import GRDB

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
        let rows = try Row.fetchCursor(database.cachedStatement(sql: select))
        var found: [Instruction] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "instruction")
            found.append(try reader.nextJSON())
        }
        return found
    }

    /// Strikes out what was followed.
    static func remove(_ ids: [String], in database: Database) throws {
        guard !ids.isEmpty else { return }
        let statement = try database.cachedStatement(sql: delete)
        for id in ids { try statement.execute(arguments: [id]) }
    }
}
