extension Schema {
    // What migration `v1` made and no later one changed: the migration and the outline of a new
    // database are put together from it. Frozen with the migration.

    /// What is known of each bank connection.
    static let sourceColumns = """
            id TEXT NOT NULL PRIMARY KEY,
            lastSuccessMs INTEGER,
            lastCompleteMs INTEGER,
            lastAttemptMs INTEGER,
            failingSinceMs INTEGER,
            failureKind TEXT,
            failureProblem TEXT,
            failureFix TEXT
        """

    /// What is known of each account.
    static let accountColumns = """
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
            firstSeenMs INTEGER NOT NULL
        """

    /// What the balances of an account were at an instant.
    static let balanceColumns = """
            accountID BLOB NOT NULL REFERENCES account (id),
            asOfMs INTEGER NOT NULL,
            availableMinor INTEGER,
            availableCurrency TEXT,
            availableAsOfMs INTEGER,
            bookedMinor INTEGER,
            bookedCurrency TEXT
        """

    /// One transaction, with what recognises its row in the next answer.
    static let transactionColumns = """
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
                GENERATED ALWAYS AS (max(day, coalesce(postedDay, day))) VIRTUAL
        """

    /// By what transactions are looked for.
    static let transactionIndexes = """
        CREATE INDEX transactionRecord_latest ON transactionRecord (accountID, latestDay);
        CREATE INDEX transactionRecord_open ON transactionRecord (accountID, latestDay)
            WHERE isGone = 0 AND status IN ('authorized', 'pending');
        CREATE INDEX transactionRecord_day ON transactionRecord (day, firstSeenMs, id)
            WHERE isGone = 0;
        CREATE INDEX transactionRecord_accountDay
            ON transactionRecord (accountID, day, firstSeenMs, id)
            WHERE isGone = 0;
        """

    /// Why a row was taken for the booking of a reservation.
    static let evidenceColumns = """
            transactionID BLOB NOT NULL PRIMARY KEY REFERENCES transactionRecord (id),
            tier INTEGER NOT NULL,
            words TEXT NOT NULL,
            reservedText TEXT,
            reservedMinor INTEGER NOT NULL,
            reservedCurrency TEXT NOT NULL
        """

    /// What a bank has on its list to come.
    static let scheduledItem = """
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
        """

    /// The states of alerts and of rules.
    static let states = """
        CREATE TABLE alertState (
            key TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ruleState (
            ruleID TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;
        """

    /// One notice on its way to one channel.
    static let outboxColumns = """
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
        """

    /// By what the lines in front of the channels are looked for.
    static let outboxIndexes = """
        CREATE INDEX outbox_due ON outbox (channel, dueAtMs) WHERE turn = 1;
        CREATE UNIQUE INDEX outbox_head ON outbox (channel, alertKey) WHERE turn <> 0;
        CREATE INDEX outbox_line ON outbox (channel, alertKey, createdAtMs, sequence)
            WHERE state = 'waiting';
        """

    /// How many commits there were.
    static let progress = """
        CREATE TABLE progress (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            commits INTEGER NOT NULL
        ) STRICT;
        INSERT INTO progress (id, commits) VALUES (1, 0);
        """
}
