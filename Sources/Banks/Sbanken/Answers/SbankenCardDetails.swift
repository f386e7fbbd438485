import Finance

/// What the bank tells of a card purchase once it is booked.
struct SbankenCardDetails: Sendable {
    /// The merchant's name.
    let merchantName: String?
    /// The merchant's category.
    let category: MerchantCategoryCode?
    /// The day of purchase as written; its year is sometimes wrong.
    let purchaseDay: SbankenDay?

    private let currency: Currency?
    private let currencyAmount: String?
    private let currencyRate: String?

    /// Reads the object; what is not there or has no meaning stays unknown.
    init(_ row: SbankenRow) throws(SbankenTrouble) {
        merchantName = try row.words("merchantName")
        category = try row.words("merchantCategoryCode").flatMap { MerchantCategoryCode($0) }
        purchaseDay = try row.text("purchaseDate").flatMap { SbankenDay($0) }
        currency = try row.words("originalCurrencyCode").flatMap { Currency(code: $0.uppercased()) }
        currencyAmount = try row.digits("currencyAmount")
        currencyRate = try row.digits("currencyRate")
    }

    /// The amount abroad; `nil` for a purchase in kroner.
    ///
    /// The rate as printed in the text wins, because a JSON number has lost its last zeros.
    func foreignAmount(rate printed: String?) -> ForeignAmount? {
        guard let currency, currency != .nok, let currencyAmount,
            let amount = try? Money(parsing: currencyAmount, currency: currency).magnitude()
        else { return nil }
        return ForeignAmount(amount: amount, exchangeRate: printed ?? currencyRate)
    }
}

extension BookedText {
    /// The amount abroad that the text tells, for card rows whose details are missing.
    var foreignAmount: ForeignAmount? {
        guard let amount, amount.currency != .nok, let positive = try? amount.magnitude() else {
            return nil
        }
        return ForeignAmount(amount: positive, exchangeRate: rate)
    }
}
