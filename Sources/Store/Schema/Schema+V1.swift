extension Schema {
    /// The tables of what the banks told, as of migration `v1`.
    ///
    /// Instants are whole milliseconds since 1970 (`…Ms`), days are days since 1970 (`…Day`),
    /// amounts are minor units (`…Minor`) with their currency beside them, identifiers of our own
    /// are the sixteen bytes of a UUID.
    static let factsV1 = """
        CREATE TABLE source (
        \(sourceColumns)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE account (
        \(accountColumns)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_source ON account (source);

        CREATE TABLE accountBalance (
        \(balanceColumns),
            PRIMARY KEY (accountID, asOfMs)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE transactionRecord (
        \(transactionColumns)
        ) STRICT;
        \(transactionIndexes)

        CREATE TABLE matchEvidence (
        \(evidenceColumns)
        ) STRICT, WITHOUT ROWID;

        \(scheduledItem)
        """

    /// The tables of what was decided and of what is to be told, as of migration `v1`.
    ///
    /// `turn` in the outbox is 1 for the oldest waiting entry of each alert on each channel, the
    /// only one that may be handed out, 2 while it is under way, 0 otherwise. Without it, a long
    /// line behind an entry that waits for its next attempt would be read again and again.
    static let alertsV1 = """
        \(states)

        CREATE TABLE outbox (
        \(outboxColumns)
            notice TEXT NOT NULL, -- JSON
            UNIQUE (noticeID, channel)
        ) STRICT;
        \(outboxIndexes)
        CREATE INDEX outbox_past ON outbox (channel, alertKey, createdAtMs)
            WHERE state <> 'waiting';
        CREATE INDEX outbox_state ON outbox (state, createdAtMs, sequence);

        \(progress)
        """
}
