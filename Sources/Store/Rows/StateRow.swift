import Alerts
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
