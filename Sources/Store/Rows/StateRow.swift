import Alerts
import GRDB

/// The states of alerts and rules to and from their tables.
enum StateRow {
    private static let upsertAlert = "INSERT OR REPLACE INTO alertState (key, state) VALUES (?, ?)"
    private static let deleteAlert = "DELETE FROM alertState WHERE key = ?"
    private static let upsertRule = "INSERT OR REPLACE INTO ruleState (ruleID, state) VALUES (?, ?)"

    /// Writes what changed, ended alerts first.
    static func write(_ change: AlertLedgerChange, to database: Database) throws {
        for key in change.removedAlerts {
            try database.cachedStatement(sql: deleteAlert).execute(arguments: [key.text])
        }
        for alert in change.alerts {
            try database.cachedStatement(sql: upsertAlert)
                .execute(arguments: [alert.key.text, StoredJSON.encode(alert)])
        }
        try BindingRow.write(change.bindings, to: database)
        for rule in change.rules {
            try database.cachedStatement(sql: upsertRule)
                .execute(arguments: [rule.ruleID, StoredJSON.encode(rule)])
        }
        try LifecycleState.write(change, to: database)
    }

    /// Reads all states.
    static func readLedger(from database: Database) throws -> AlertLedger {
        var ledger = AlertLedger()
        ledger.bindings = try BindingRow.read(from: database)
        let alerts = try Row.fetchCursor(database, sql: "SELECT state FROM alertState")
        while let row = try alerts.next() {
            var reader = RowReader(row, table: "alertState")
            let alert = try reader.nextJSON(AlertState.self)
            ledger.alerts[alert.key] = alert
        }
        let rules = try Row.fetchCursor(database, sql: "SELECT state FROM ruleState")
        while let row = try rules.next() {
            var reader = RowReader(row, table: "ruleState")
            let rule = try reader.nextJSON(RuleState.self)
            ledger.rules[rule.ruleID] = rule
        }
        try LifecycleState.read(into: &ledger, from: database)
        return ledger
    }
}
