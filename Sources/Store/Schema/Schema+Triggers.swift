extension Schema {
    /// What writes the history in the same commit as the facts, whoever writes them.
    ///
    /// Triggers, so that no way of writing can forget the history, and a poll without news writes
    /// nothing: its rows are the same as before. The moment of a change is that of the answer that is
    /// being written, because every commit of facts writes its source first.
    static let triggers = """
        CREATE VIEW answer (atMs) AS SELECT ifnull(max(lastAttemptMs), 0) FROM source;

        CREATE TRIGGER change_account_inserted AFTER INSERT ON account BEGIN
            INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
            VALUES (0, NEW.id, NEW.id, 1, 0, 0, (SELECT atMs FROM answer));
        END;

        CREATE TRIGGER change_account_updated AFTER UPDATE ON account
        WHEN NEW.source IS NOT OLD.source
            OR NEW.bankAccountID IS NOT OLD.bankAccountID
            OR NEW.kind IS NOT OLD.kind
            OR NEW.displayName IS NOT OLD.displayName
            OR NEW.accountDescription IS NOT OLD.accountDescription
            OR NEW.currency IS NOT OLD.currency
            OR NEW.number IS NOT OLD.number
            OR NEW.creditInformation IS NOT OLD.creditInformation
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
            NEW.amountMinor IS NOT OLD.amountMinor
            OR NEW.currency IS NOT OLD.currency
            OR NEW.direction IS NOT OLD.direction
            OR NEW.description IS NOT OLD.description
            OR NEW.originalDescription IS NOT OLD.originalDescription
            OR NEW.merchantName IS NOT OLD.merchantName
            OR NEW.merchantCategoryCode IS NOT OLD.merchantCategoryCode
            OR NEW.type IS NOT OLD.type
            OR NEW.status IS NOT OLD.status
            OR NEW.day IS NOT OLD.day
            OR NEW.postedDay IS NOT OLD.postedDay
            OR NEW.foreignMinor IS NOT OLD.foreignMinor
            OR NEW.foreignCurrency IS NOT OLD.foreignCurrency
            OR NEW.foreignRate IS NOT OLD.foreignRate
            OR NEW.hasCounterparty IS NOT OLD.hasCounterparty
            OR NEW.counterpartyName IS NOT OLD.counterpartyName
            OR NEW.counterpartyNumber IS NOT OLD.counterpartyNumber
            OR NEW.isOwnTransfer IS NOT OLD.isOwnTransfer
            OR NEW.reservedMinor IS NOT OLD.reservedMinor
            OR NEW.reservedCurrency IS NOT OLD.reservedCurrency)
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

        -- Takes the text of a notification away with its entry.
        CREATE TRIGGER outbox_forgotten AFTER DELETE ON outbox BEGIN
            DELETE FROM outboxNotice WHERE sequence = OLD.sequence;
        END;
        """
}
