/// Databases as former versions left them, as SQL text.
enum StoredDatabase {
    /// The digest of the SQL of migration `v1`.
    static let v1Digest = "b869af7acdd9dfd926607fce7cf92e13"

    /// The digest of the SQL of migration `lifecycle`.
    static let lifecycleDigest = "2d58ab606936b9d1ebd859e533607d92"

    /// What version v1 left after two commits, dumped by `sqlite3`.
    static let v1 = """
        PRAGMA application_id = 1398164308;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES('v1');
        CREATE TABLE source (
            id TEXT NOT NULL PRIMARY KEY,
            lastSuccessMs INTEGER,
            lastCompleteMs INTEGER,
            lastAttemptMs INTEGER,
            failingSinceMs INTEGER,
            failureKind TEXT,
            failureProblem TEXT,
            failureFix TEXT
        ) STRICT, WITHOUT ROWID;
        INSERT INTO source VALUES('sbanken',1772787600000,1772787600000,1772787600000,NULL,NULL,
            NULL,NULL);
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
            firstSeenMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO account VALUES(X'8bb48cd61ac686b3bc50216bbc167057','sbanken','a1','asset',
            'Brukskonto',NULL,'NOK','99990000001',NULL,100000,'NOK',100000,'NOK',NULL,NULL,
            1772787600000,1772787600000,1772787600000);
        CREATE TABLE accountBalance (
            accountID BLOB NOT NULL REFERENCES account (id),
            asOfMs INTEGER NOT NULL,
            availableMinor INTEGER,
            availableCurrency TEXT,
            availableAsOfMs INTEGER,
            bookedMinor INTEGER,
            bookedCurrency TEXT,
            PRIMARY KEY (accountID, asOfMs)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO accountBalance VALUES(X'8bb48cd61ac686b3bc50216bbc167057',1772787600000,
            NULL,NULL,NULL,100000,'NOK');
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
                GENERATED ALWAYS AS (max(day, coalesce(postedDay, day))) VIRTUAL
        ) STRICT;
        INSERT INTO transactionRecord VALUES(X'0c5073f84b0383eb8145a1f0fee399dd',
            X'8bb48cd61ac686b3bc50216bbc167057',18700,'NOK','debit','FJORDBY TAXI AS',
            'FJORDBY TAXI AS',NULL,NULL,'pointOfSale','booked',20518,20518,NULL,NULL,NULL,0,
            NULL,NULL,0,1772787600000,NULL,NULL,NULL,NULL,0,0,NULL,0);
        CREATE TABLE matchEvidence (
            transactionID BLOB NOT NULL PRIMARY KEY REFERENCES transactionRecord (id),
            tier INTEGER NOT NULL,
            words TEXT NOT NULL,
            reservedText TEXT,
            reservedMinor INTEGER NOT NULL,
            reservedCurrency TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO matchEvidence VALUES(X'0c5073f84b0383eb8145a1f0fee399dd',3,
            'same amount, same day','Vipps',-18700,'NOK');
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
        INSERT INTO scheduledItem VALUES('sbanken',0,'a1','p1',-499900,'NOK',20532,'Husleie',
            'payment');
        CREATE TABLE alertState (
            key TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ruleState (
            ruleID TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;
        INSERT INTO ruleState VALUES('low',
            '{"baselineAt":1772787600000,"body":"b1","held":[],"ruleID":"low","sentInPeriod":0}');
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
            notice TEXT NOT NULL, -- JSON
            UNIQUE (noticeID, channel)
        ) STRICT;
        INSERT INTO outbox VALUES(1,'ntc_1','desktop','low','alert.fired',1772787600000,
            1772787600000,0,'waiting',1,NULL,
            '{"data":{"alreadySo":false,"body":"balance under 100 NOK","kind":"level",'
            || '"reason":"entered","rule":{"id":"low",'
            || '"sentence":"balance under 100 NOK"},"title":"Brukskonto: 95,00 kr",'
            || '"urgency":"normal"},"id":"ntc_1","timestamp":1772787600000,'
            || '"type":"alert.fired"}');
        CREATE TABLE progress (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            commits INTEGER NOT NULL
        ) STRICT;
        INSERT INTO progress VALUES(1,2);
        CREATE INDEX account_source ON account (source);
        CREATE INDEX transactionRecord_latest ON transactionRecord (accountID, latestDay);
        CREATE INDEX transactionRecord_open ON transactionRecord (accountID, latestDay)
            WHERE isGone = 0 AND status IN ('authorized', 'pending');
        CREATE INDEX transactionRecord_day ON transactionRecord (day, firstSeenMs, id)
            WHERE isGone = 0;
        CREATE INDEX transactionRecord_accountDay
            ON transactionRecord (accountID, day, firstSeenMs, id)
            WHERE isGone = 0;
        CREATE INDEX outbox_due ON outbox (channel, dueAtMs) WHERE turn = 1;
        CREATE UNIQUE INDEX outbox_head ON outbox (channel, alertKey) WHERE turn <> 0;
        CREATE INDEX outbox_line ON outbox (channel, alertKey, createdAtMs, sequence)
            WHERE state = 'waiting';
        CREATE INDEX outbox_past ON outbox (channel, alertKey, createdAtMs)
            WHERE state <> 'waiting';
        CREATE INDEX outbox_state ON outbox (state, createdAtMs, sequence);
        """
}
