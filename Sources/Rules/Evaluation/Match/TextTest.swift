/// A test of the texts of a transaction: one of some patterns in one of some fields.
struct TextTest: Sendable {
    /// Where a pattern is looked for.
    enum Field: Sendable {
        /// Merchant, then booked text, then counterparty (RL-6).
        case merchant
        /// The counterparty, then the text, of money coming in (D66).
        case sender
        /// The counterparty, then the text, of money going out (D66).
        case receiver
        /// Any of them.
        case anywhere
    }

    /// Where it is looked for.
    let field: Field
    /// Where the patterns lie in the pool; one of them must match.
    let patterns: Range<Int>
}
