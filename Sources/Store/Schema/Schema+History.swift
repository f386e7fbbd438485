extension Schema {
    /// The tables of what changed when and of who may see it, as of migration `history`.
    ///
    /// A row of `change` says that at its number in the sequence a thing came (`event` 1), looked
    /// different (2) or went (3), and which day it had afterwards and before. What came and went
    /// stays until it is compacted; of several updates that kept the day only the last one stays.
    /// `kind` is 0 for an account, 1 for a balance record, 2 for a transaction, 3 for a change of
    /// access. `entity` is the identifier of the thing, for a balance record its instant.
    static let historyTables = """
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
        CREATE INDEX change_stream ON change (kind, accountID, sequence);
        -- What came is looked up by its account only: an index over all identifiers, which are
        -- random, would write a page for every new row.
        CREATE INDEX change_entity ON change (entity, sequence) WHERE event <> 1;
        CREATE INDEX change_past ON change (sequence) WHERE event <> 1;
        CREATE INDEX transactionRecord_gone ON transactionRecord (latestDay) WHERE isGone = 1;

        CREATE TABLE history (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            store BLOB NOT NULL CHECK (length(store) = 16),
            compactedTo INTEGER NOT NULL
        ) STRICT;
        INSERT INTO history (id, store, compactedTo) VALUES (1, randomblob(16), 0);

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
        """

    /// What writes `change` in the same commit as the facts, whoever writes them.
    ///
    /// Triggers, so that no way of writing can forget the history, and a poll without news writes
    /// nothing: its rows are the same as before.
    static let historyTriggers = [
        accountTriggers, balanceTriggers, transactionTriggers,
    ].joined(separator: "\n")

    /// Puts what is stored already into the history, each thing as it is now.
    static let historyOfStored = """
        INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            SELECT 0, id, id, 1, 0, 0, firstSeenMs FROM account ORDER BY firstSeenMs, id;
        INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            SELECT 1, accountID, asOfMs, 1, asOfMs / 86400000, asOfMs / 86400000, asOfMs
            FROM accountBalance ORDER BY asOfMs, accountID;
        INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            SELECT 2, accountID, id, 1, day, day, firstSeenMs
            FROM transactionRecord WHERE isGone = 0 ORDER BY firstSeenMs, day, id;
        """

    /// The moment of the answer that is being written: every commit of facts writes it first.
    private static let now = "ifnull((SELECT max(lastAttemptMs) FROM source), 0)"
    private static let insert = """
        INSERT INTO change (kind, accountID, entity, event, day, dayBefore, reason, atMs)
        """

    private static let accountTriggers = """
        CREATE TRIGGER change_account_inserted AFTER INSERT ON account BEGIN
            \(insert) VALUES (0, NEW.id, NEW.id, 1, 0, 0, NULL, \(now));
        END;
        CREATE TRIGGER change_account_updated AFTER UPDATE ON account
        WHEN \(differs([
            "source", "bankAccountID", "kind", "displayName", "accountDescription", "currency",
            "number", "creditInformation",
        ])) BEGIN
            DELETE FROM change
            WHERE entity = NEW.id AND event <> 1 AND kind = 0 AND event = 2;
            \(insert) VALUES (0, NEW.id, NEW.id, 2, 0, 0, NULL, \(now));
        END;
        CREATE TRIGGER change_account_deleted AFTER DELETE ON account BEGIN
            \(insert) VALUES (0, OLD.id, OLD.id, 3, 0, 0, 'sourceRemoved', \(now));
        END;
        """

    // Before, because the row that a replacement takes away is not seen afterwards.
    private static let balanceTriggers = """
        CREATE TRIGGER change_balance_written BEFORE INSERT ON accountBalance
        WHEN NOT EXISTS (
            SELECT 1 FROM accountBalance o
            WHERE o.accountID = NEW.accountID AND o.asOfMs = NEW.asOfMs
                AND o.availableMinor IS NEW.availableMinor
                AND o.availableCurrency IS NEW.availableCurrency
                AND o.availableAsOfMs IS NEW.availableAsOfMs
                AND o.bookedMinor IS NEW.bookedMinor
                AND o.bookedCurrency IS NEW.bookedCurrency)
        BEGIN
            \(insert) SELECT 1, NEW.accountID, NEW.asOfMs,
                CASE WHEN EXISTS (
                    SELECT 1 FROM accountBalance o
                    WHERE o.accountID = NEW.accountID AND o.asOfMs = NEW.asOfMs)
                THEN 2 ELSE 1 END,
                NEW.asOfMs / 86400000, NEW.asOfMs / 86400000, NULL, \(now);
        END;
        CREATE TRIGGER change_balance_deleted AFTER DELETE ON accountBalance BEGIN
            \(insert) VALUES (1, OLD.accountID, OLD.asOfMs, 3, OLD.asOfMs / 86400000,
                OLD.asOfMs / 86400000, 'sourceRemoved', \(now));
        END;
        """

    private static let transactionTriggers = """
        CREATE TRIGGER change_transaction_inserted AFTER INSERT ON transactionRecord
        WHEN NEW.isGone = 0 BEGIN
            \(insert) VALUES (2, NEW.accountID, NEW.id, 1, NEW.day, NEW.day, NULL, \(now));
        END;
        CREATE TRIGGER change_transaction_updated AFTER UPDATE ON transactionRecord
        WHEN OLD.isGone = 0 AND NEW.isGone = 0 AND (\(differs([
            "amountMinor", "currency", "direction", "description", "originalDescription",
            "merchantName", "merchantCategoryCode", "type", "status", "day", "postedDay",
            "foreignMinor", "foreignCurrency", "foreignRate", "hasCounterparty",
            "counterpartyName", "counterpartyNumber", "isOwnTransfer", "reservedMinor",
            "reservedCurrency",
        ]))) BEGIN
            DELETE FROM change
            WHERE entity = NEW.id AND event <> 1 AND kind = 2 AND event = 2 AND day = dayBefore;
            \(insert) VALUES (2, NEW.accountID, NEW.id, 2, NEW.day, OLD.day, NULL, \(now));
        END;
        CREATE TRIGGER change_transaction_gone AFTER UPDATE ON transactionRecord
        WHEN OLD.isGone = 0 AND NEW.isGone = 1 BEGIN
            \(insert) VALUES (2, NEW.accountID, NEW.id, 3, NEW.day, OLD.day,
                CASE WHEN OLD.status IN ('authorized', 'pending')
                    THEN 'dropped' ELSE 'removed' END, \(now));
        END;
        CREATE TRIGGER change_transaction_returned AFTER UPDATE ON transactionRecord
        WHEN OLD.isGone = 1 AND NEW.isGone = 0 BEGIN
            \(insert) VALUES (2, NEW.accountID, NEW.id, 1, NEW.day, NEW.day, NULL, \(now));
        END;
        CREATE TRIGGER change_transaction_deleted AFTER DELETE ON transactionRecord
        WHEN OLD.isGone = 0 BEGIN
            \(insert) VALUES (2, OLD.accountID, OLD.id, 3, OLD.day, OLD.day, 'sourceRemoved',
                \(now));
        END;
        """

    private static func differs(_ columns: [String]) -> String {
        columns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    }
}
