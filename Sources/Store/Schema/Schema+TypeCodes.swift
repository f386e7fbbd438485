extension Schema {
    /// The bank's own word for a kind that is not known, as of migration `typeCodes`.
    static let typeCodes = "ALTER TABLE transactionRecord ADD COLUMN bankTypeCode TEXT"
}
