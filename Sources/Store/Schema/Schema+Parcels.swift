extension Schema {
    /// What migration `parcels` changes: the texts of notices leave the table whose rows change with
    /// every attempt, so that marking many attempts writes little.
    ///
    /// Two indexes go, because others serve their questions as well and every mark had to move an
    /// entry of theirs.
    static let parcels = """
        \(outboxNotice)
        INSERT INTO outboxNotice (sequence, notice) SELECT sequence, notice FROM outbox;
        ALTER TABLE outbox DROP COLUMN notice;
        \(outboxForgetting)
        DROP INDEX outbox_past;
        DROP INDEX outbox_ended;
        """

    /// The texts of notices.
    static let outboxNotice = """
        CREATE TABLE outboxNotice (
            sequence INTEGER NOT NULL PRIMARY KEY, -- of its entry
            notice TEXT NOT NULL -- JSON as published
        ) STRICT;
        """

    /// Takes the text of a notice away with its entry.
    static let outboxForgetting = """
        CREATE TRIGGER outbox_forgotten AFTER DELETE ON outbox BEGIN
            DELETE FROM outboxNotice WHERE sequence = OLD.sequence;
        END;
        """
}
