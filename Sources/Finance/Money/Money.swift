/// An exact amount in one currency: whole øre, cents and so on in 64 bits.
///
/// Negative is money out or money owed. Arithmetic that would leave the range throws
/// ``MoneyError/overflow``.
public struct Money: Sendable, Hashable, Codable, CustomStringConvertible {
    public let minorUnits: Int64
    public let currency: Currency

    /// Makes an amount from minor units: `Money(minorUnits: 9950, currency: .nok)` is 99,50 kr.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a decimal number as JSON writes it, exactly: `-104.520`, `1e2`.
    ///
    /// - Throws: ``MoneyError/notANumber(text:)``, ``MoneyError/overflow`` or
    ///   ``MoneyError/tooPrecise(text:currency:)`` for more decimals than the currency has; trailing
    ///   zeros do not count.
    public init(parsing text: String, currency: Currency) throws(MoneyError) {
        let number: DecimalNumber
        do { number = try DecimalNumber(json: text.utf8.span) } catch {
            throw error == .overflow ? .overflow : .notANumber(text: text)
        }
        self = try Money(number, as: text, in: currency)
    }

    /// The number as an amount, exactly; `text` is what a person or a bank wrote.
    init(_ number: DecimalNumber, as text: String, in currency: Currency) throws(MoneyError) {
        guard let minorUnits = number.scaled(to: currency.minorUnitDigits) else {
            throw number.decimals > currency.minorUnitDigits
                ? .tooPrecise(text: text, currency: currency) : .overflow
        }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    public static func zero(_ currency: Currency) -> Money {
        Money(minorUnits: 0, currency: currency)
    }

    /// The sum; throws for two currencies and on overflow.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.addingReportingOverflow($1) }
    }

    /// The difference; throws for two currencies and on overflow.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.subtractingReportingOverflow($1) }
    }

    /// The same amount without its sign; throws for the one value that can't be negated.
    public func magnitude() throws(MoneyError) -> Money { minorUnits < 0 ? try negated() : self }

    /// The amount with the opposite sign; throws for the one value that can't be negated.
    public func negated() throws(MoneyError) -> Money {
        let (result, overflow) = Int64(0).subtractingReportingOverflow(minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: result, currency: currency)
    }

    /// The amount as a plain decimal number with all decimals of the currency: `-1000.50`.
    public var decimalText: String {
        let digits = currency.minorUnitDigits
        var text = String(minorUnits.magnitude)
        if digits > 0 {
            text = text.zeroPadded(to: digits + 1)
            text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
        }
        return minorUnits < 0 ? "-" + text : text
    }

    /// Number and code: `-1000.50 NOK`.
    public var description: String { "\(decimalText) \(currency)" }

    private func combined(
        with other: Money, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .mixedCurrencies(currency, other.currency) }
        let (result, overflow) = operation(minorUnits, other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: result, currency: currency)
    }
}

extension Money {
    private enum Key: String, CodingKey { case amount, currency }

    /// Reads `{"amount":"95.00","currency":"NOK"}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        let text = try container.decode(String.self, forKey: .amount)
        do { self = try Money(parsing: text, currency: currency) } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .amount, in: container,
                debugDescription: "'\(text)' is not an amount in \(currency)")
        }
    }

    /// Writes `{"amount":"95.00","currency":"NOK"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(decimalText, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}

/// Why a text or a calculation gave no exact amount.
public enum MoneyError: Error, Sendable, Equatable {
    /// The text is no decimal number such as `-104.52` or `1e2`.
    case notANumber(text: String)
    /// The number has more decimals than the currency: `999.999` kroner.
    case tooPrecise(text: String, currency: Currency)
    /// The amount does not fit into 64 bits of minor units.
    case overflow
    /// A sum or comparison of two currencies.
    case mixedCurrencies(Currency, Currency)
}

/// An ISO 4217 currency, three capital letters; `kr` is read by the rule language, not here.
public struct Currency: Sendable, Hashable, Codable, CustomStringConvertible {
    public let code: String

    /// Norwegian kroner, the currency of every Sbanken account.
    public static let nok = Currency(unchecked: "NOK")

    /// Makes a currency from three letters A–Z; anything else gives `nil`.
    public init?(code: String) {
        let letters = Array(code.utf8)
        guard letters.count == 3, letters.allSatisfy({ (65...90).contains($0) }) else { return nil }
        self.code = code
    }

    private init(unchecked code: String) { self.code = code }

    /// How many decimals an amount has: 2 for NOK, 0 for JPY, 3 for KWD (ISO 4217, list one).
    public var minorUnitDigits: Int {
        if self == .nok { return 2 }
        if Self.withoutDecimals.contains(code) { return 0 }
        if Self.withThreeDecimals.contains(code) { return 3 }
        return Self.withFourDecimals.contains(code) ? 4 : 2
    }

    public var description: String { code }

    /// Reads the code as plain text and throws unless it is three capital letters.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let currency = Currency(code: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a three-letter currency code")
        }
        self = currency
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
        "VUV", "XAF", "XOF", "XPF",
    ]
    private static let withThreeDecimals: Set<String> = [
        "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
    ]
    private static let withFourDecimals: Set<String> = ["CLF", "UYW"]
}
