extension Schema {
    /// What a person decided about identity, and more of what bookings rest on, as of migration
    /// `identity`.
    static let identity = """
        \(identityDecision)

        ALTER TABLE matchEvidence ADD COLUMN reservedDay INTEGER;
        ALTER TABLE matchEvidence ADD COLUMN isListedTwice INTEGER NOT NULL DEFAULT 0;
        """

    /// What a person decided, which no later migration changed.
    static let identityDecision = """
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
}
