extension Schema {
    /// How far back the known history of an account reaches, as of migration `coverage`.
    static let coverage = "ALTER TABLE account ADD COLUMN coveredFromDay INTEGER"
}
