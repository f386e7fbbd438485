import Alerts
import Foundation
import GRDB

/// The states of alerts, rules, silences and the program's own troubles to and from their tables.
enum StateRow {
    private static let alerts = StateTable<AlertState>("alertState", column: "key") { $0.key.text }
    private static let rules = StateTable<RuleState>("ruleState", column: "ruleID") { $0.ruleID }
    private static let silences = StateTable<Silence>("silence", column: "id") { $0.id }
    private static let troubles = StateTable<TroubleState>("trouble", column: "key") {
        $0.trouble.key
    }

    /// Writes what changed, ended ones first.
    static func write(_ change: AlertLedgerChange, to database: Database) throws {
        try alerts.write(
            change.alerts, removing: change.removedAlerts.map(\.text), to: database)
        try BindingRow.write(change.bindings, to: database)
        try rules.write(change.rules, removing: [], to: database)
        try silences.write(change.silences, removing: change.removedSilences, to: database)
        try troubles.write(change.troubles, removing: change.removedTroubles, to: database)
    }

    /// Reads all states.
    static func readLedger(from database: Database) throws -> AlertLedger {
        var ledger = AlertLedger()
        ledger.bindings = try BindingRow.read(from: database)
        try alerts.read(from: database) { ledger.alerts[$0.key] = $0 }
        try rules.read(from: database) { ledger.rules[$0.ruleID] = $0 }
        try silences.read(from: database) { ledger.silences[$0.id] = $0 }
        try troubles.read(from: database) { ledger.troubles[$0.trouble.key] = $0 }
        return ledger
    }
}

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
        let states = try UnreadableRows.all("SELECT state FROM \(name)", from: database) { row in
            var reader = RowReader(row, table: name)
            return try reader.nextJSON(State.self)
        }
        states.forEach(body)
    }
}

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
        let found = try UnreadableRows.all(
            "SELECT name, accountIDs FROM accountBinding", from: database
        ) { row in
            var reader = RowReader(row, table: "accountBinding")
            return (try reader.next(String.self), try reader.nextJSON([UUID].self))
        }
        return Dictionary(found, uniquingKeysWith: { $1 })
    }
}
