import Finance

/// For whom a quantity is read.
struct ReadingContext {
    /// The account, where the rule speaks of each by itself.
    var account: AccountFacts?
    /// The currency in which sums are made; decided by the sentence or by the accounts.
    var currency: Currency?
    /// The bank connection, where the rule speaks of each by itself.
    var source: String?
    /// Whether a figure without a scope is that of the account, whatever its kind: behind `while`.
    var isOfEvent = false
    /// Whether figures count however old they are, because the sentence itself says that the bank
    /// does not answer.
    var usesLastKnown = false
}
