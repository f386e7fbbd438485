public import Finance

/// A number with or without a currency: `8 000,50 kr`, `500`.
///
/// Without a currency, the number is in the account's own currency (RL-4), or it is a count if the
/// sentence compares a count.
public struct Amount: Sendable, Hashable {
    public let number: DecimalNumber
    public let currency: Currency?
    public let span: Range<Int>

    /// Whether the number is below zero, which only some figures can be.
    var isNegative: Bool { number.digits < 0 }

    /// The amount as money; `nil` if the sentence names another currency or gives too many
    /// decimals.
    public func money(in own: Currency) -> Money? {
        guard currency ?? own == own else { return nil }
        return number.scaled(to: own.minorUnitDigits).map { Money(minorUnits: $0, currency: own) }
    }
}

/// A percentage, kept exactly: `10%`, `2.5%`.
public struct Percent: Sendable, Hashable {
    public let number: DecimalNumber
    public let span: Range<Int>
}

/// A length of time in a sentence: `30 minutes`, `2 months`.
public struct LengthOfTime: Sendable, Hashable {
    public let value: CalendarSpan
    public let span: Range<Int>
}
