extension Schema {
    /// What is remembered of programs that are woken for changes, as of migration `delivery`.
    ///
    /// `position` is the number of the newest change that the program was woken for and came back
    /// from; what changed after it is still to be told. `upkeep` remembers when the store was last
    /// kept, so that restarts and single cycles neither repeat nor miss it.
    static let delivery = """
        CREATE TABLE delivery (
            name TEXT NOT NULL PRIMARY KEY,
            lastStartMs INTEGER,
            position INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE upkeep (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            lastMs INTEGER NOT NULL
        ) STRICT;
        """
}
