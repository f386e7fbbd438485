import Alerts
import GRDB

/// What the database looks like, and how an older one becomes like it.
///
/// A migration that was released is never edited: a change is a new migration with a new name.
enum Schema {
    /// The mark in the file that says whose it is: the letters `SVKT`.
    static let applicationID: Int32 = 0x5356_4B54

    /// The tables that the newest version has.
    static let tables = [
        "accessGrant", "account", "accountBalance", "accountBinding", "alertState", "change",
        "channelState", "delivery", "evaluation", "failedAttempt", "history", "identityDecision",
        "instruction", "matchEvidence", "outbox", "outboxNotice", "paymentCard", "progress",
        "reader", "ruleState", "scheduledItem", "silence", "source", "transactionRecord",
        "trouble", "upkeep",
    ]

    /// The named migrations in their order.
    static let migrator = makeMigrator()

    private static func makeMigrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: factsV1)
            try db.execute(sql: alertsV1)
        }
        migrator.registerMigration("coverage") { db in
            try db.execute(sql: coverage)
        }
        migrator.registerMigration("history", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: historyTables)
            try db.execute(sql: historyOfStored)
            try db.execute(sql: historyTriggers)
        }
        migrator.registerMigration("lifecycle", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: lifecycle)
        }
        migrator.registerMigration("conditions") {
            try $0.execute(sql: conditions)
        }
        migrator.registerMigration("identity", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: identity)
        }
        migrator.registerMigration("delivery") { db in
            try db.execute(sql: delivery)
        }
        migrator.registerMigration("bindings") { db in
            try db.execute(sql: bindings)
        }
        migrator.registerMigration("cards") { db in
            try db.execute(sql: cards)
        }
        migrator.registerMigration("typeCodes") { db in
            try db.execute(sql: typeCodes)
        }
        migrator.registerMigration("parcels", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: parcels)
        }
        migrator.registerMigration("sharedDates") { db in
            try db.execute(sql: sharedDates)
        }
        return migrator
    }

    /// Marks an empty database as ours, before anything else is written to it.
    ///
    /// Whatever cuts the making of the tables short, the next start knows its own file.
    static func claim(_ database: Database) throws {
        guard try Int32.fetchOne(database, sql: "PRAGMA application_id") == 0 else { return }
        // Only an empty file can be told to give back pages in small steps; see `maintain`.
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }

    /// Looks whether an opened database is ours, whole as far as its outline shows, and not newer.
    ///
    /// Reads the schema and the first page of each table, so the cost does not grow with the
    /// content; ``SQLiteAlertStore/damage(folder:)`` reads everything.
    ///
    /// - Returns: whether all migrations have been applied.
    static func check(_ database: Database, path: String) throws -> Bool {
        let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let names = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        if mark == 0, names.isEmpty { return false }
        guard mark == applicationID else {
            throw StoreError.unreadable(path: path, problem: StoreWords.isForeign(mark))
        }
        let applied = try migrator.appliedIdentifiers(database)
        let unknown = applied.subtracting(migrator.migrations)
        guard unknown.isEmpty else {
            throw StoreError.newerSchema(path: path, migrations: unknown.sorted())
        }
        guard applied.count == migrator.migrations.count else { return false }
        try checkTables(database, names, path)
        return true
    }

    private static func checkTables(
        _ database: Database, _ names: [String], _ path: String
    ) throws {
        let missing = tables.filter { !names.contains($0) }
        guard missing.isEmpty else {
            throw StoreError.unreadable(path: path, problem: StoreWords.lacks(missing))
        }
        for table in tables {
            _ = try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) NOT INDEXED LIMIT 1")
        }
    }
}
