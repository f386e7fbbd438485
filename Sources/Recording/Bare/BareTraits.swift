import Finance

/// What many bare transaction lines have in common: currency, state, kind and category.
struct BareTraits: Sendable, Hashable {
    /// The currency of the amount.
    var currency = Currency.nok
    /// Where it is in its life.
    var status = TransactionStatus.booked
    /// The kind of movement.
    var type = TransactionType.unknown
    /// The merchant's category.
    var category: MerchantCategoryCode?
}
