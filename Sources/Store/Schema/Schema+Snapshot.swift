import GRDB

extension Schema {
    /// Makes everything in a new, empty database.
    static func make(in queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            try claim(database)
            try database.inTransaction(.immediate) {
                try database.execute(sql: snapshot)
                return .commit
            }
        }
        if snapshotMigrations != migrator.migrations { try migrator.migrate(queue) }
    }

    /// The migrations that a new database has in it from the beginning, in their order.
    ///
    /// Frozen like a migration: what comes later is added to a new database by migrating it.
    static let snapshotMigrations = [
        "v1", "coverage", "history", "lifecycle", "conditions", "identity", "delivery", "bindings",
        "cards", "typeCodes", "parcels", "sharedDates",
    ]

    /// What a new database is made of: all that ``snapshotMigrations`` leave behind, made at once.
    ///
    /// Step by step, SQLite reads the whole outline anew with every changed table, which took a
    /// third of the time from the first start to the first notice. A test compares both ways.
    static let snapshot = [
        migrationNames, snapshotFacts, snapshotAlerts, historyTables, firstNumber, historyTriggers,
        snapshotLifecycle, delivery, bindings, cards,
    ].joined(separator: "\n")

    /// What SQLite notes of a history that nothing was put into yet.
    private static let firstNumber =
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('change', 0);"

    /// The table in which GRDB notes what was applied, and in it the names.
    private static let migrationNames =
        "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);\n"
        + "INSERT INTO grdb_migrations VALUES "
        + snapshotMigrations.map { "('\($0)')" }.joined(separator: ", ") + ";"

    private static let snapshotFacts = """
        CREATE TABLE source (
        \(sourceColumns),
            scheduledAtMs INTEGER,
            accountsFreshAtMs INTEGER,
            accountsCompleteAtMs INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE account (
        \(accountColumns),
            coveredFromDay INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_source ON account (source);

        CREATE TABLE accountBalance (
        \(balanceColumns),
            previousReadMs INTEGER,
            PRIMARY KEY (accountID, asOfMs)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE transactionRecord (
        \(transactionColumns),
            bankTypeCode TEXT
        ) STRICT;
        \(transactionIndexes)

        CREATE TABLE matchEvidence (
        \(evidenceColumns),
            reservedDay INTEGER,
            isListedTwice INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        \(scheduledItem)

        \(identityDecision)
        """

    private static let snapshotAlerts = """
        \(states)

        CREATE TABLE outbox (
        \(outboxColumns)
            endedAtMs INTEGER,
            isReported INTEGER NOT NULL DEFAULT 0,
            UNIQUE (noticeID, channel)
        ) STRICT;
        \(outboxIndexes)
        CREATE INDEX outbox_state ON outbox (state, createdAtMs, sequence);

        \(progress)

        \(outboxNotice)
        \(outboxForgetting)
        """

    private static let snapshotLifecycle = """
        \(lifecycleTables)

        \(outboxQueues)
        CREATE INDEX outbox_alert ON outbox (alertKey, createdAtMs, sequence);
        """
}
