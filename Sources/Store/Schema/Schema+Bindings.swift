extension Schema {
    /// Which accounts names in rules stand for (D20), as of migration `bindings`.
    static let bindings = """
        CREATE TABLE accountBinding (
            name TEXT NOT NULL PRIMARY KEY, -- folded, as names are compared
            accountIDs TEXT NOT NULL -- JSON
        ) STRICT, WITHOUT ROWID;
        """
}
