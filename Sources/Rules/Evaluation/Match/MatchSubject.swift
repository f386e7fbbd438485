import Finance

/// A transaction prepared for many programs: its texts are looked up once for all of them.
struct MatchSubject: Sendable {
    /// The transaction.
    let transaction: Transaction
    /// The number of the merchant's name.
    let merchant: Int32
    /// The number of the bank's unmodified text.
    let original: Int32
    /// The number of the friendly text.
    let description: Int32
    /// The number of the counterparty's name.
    let counterparty: Int32
}
