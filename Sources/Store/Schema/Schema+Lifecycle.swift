extension Schema {
    /// What migration `lifecycle` adds: silences, instructions, evaluations, troubles, and what
    /// became of attempts.
    ///
    /// Entries that were given up before are not told again.
    static let lifecycle = """
        \(lifecycleTables)

        ALTER TABLE outbox ADD COLUMN endedAtMs INTEGER;
        ALTER TABLE outbox ADD COLUMN isReported INTEGER NOT NULL DEFAULT 0;
        UPDATE outbox SET isReported = 1;
        \(outboxQueues)
        CREATE INDEX outbox_ended ON outbox (createdAtMs) WHERE state <> 'waiting';
        CREATE INDEX outbox_alert ON outbox (alertKey, createdAtMs, sequence);
        """

    /// Its tables, which no later migration changed.
    static let lifecycleTables = """
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
        """

    /// By what waiting and untold entries are looked for.
    static let outboxQueues = """
        CREATE INDEX outbox_unreported ON outbox (createdAtMs, sequence)
            WHERE state = 'gaveUp' AND isReported = 0;
        CREATE INDEX outbox_waiting ON outbox (channel, createdAtMs, sequence)
            WHERE state = 'waiting';
        """
}
