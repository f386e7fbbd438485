extension Schema {
    /// The payment cards that banks list, as of migration `cards`.
    static let cards = """
        CREATE TABLE paymentCard (
            source TEXT NOT NULL,
            position INTEGER NOT NULL, -- in the bank's list
            id TEXT NOT NULL,
            number TEXT, -- masked by the bank
            scheme TEXT,
            product TEXT,
            status TEXT NOT NULL,
            accountNumber TEXT,
            lastDay INTEGER,
            PRIMARY KEY (source, position)
        ) STRICT, WITHOUT ROWID;
        """
}
