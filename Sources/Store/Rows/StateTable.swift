import GRDB

/// A table of states: a key and, as JSON, what is known under it.
struct StateTable<State: Codable>: Sendable {
    private let name: String
    private let key: @Sendable (State) -> String
    private let upsert: String
    private let delete: String

    /// Names the table and its column of keys, and says where a state has its key.
    init(_ name: String, column: String, key: @escaping @Sendable (State) -> String) {
        self.name = name
        self.key = key
        upsert = "INSERT OR REPLACE INTO \(name) (\(column), state) VALUES (?, ?)"
        delete = "DELETE FROM \(name) WHERE \(column) = ?"
    }

    /// Deletes what ended, then writes what changed.
    func write(_ states: [State], removing keys: [String], to database: Database) throws {
        for key in keys {
            try database.cachedStatement(sql: delete).execute(arguments: [key])
        }
        for state in states {
            try database.cachedStatement(sql: upsert)
                .execute(arguments: [key(state), StoredJSON.encode(state)])
        }
    }

    /// Gives out every state.
    func read(from database: Database, _ body: (State) -> Void) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT state FROM \(name)")
        while let row = try rows.next() {
            var reader = RowReader(row, table: name)
            body(try reader.nextJSON(State.self))
        }
    }
}
