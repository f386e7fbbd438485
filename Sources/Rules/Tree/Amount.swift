public import Finance

/// A number with or without a currency: `8 000,50 kr`, `500`.
///
/// Without a currency it is in the account's own (RL-4), or a count where a count is compared.
public struct Amount: Sendable, Hashable {
    public let number: DecimalNumber
    public let currency: Currency?
    public let span: Range<Int>

    /// Whether it is below zero, as only some figures are.
    var isNegative: Bool { number.digits < 0 }

    /// The amount in a currency; `nil` if the sentence names another or gives too many decimals.
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
