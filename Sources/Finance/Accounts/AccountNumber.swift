/// A bank account number, which shows itself masked unless asked otherwise.
///
/// ```swift
/// AccountNumber("99990000001").masked     // "•••• •• •0001"
/// AccountNumber("99990000001").grouped    // "9999 00 00001"
/// ```
public struct AccountNumber: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The number as the bank writes it, digits only for Norwegian accounts.
    public let digits: String

    /// Makes a number from the bank's text.
    public init(_ digits: String) {
        self.digits = digits
    }

    /// The number in the groups of four, two and five that Norwegians read; others unchanged.
    public var grouped: String { Self.grouping(digits) }

    /// The number with all but the last four characters hidden, in the same groups.
    ///
    /// Of a number shorter than eight characters at least half is hidden.
    public var masked: String {
        let shown = min(4, digits.count / 2)
        let hidden = String(repeating: "•", count: digits.count - shown)
        return Self.grouping(hidden + digits.suffix(shown))
    }

    /// The masked form, so that a log never shows a whole number by accident.
    public var description: String { masked }

    /// Reads the number as plain text.
    public init(from decoder: any Decoder) throws {
        digits = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the number as plain text, unmasked: for the store and for recordings only.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }

    private static func grouping(_ text: String) -> String {
        guard text.count == 11 else { return text }
        return "\(text.prefix(4)) \(text.dropFirst(4).prefix(2)) \(text.dropFirst(6))"
    }
}
