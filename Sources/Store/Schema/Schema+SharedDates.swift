extension Schema {
    /// When all accounts of a source were read last, as of migration `sharedDates`: while there are
    /// such dates, they stand in place of those in the accounts' own rows.
    static let sharedDates = """
        ALTER TABLE source ADD COLUMN accountsFreshAtMs INTEGER;
        ALTER TABLE source ADD COLUMN accountsCompleteAtMs INTEGER;
        """
}
