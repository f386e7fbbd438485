extension Schema {
    /// All tables with their indexes.
    ///
    /// Instants are whole milliseconds since 1970 (`…Ms`), days are days since 1970 in the bank's zone
    /// (`…Day`), amounts are minor units (`…Minor`) with their currency beside them, identifiers of
    /// our own are the sixteen bytes of a UUID.
    static let tables = """
        -- What is known of each bank connection.
        CREATE TABLE source (
            id TEXT NOT NULL PRIMARY KEY,
            lastAttemptMs INTEGER,
            facts TEXT NOT NULL, -- JSON
            scheduled TEXT, -- JSON, the items in the bank's order
            cards TEXT -- JSON, in the bank's order
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
            coveredFromDay INTEGER -- how far back the history is known without a gap
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_source ON account (source);

        CREATE TABLE accountBalance (
            accountID BLOB NOT NULL REFERENCES account (id),
            asOfMs INTEGER NOT NULL,
            day INTEGER NOT NULL,
            availableMinor INTEGER,
            availableCurrency TEXT,
            availableAsOfMs INTEGER,
            bookedMinor INTEGER,
            bookedCurrency TEXT,
            previousReadMs INTEGER, -- how long the record before held good
            PRIMARY KEY (accountID, asOfMs)
        ) STRICT, WITHOUT ROWID;

        -- One transaction, with what recognises its row in the next answer.
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
            bankTypeCode TEXT, -- the bank's own word for a type that is not known
            -- Why the row was taken for the booking of a reservation, and what was reserved.
            evidenceTier INTEGER,
            evidenceWords TEXT,
            evidenceText TEXT,
            evidenceMinor INTEGER,
            evidenceCurrency TEXT,
            evidenceDay INTEGER,
            isListedTwice INTEGER,
            latestDay INTEGER NOT NULL
                GENERATED ALWAYS AS (max(day, coalesce(postedDay, day))) VIRTUAL
        ) STRICT;
        CREATE INDEX transactionRecord_latest ON transactionRecord (accountID, latestDay);
        CREATE INDEX transactionRecord_open ON transactionRecord (accountID, latestDay)
            WHERE isGone = 0 AND status IN ('authorized', 'pending');
        CREATE INDEX transactionRecord_day ON transactionRecord (day, firstSeenMs, id)
            WHERE isGone = 0;
        CREATE INDEX transactionRecord_accountDay
            ON transactionRecord (accountID, day, firstSeenMs, id)
            WHERE isGone = 0;
        CREATE INDEX transactionRecord_gone ON transactionRecord (latestDay) WHERE isGone = 1;

        -- What a person decided about identity.
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

        -- What changed when. A row says that at its number in the sequence a thing came (event 1),
        -- looked different (2) or went (3), and which day it had afterwards and before. Rows about a
        -- thing that came and went stay until they are compacted; of several updates that kept the day only the last
        -- one stays. Kind 0 is an account, 1 a balance record, 2 a transaction, 3 a change of
        -- access. The entity is the identifier of the thing, for a balance record its instant.
        CREATE TABLE change (
            sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            accountID BLOB NOT NULL,
            entity ANY NOT NULL,
            event INTEGER NOT NULL CHECK (event IN (1, 2, 3)),
            day INTEGER NOT NULL,
            dayBefore INTEGER NOT NULL,
            reason TEXT,
            atMs INTEGER NOT NULL
        ) STRICT;
        INSERT INTO sqlite_sequence (name, seq) VALUES ('change', 0);
        CREATE INDEX change_stream ON change (kind, accountID, sequence);
        -- What came is looked up by its account only: an index over all identifiers, which are
        -- random, would write a page for every new row.
        CREATE INDEX change_entity ON change (entity, sequence) WHERE event <> 1;
        CREATE INDEX change_past ON change (sequence) WHERE event <> 1;

        CREATE TABLE history (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            store BLOB NOT NULL CHECK (length(store) = 16),
            compactedTo INTEGER NOT NULL
        ) STRICT;
        INSERT INTO history (id, store, compactedTo) VALUES (1, randomblob(16), 0);

        -- Who may see the history.
        CREATE TABLE reader (
            name TEXT NOT NULL PRIMARY KEY,
            decidedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE accessGrant (
            reader TEXT NOT NULL REFERENCES reader (name),
            accountID BLOB NOT NULL,
            sequence INTEGER NOT NULL, -- the number in the sequence from which on it holds
            isGranted INTEGER NOT NULL,
            earliestDay INTEGER, -- null for all days
            PRIMARY KEY (reader, accountID, sequence)
        ) STRICT, WITHOUT ROWID;

        -- Programs that are woken for changes, with the newest change that each was woken for and
        -- came back from.
        CREATE TABLE delivery (
            name TEXT NOT NULL PRIMARY KEY,
            lastStartMs INTEGER,
            position INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE alertState (
            key TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ruleState (
            ruleID TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE silence (
            id TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE selfAlert (
            key TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        -- Which accounts names in rules stand for (D20).
        CREATE TABLE accountBinding (
            name TEXT NOT NULL PRIMARY KEY, -- folded, as names are compared
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;

        -- What commands ask of the watcher.
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

        -- One notification on its way to one channel. The turn is 1 for the oldest waiting entry of
        -- each alert on each channel, the only one that may be handed out, 2 while it is under way,
        -- 0 otherwise. Without it, a long line behind an entry that waits for its next attempt
        -- would be read again and again.
        CREATE TABLE outbox (
            sequence INTEGER NOT NULL PRIMARY KEY,
            noticeID TEXT NOT NULL,
            channel TEXT NOT NULL,
            alertKey TEXT NOT NULL,
            type TEXT NOT NULL,
            createdAtMs INTEGER NOT NULL,
            dueAtMs INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            triedMs INTEGER NOT NULL,
            refusals INTEGER NOT NULL,
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
        CREATE INDEX outbox_unreported ON outbox (createdAtMs, sequence)
            WHERE state = 'gaveUp' AND isReported = 0;
        CREATE INDEX outbox_waiting ON outbox (channel, createdAtMs, sequence)
            WHERE state = 'waiting';
        CREATE INDEX outbox_alert ON outbox (alertKey, createdAtMs, sequence);

        -- The texts of notifications, apart from the rows that change with every attempt.
        CREATE TABLE outboxNotice (
            sequence INTEGER NOT NULL PRIMARY KEY, -- of its entry
            notice TEXT NOT NULL -- JSON as published
        ) STRICT;

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

        -- When the store was last kept in order.
        CREATE TABLE upkeep (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            lastMs INTEGER NOT NULL
        ) STRICT;
        """
}
