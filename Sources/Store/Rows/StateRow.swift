import Alerts
import Foundation
import GRDB

/// Reads and writes the states of alerts, rules, silences and self-alerts.
enum StateRow {
    private static let alerts = StateTable<AlertState>("alertState", column: "key") { $0.key.text }
    private static let rules = StateTable<RuleState>("ruleState", column: "ruleID") { $0.ruleID }
    private static let silences = StateTable<Silence>("silence", column: "id") { $0.id }
    private static let selfAlerts = StateTable<SelfAlertState>("selfAlert", column: "key") {
        $0.selfAlert.key
    }

    private static let bindings = StateTable<Binding>("accountBinding", column: "name") { $0.name }

    /// The accounts that a name in rules stands for.
    private struct Binding: Codable {
        let name: String
        let accounts: [UUID]
    }

    /// Writes changes, removals first.
    static func write(_ change: AlertLedgerChange, to database: Database) throws {
        try alerts.write(change.alerts, removing: change.removedAlerts.map(\.text), to: database)
        let named = change.bindings.map { Binding(name: $0.key, accounts: $0.value) }
        try bindings.write(
            named.filter { !$0.accounts.isEmpty },
            removing: named.filter(\.accounts.isEmpty).map(\.name), to: database)
        try rules.write(change.rules, removing: [], to: database)
        try silences.write(change.silences, removing: change.removedSilences, to: database)
        try selfAlerts.write(change.selfAlerts, removing: change.removedSelfAlerts, to: database)
    }

    static func readLedger(from database: Database) throws -> AlertLedger {
        var ledger = AlertLedger()
        try bindings.read(from: database) { ledger.bindings[$0.name] = $0.accounts }
        try alerts.read(from: database) { ledger.alerts[$0.key] = $0 }
        try rules.read(from: database) { ledger.rules[$0.ruleID] = $0 }
        try silences.read(from: database) { ledger.silences[$0.id] = $0 }
        try selfAlerts.read(from: database) { ledger.selfAlerts[$0.selfAlert.key] = $0 }
        return ledger
    }
}

/// A table of states: a key and a JSON value.
struct StateTable<State: Codable>: Sendable {
    private let name: String
    private let key: @Sendable (State) -> String
    private let upsert: String
    private let delete: String

    init(_ name: String, column: String, key: @escaping @Sendable (State) -> String) {
        self.name = name
        self.key = key
        upsert = "INSERT OR REPLACE INTO \(name) (\(column), state) VALUES (?, ?)"
        delete = "DELETE FROM \(name) WHERE \(column) = ?"
    }

    /// Deletes the removed states, then writes the changed ones.
    func write(_ states: [State], removing keys: [String], to database: Database) throws {
        for key in keys { try database.run(delete, [key]) }
        for state in states { try database.run(upsert, [key(state), StoredJSON.encode(state)]) }
    }

    /// Calls `body` for every state.
    func read(from database: Database, _ body: (State) -> Void) throws {
        let sql = "SELECT state FROM \(name)"
        try UnreadableRows.all(sql, table: name, from: database) { try $0.nextJSON(State.self) }
            .forEach(body)
    }
}

/// Reads and writes the last evaluations of every rule.
enum EvaluationRow {
    private static let insert = "INSERT INTO evaluation (ruleID, entry) VALUES (?, ?)"
    private static let trim = """
        DELETE FROM evaluation WHERE ruleID = ?1 AND sequence <= (
            SELECT sequence FROM evaluation WHERE ruleID = ?1
            ORDER BY sequence DESC LIMIT 1 OFFSET \(EvaluationJournal.limit))
        """
    /// Adds entries and removes the oldest beyond the limit; writes nothing without entries.
    static func add(_ entries: [EvaluationEntry], to database: Database) throws {
        guard !entries.isEmpty else { return }
        for entry in entries { try database.run(insert, [entry.ruleID, StoredJSON.encode(entry)]) }
        for rule in Set(entries.map(\.ruleID)) { try database.run(trim, [rule]) }
    }

    /// The entries of all rules or of one, oldest first.
    static func all(ofRule id: String? = nil, from database: Database) throws -> [EvaluationEntry] {
        try UnreadableRows.all(
            """
            SELECT entry FROM evaluation \(id == nil ? "" : "WHERE ruleID = ?") ORDER BY sequence
            """, id.map { [$0] } ?? [], table: "evaluation", from: database
        ) { try $0.nextJSON() }
    }
}

/// Reads and writes people's commands; their table is the inbox of the watcher.
enum UserCommandRow {
    /// Stores a command; one that is already there is left unchanged.
    static func add(_ command: UserCommand, to database: Database) throws {
        try database.run(
            "INSERT INTO instruction (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
            [command.id, StoredJSON.encode(command)])
    }

    /// All commands, in the order in which they were given.
    static func all(from database: Database) throws -> [UserCommand] {
        try UnreadableRows.all(
            "SELECT body FROM instruction ORDER BY sequence", table: "instruction", from: database
        ) { try $0.nextJSON() }
    }

    /// Removes the commands that were applied.
    static func remove(_ ids: [String], in database: Database) throws {
        for id in ids { try database.run("DELETE FROM instruction WHERE id = ?", [id]) }
    }
}
