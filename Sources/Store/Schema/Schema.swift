import Alerts
import GRDB

/// What the database looks like.
///
/// A migration that was released is never edited: a change is a new migration with a new name.
enum Schema {
    /// The mark in the file that says whose it is: the letters `SVKT`.
    static let applicationID: Int32 = 0x5356_4B54

    /// The tables that the newest version has.
    static let tableNames = [
        "accessGrant", "account", "accountBalance", "accountBinding", "alertState", "change",
        "channelState", "delivery", "evaluation", "failedAttempt", "history", "identityDecision",
        "instruction", "matchEvidence", "outbox", "outboxNotice", "paymentCard", "progress",
        "reader", "ruleState", "scheduledItem", "silence", "source", "transactionRecord",
        "trouble", "upkeep",
    ]

    /// The named migrations in their order.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: tables)
            try database.execute(sql: triggers)
        }
        return migrator
    }()

    /// A migration of versions that were never released, which had `v1` in another form.
    private static let unreleased = "coverage"

    /// Marks an empty database as ours, before anything else is written to it.
    static func claim(_ database: Database) throws {
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
        guard mark == applicationID else {
            throw StoreError.unreadable(path: path, problem: StoreWords.isForeign(mark))
        }
        let applied = try migrator.appliedIdentifiers(database)
        guard !applied.contains(unreleased) else {
            throw StoreError.unreadable(path: path, problem: StoreWords.isUnreleased)
        }
        let unknown = applied.subtracting(migrator.migrations)
        guard unknown.isEmpty else {
            throw StoreError.newerSchema(path: path, migrations: unknown.sorted())
        }
        guard applied.count == migrator.migrations.count else { return false }
        try checkTables(database, path)
        return true
    }

    private static func checkTables(_ database: Database, _ path: String) throws {
        let names = try Set(
            String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
        let missing = tableNames.filter { !names.contains($0) }
        guard missing.isEmpty else {
            throw StoreError.unreadable(path: path, problem: StoreWords.lacks(missing))
        }
        for table in tableNames {
            _ = try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) NOT INDEXED LIMIT 1")
        }
    }
}
