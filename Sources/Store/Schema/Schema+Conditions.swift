extension Schema {
    /// What rules on changes and forecasts need to go on after a restart as if there had been none,
    /// as of migration `conditions`.
    ///
    /// `previousReadMs` tells how long the balance before held good, because equal ones are not
    /// recorded again; `scheduledAtMs` tells an empty list from one that was never read.
    static let conditions = """
        ALTER TABLE accountBalance ADD COLUMN previousReadMs INTEGER;
        ALTER TABLE source ADD COLUMN scheduledAtMs INTEGER;
        """
}
