import Foundation
import GRDB

/// The accounts that names in rules stand for, to and from their table.
enum BindingRow {
    private static let upsert =
        "INSERT OR REPLACE INTO accountBinding (name, accountIDs) VALUES (?, ?)"
    private static let delete = "DELETE FROM accountBinding WHERE name = ?"

    /// Writes changed bindings; a name without accounts is forgotten.
    static func write(_ bindings: [String: [UUID]], to database: Database) throws {
        for (name, accounts) in bindings {
            if accounts.isEmpty {
                try database.cachedStatement(sql: delete).execute(arguments: [name])
            } else {
                try database.cachedStatement(sql: upsert)
                    .execute(arguments: [name, StoredJSON.encode(accounts)])
            }
        }
    }

    /// Reads all bindings.
    static func read(from database: Database) throws -> [String: [UUID]] {
        var bindings: [String: [UUID]] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT name, accountIDs FROM accountBinding")
        while let row = try rows.next() {
            var reader = RowReader(row, table: "accountBinding")
            let name: String = try reader.next()
            bindings[name] = try reader.nextJSON([UUID].self)
        }
        return bindings
    }
}
