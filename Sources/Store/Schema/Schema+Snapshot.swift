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
        let isNewest = snapshotMigrations == maker.migrations
        if !isNewest { try maker.migrate(queue) }
    }

    /// The migrations that a new database has in it from the beginning, in their order.
    ///
    /// Frozen like a migration: what comes later is added to a new database by migrating it.
    static let snapshotMigrations = [
        "v1", "coverage", "history", "lifecycle", "conditions", "identity", "delivery", "bindings",
        "cards", "typeCodes", "parcels",
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
            id TEXT NOT NULL PRIMARY KEY,
            lastSuccessMs INTEGER,
            lastCompleteMs INTEGER,
            lastAttemptMs INTEGER,
            failingSinceMs INTEGER,
            failureKind TEXT,
            failureProblem TEXT,
            failureFix TEXT,
            scheduledAtMs INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE account (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            source TEXT NOT NULL,
            bankAccountID TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('asset', 'liability')),
            displayName TEXT NOT NULL,
            accountDescription TEXT,
            currency TEXT NOT NULL,
            number TEXT, -- the full account number: personal, show it masked
            creditInformation TEXT, -- JSON, for a liability
            bookedMinor INTEGER,
            bookedCurrency TEXT,
            availableMinor INTEGER,
            availableCurrency TEXT,
            creditLimitMinor INTEGER,
            creditLimitCurrency TEXT,
            freshAtMs INTEGER NOT NULL,
            completeAtMs INTEGER,
            firstSeenMs INTEGER NOT NULL,
            coveredFromDay INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_source ON account (source);

        CREATE TABLE accountBalance (
            accountID BLOB NOT NULL REFERENCES account (id),
            asOfMs INTEGER NOT NULL,
            availableMinor INTEGER,
            availableCurrency TEXT,
            availableAsOfMs INTEGER,
            bookedMinor INTEGER,
            bookedCurrency TEXT,
            previousReadMs INTEGER,
            PRIMARY KEY (accountID, asOfMs)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE transactionRecord (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            accountID BLOB NOT NULL REFERENCES account (id),
            amountMinor INTEGER NOT NULL,
            currency TEXT NOT NULL,
            direction TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
            description TEXT NOT NULL,
            originalDescription TEXT NOT NULL,
            merchantName TEXT,
            merchantCategoryCode INTEGER,
            type TEXT NOT NULL,
            status TEXT NOT NULL,
            day INTEGER NOT NULL,
            postedDay INTEGER,
            foreignMinor INTEGER,
            foreignCurrency TEXT,
            foreignRate TEXT,
            hasCounterparty INTEGER NOT NULL,
            counterpartyName TEXT,
            counterpartyNumber TEXT, -- a full account number: personal, show it masked
            isOwnTransfer INTEGER NOT NULL,
            firstSeenMs INTEGER NOT NULL,
            reservedMinor INTEGER,
            reservedCurrency TEXT,
            bankTransactionID TEXT,
            observation TEXT, -- JSON, only where the columns do not say the same
            isBaseline INTEGER NOT NULL,
            missedAnswers INTEGER NOT NULL,
            missingSinceMs INTEGER,
            isGone INTEGER NOT NULL,
            latestDay INTEGER NOT NULL
                GENERATED ALWAYS AS (max(day, coalesce(postedDay, day))) VIRTUAL,
            bankTypeCode TEXT
        ) STRICT;
        CREATE INDEX transactionRecord_latest ON transactionRecord (accountID, latestDay);
        CREATE INDEX transactionRecord_open ON transactionRecord (accountID, latestDay)
            WHERE isGone = 0 AND status IN ('authorized', 'pending');
        CREATE INDEX transactionRecord_day ON transactionRecord (day, firstSeenMs, id)
            WHERE isGone = 0;
        CREATE INDEX transactionRecord_accountDay
            ON transactionRecord (accountID, day, firstSeenMs, id)
            WHERE isGone = 0;

        CREATE TABLE matchEvidence (
            transactionID BLOB NOT NULL PRIMARY KEY REFERENCES transactionRecord (id),
            tier INTEGER NOT NULL,
            words TEXT NOT NULL,
            reservedText TEXT,
            reservedMinor INTEGER NOT NULL,
            reservedCurrency TEXT NOT NULL,
            reservedDay INTEGER,
            isListedTwice INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE scheduledItem (
            source TEXT NOT NULL,
            position INTEGER NOT NULL,
            bankAccountID TEXT NOT NULL,
            id TEXT NOT NULL,
            amountMinor INTEGER NOT NULL,
            currency TEXT NOT NULL,
            dueDay INTEGER NOT NULL,
            text TEXT,
            kind TEXT NOT NULL,
            PRIMARY KEY (source, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE identityDecision (
            id INTEGER NOT NULL PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('join', 'split')),
            accountID BLOB NOT NULL REFERENCES account (id),
            firstID BLOB NOT NULL,
            secondID BLOB,
            decidedAtMs INTEGER NOT NULL,
            appliedAtMs INTEGER
        ) STRICT;
        CREATE INDEX identityDecision_account ON identityDecision (accountID, id);
        """

    private static let snapshotAlerts = """
        CREATE TABLE alertState (
            key TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ruleState (
            ruleID TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE outbox (
            sequence INTEGER NOT NULL PRIMARY KEY,
            noticeID TEXT NOT NULL,
            channel TEXT NOT NULL,
            alertKey TEXT NOT NULL,
            type TEXT NOT NULL,
            createdAtMs INTEGER NOT NULL,
            dueAtMs INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            state TEXT NOT NULL,
            turn INTEGER NOT NULL CHECK (turn IN (0, 1, 2)),
            problem TEXT, -- JSON
            endedAtMs INTEGER,
            isReported INTEGER NOT NULL DEFAULT 0,
            UNIQUE (noticeID, channel)
        ) STRICT;
        CREATE INDEX outbox_due ON outbox (channel, dueAtMs) WHERE turn = 1;
        CREATE UNIQUE INDEX outbox_head ON outbox (channel, alertKey) WHERE turn <> 0;
        CREATE INDEX outbox_line ON outbox (channel, alertKey, createdAtMs, sequence)
            WHERE state = 'waiting';
        CREATE INDEX outbox_state ON outbox (state, createdAtMs, sequence);

        CREATE TABLE progress (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            commits INTEGER NOT NULL
        ) STRICT;
        INSERT INTO progress (id, commits) VALUES (1, 0);

        CREATE TABLE outboxNotice (
            sequence INTEGER NOT NULL PRIMARY KEY, -- of its entry
            notice TEXT NOT NULL -- JSON as published
        ) STRICT;
        CREATE TRIGGER outbox_forgotten AFTER DELETE ON outbox BEGIN
            DELETE FROM outboxNotice WHERE sequence = OLD.sequence;
        END;
        """

    private static let snapshotLifecycle = """
        CREATE TABLE silence (
            id TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE trouble (
            key TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE instruction (
            sequence INTEGER NOT NULL PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            body TEXT NOT NULL -- JSON
        ) STRICT;

        CREATE TABLE evaluation (
            sequence INTEGER NOT NULL PRIMARY KEY,
            ruleID TEXT NOT NULL,
            entry TEXT NOT NULL -- JSON
        ) STRICT;
        CREATE INDEX evaluation_rule ON evaluation (ruleID, sequence);

        CREATE TABLE failedAttempt (
            noticeID TEXT NOT NULL,
            channel TEXT NOT NULL,
            number INTEGER NOT NULL,
            atMs INTEGER NOT NULL,
            problem TEXT NOT NULL, -- JSON
            PRIMARY KEY (noticeID, channel, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE channelState (
            channel TEXT NOT NULL PRIMARY KEY,
            deliveredAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX outbox_unreported ON outbox (createdAtMs, sequence)
            WHERE state = 'gaveUp' AND isReported = 0;
        CREATE INDEX outbox_waiting ON outbox (channel, createdAtMs, sequence)
            WHERE state = 'waiting';
        CREATE INDEX outbox_alert ON outbox (alertKey, createdAtMs, sequence);
        """
}
