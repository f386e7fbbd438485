/// An ISO 4217 currency, such as NOK.
///
/// ## Shape
/// Three capital letters. `kr` in a rule is read as ``nok`` by the rule language, not here.
///
/// ```swift
/// Currency(code: "NOK")?.minorUnitDigits   // 2
/// Currency(code: "kr")                     // nil
/// ```
public struct Currency: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The three capital letters.
    public let code: String

    /// Norwegian kroner, the currency of every Sbanken account.
    public static let nok = Currency(unchecked: "NOK")

    /// Makes a currency from three letters A–Z; anything else gives `nil`.
    public init?(code: String) {
        let letters = Array(code.utf8)
        guard letters.count == 3, letters.allSatisfy({ (65...90).contains($0) }) else { return nil }
        self.code = code
    }

    private init(unchecked code: String) {
        self.code = code
    }

    /// How many decimals an amount has: 2 for NOK, 0 for JPY, 3 for KWD (ISO 4217, list one).
    public var minorUnitDigits: Int {
        if self == .nok { return 2 }
        if Self.withoutDecimals.contains(code) { return 0 }
        if Self.withThreeDecimals.contains(code) { return 3 }
        return Self.withFourDecimals.contains(code) ? 4 : 2
    }

    /// The code.
    public var description: String { code }

    /// Reads the code as plain text and refuses what is not three capital letters.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let currency = Currency(code: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a three-letter currency code")
        }
        self = currency
    }

    /// Writes the code as plain text.
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
