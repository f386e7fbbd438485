import Alerts
import GRDB

/// The tables of the database and their migrations.
///
/// A migration that was released is never edited: a change is a new migration with a new name.
enum Schema {
    /// The application id in the file: the letters `SVKT`.
    static let applicationID: Int32 = 0x5356_4B54

    /// The tables that the newest version has, by name.
    static let tableNames = tables.split(separator: "\n").compactMap { line in
        line.hasPrefix("CREATE TABLE ") ? String(line.split(separator: " ")[2]) : nil
    }.sorted()

    /// The named migrations in their order.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: tables)
            try database.execute(sql: triggers)
        }
        return migrator
    }()

    /// Marks an empty database as the program's, before anything else is written to it.
    static func claim(_ database: Database) throws {
        // Only an empty file can be set to release pages in small steps; see `maintain`.
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }

    /// Checks whether an opened database is the program's, intact in its outline, and not newer.
    ///
    /// It reads the schema and the first page of each table, so the cost does not grow with the
    /// content. ``SQLiteAlertStore/damage(folder:)`` reads everything.
    ///
    /// - Returns: whether all migrations have been applied.
    static func check(_ database: Database, path: String) throws -> Bool {
        let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard mark == applicationID else {
            throw StoreError.unreadable(path: path, problem: StoreStrings.isForeign(mark))
        }
        let applied = try migrator.appliedIdentifiers(database)
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
            throw StoreError.unreadable(path: path, problem: StoreStrings.lacks(missing))
        }
        for table in tableNames {
            _ = try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) NOT INDEXED LIMIT 1")
        }
    }
}

extension Schema {
    /// Triggers that write the history in the same commit as the facts.
    ///
    /// No way of writing can omit the history with triggers, and a poll without changes writes
    /// none: its rows are the same as before. The moment of a change is that of the answer being
    /// written, because every commit of facts writes its source first.
    static let triggers = """
        CREATE VIEW answer (atMs) AS SELECT ifnull(max(lastAttemptMs), 0) FROM source;

        CREATE TRIGGER change_account_inserted AFTER INSERT ON account BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            VALUES (0, NEW.id, NEW.id, 1, 0, 0, (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_account_updated AFTER UPDATE ON account
        WHEN (NEW.source, NEW.bankAccountID, NEW.kind, NEW.displayName, NEW.accountDescription,
                NEW.currency, NEW.number, NEW.creditInformation)
            IS NOT (OLD.source, OLD.bankAccountID, OLD.kind, OLD.displayName,
                OLD.accountDescription, OLD.currency, OLD.number, OLD.creditInformation)
        BEGIN
            DELETE FROM change WHERE entity = NEW.id AND event <> 1 AND kind = 0 AND event = 2;
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            VALUES (0, NEW.id, NEW.id, 2, 0, 0, (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_account_deleted AFTER DELETE ON account BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, reason, atMs)
            VALUES (0, OLD.id, OLD.id, 3, 0, 0, 'sourceRemoved', (SELECT atMs FROM answer));
        END;

        -- Before, because the row that a replacement takes away is not seen afterwards.
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
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            SELECT 1, NEW.accountID, NEW.asOfMs,
                CASE WHEN EXISTS (
                    SELECT 1 FROM accountBalance o
                    WHERE o.accountID = NEW.accountID AND o.asOfMs = NEW.asOfMs)
                THEN 2 ELSE 1 END,
                NEW.day, NEW.day, (SELECT atMs FROM answer);
        END;

        CREATE TRIGGER change_balance_deleted AFTER DELETE ON accountBalance BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, reason, atMs)
            VALUES (1, OLD.accountID, OLD.asOfMs, 3, OLD.day, OLD.day, 'sourceRemoved',
                (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_transaction_inserted AFTER INSERT ON transactionRecord
        WHEN NEW.isGone = 0
        BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            VALUES (2, NEW.accountID, NEW.id, 1, NEW.day, NEW.day, (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_transaction_updated AFTER UPDATE ON transactionRecord
        WHEN OLD.isGone = 0 AND NEW.isGone = 0 AND (
            (NEW.amountMinor, NEW.currency, NEW.direction, NEW.description,
                NEW.originalDescription, NEW.merchantName, NEW.merchantCategoryCode, NEW.type,
                NEW.status, NEW.day, NEW.postedDay, NEW.foreignMinor, NEW.foreignCurrency,
                NEW.foreignRate, NEW.hasCounterparty, NEW.counterpartyName,
                NEW.counterpartyNumber, NEW.isOwnTransfer, NEW.reservedMinor,
                NEW.reservedCurrency)
            IS NOT (OLD.amountMinor, OLD.currency, OLD.direction, OLD.description,
                OLD.originalDescription, OLD.merchantName, OLD.merchantCategoryCode, OLD.type,
                OLD.status, OLD.day, OLD.postedDay, OLD.foreignMinor, OLD.foreignCurrency,
                OLD.foreignRate, OLD.hasCounterparty, OLD.counterpartyName,
                OLD.counterpartyNumber, OLD.isOwnTransfer, OLD.reservedMinor,
                OLD.reservedCurrency))
        BEGIN
            DELETE FROM change
            WHERE entity = NEW.id AND event <> 1 AND kind = 2 AND event = 2 AND day = dayBefore;
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            VALUES (2, NEW.accountID, NEW.id, 2, NEW.day, OLD.day, (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_transaction_gone AFTER UPDATE ON transactionRecord
        WHEN OLD.isGone = 0 AND NEW.isGone = 1
        BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, reason, atMs)
            VALUES (2, NEW.accountID, NEW.id, 3, NEW.day, OLD.day,
                CASE WHEN OLD.status IN ('authorized', 'pending')
                    THEN 'dropped' ELSE 'removed' END,
                (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_transaction_returned AFTER UPDATE ON transactionRecord
        WHEN OLD.isGone = 1 AND NEW.isGone = 0
        BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            VALUES (2, NEW.accountID, NEW.id, 1, NEW.day, NEW.day, (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_transaction_deleted AFTER DELETE ON transactionRecord
        WHEN OLD.isGone = 0
        BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, reason, atMs)
            VALUES (2, OLD.accountID, OLD.id, 3, OLD.day, OLD.day, 'sourceRemoved',
                (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER outbox_added AFTER INSERT ON outbox WHEN NEW.state = 'waiting' BEGIN
            \(giveTurn)
        END;

        CREATE TRIGGER outbox_noted AFTER UPDATE OF state ON outbox BEGIN
            \(giveTurn)
        END;

        -- Takes the text of a notification away with its entry.
        CREATE TRIGGER outbox_forgotten AFTER DELETE ON outbox BEGIN
            DELETE FROM outboxNotice WHERE sequence = OLD.sequence;
        END;
        """

    /// Makes the oldest waiting entry of an alert on a channel the next to be taken.
    ///
    /// An entry that is under way stays the next until its result is stored.
    private static let giveTurn = """
        UPDATE outbox SET turn = 0
            WHERE channel = NEW.channel AND alertKey = NEW.alertKey AND turn <> 0 AND turn = 1
                AND sequence <> \(oldestWaiting);
            UPDATE outbox SET turn = 1
            WHERE sequence = \(oldestWaiting) AND NOT EXISTS (
                SELECT 1 FROM outbox
                WHERE channel = NEW.channel AND alertKey = NEW.alertKey AND turn <> 0);
        """
    private static let oldestWaiting = """
        (SELECT sequence FROM outbox
            WHERE channel = NEW.channel AND alertKey = NEW.alertKey AND state = 'waiting'
            ORDER BY createdAtMs, sequence LIMIT 1)
        """
}
