/// The amount of a transaction in the currency in which it was made.
public struct ForeignAmount: Sendable, Hashable, Codable {
    /// The positive amount in the foreign currency.
    public let amount: Money
    /// The exchange rate as the bank printed it, such as `10.6250`; never used for arithmetic.
    public let exchangeRate: String?

    /// Makes a foreign amount.
    public init(amount: Money, exchangeRate: String? = nil) {
        self.amount = amount
        self.exchangeRate = exchangeRate
    }
}
