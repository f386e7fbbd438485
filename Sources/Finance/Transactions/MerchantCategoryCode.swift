/// An ISO 18245 merchant category code: four digits such as 5411, grocery stores.
public struct MerchantCategoryCode: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The number, 0 to 9999.
    public let rawValue: Int16

    /// Makes a code from its number; `nil` outside 0…9999.
    public init?(rawValue: Int16) {
        guard (0...9_999).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads one to four digits; `nil` for anything else.
    public init?(_ text: String) {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int16(text)
        else { return nil }
        rawValue = number
    }

    /// The four digits, with leading zeros.
    public var description: String {
        let text = String(rawValue)
        return String(repeating: "0", count: 4 - text.count) + text
    }

    /// Reads the four digits as text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let code = MerchantCategoryCode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a merchant category code has four digits")
        }
        self = code
    }

    /// Writes the four digits as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
