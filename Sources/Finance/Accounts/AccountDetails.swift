public import Foundation

/// What asset and liability accounts have in common.
public struct AccountDetails: Sendable, Hashable, Codable {
    /// The durable local identifier; see ``AccountIdentity``.
    public let id: UUID
    /// The name to show, usually the one that the person gave in the bank.
    public var displayName: String
    /// The bank's words for the kind of account.
    public var accountDescription: String?
    /// The source's identifier in the settings.
    public let institutionName: String
    /// The account's own currency.
    public let currency: Currency
    /// The bank's account number, if it gives one.
    public var accountNumber: AccountNumber?
    /// The identifier that the bank uses for the account.
    public let bankAccountID: String

    /// Makes the shared part of an account; the identifier is derived from source and bank id.
    public init(
        displayName: String, accountDescription: String? = nil, institutionName: String,
        currency: Currency, accountNumber: AccountNumber? = nil, bankAccountID: String
    ) {
        id = AccountIdentity.id(source: institutionName, bankAccountID: bankAccountID)
        self.displayName = displayName
        self.accountDescription = accountDescription
        self.institutionName = institutionName
        self.currency = currency
        self.accountNumber = accountNumber
        self.bankAccountID = bankAccountID
    }
}

/// How an account gets its durable identifier.
public enum AccountIdentity: Sendable {
    /// The identifier of the account that `source` knows as `bankAccountID`.
    ///
    /// Derived, so that a new state folder and another machine give the same identifier.
    public static func id(source: String, bankAccountID: String) -> UUID {
        StableHash("account", source, bankAccountID).uuid
    }
}

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
