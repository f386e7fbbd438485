extension Account {
    /// The ISO 4217 code of the account's own currency.
    public var currencyCode: String { currency.code }
}
