public import Finance

/// What the bank knows of a card purchase once it is booked (`cardDetails`).
public struct SandboxCard: Sendable, Equatable {
    /// The masked card number, such as `*0000`.
    public var cardNumber: String
    /// The name of the merchant.
    public var merchant: String
    /// The place of the merchant.
    public var city: String
    /// The four digits of the merchant category.
    public var categoryCode: String
    /// The category in Norwegian.
    public var category: String
    /// The price in the currency of the shop, positive; `nil` is the amount of the row.
    public var price: Money?
    /// Kroner for one unit of that currency.
    public var rate: SandboxRate
    /// The day of the purchase; `nil` is the day of the reservation, or of the row itself.
    public var purchaseDate: SandboxDate?
    /// 16 digits that start with 48; `nil` gives the next free one.
    public var transactionId: String?

    /// Describes a purchase in kroner; change the rest afterwards.
    public init(merchant: String, city: String, categoryCode: String, category: String) {
        cardNumber = "*0000"
        self.merchant = merchant
        self.city = city
        self.categoryCode = categoryCode
        self.category = category
        rate = .one
    }
}
