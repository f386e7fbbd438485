import Finance

/// What reading a quantity brought.
enum Reading: Sendable, Hashable {
    /// An amount.
    case money(Money)
    /// A count; the currency is that of the accounts it was counted on.
    case count(Int)
    /// The accounts have no such figure and the rule does not speak of them.
    case notApplicable
    /// It can't be known now.
    case unknown(Verdict.UnknownReason)
}
