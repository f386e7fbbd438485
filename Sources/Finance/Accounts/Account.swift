public import Foundation

/// An account that a person owns or owes on.
///
/// An enumeration as in FinanceKit, so that each kind can carry properties of its own; the shared
/// ones are readable without a switch.
public indirect enum Account: Sendable, Hashable, Codable, Identifiable {
    /// Money the person owns: a checking or savings account.
    case asset(AssetAccount)
    /// Money the person owes: a credit card.
    case liability(LiabilityAccount)

    public var id: UUID {
        // Read in place: the details have many parts, and this is called very often.
        switch self {
        case .asset(let account): account.details.id
        case .liability(let account): account.details.id
        }
    }

    /// The name to show, usually the one that the person gave in the bank.
    public var displayName: String { details.displayName }

    /// The bank's words for the kind of account, such as `Standard account`.
    public var accountDescription: String? { details.accountDescription }

    /// Who holds the account: the source's identifier in the settings, such as `sbanken`.
    public var institutionName: String { details.institutionName }

    public var currency: Currency { details.currency }

    /// The ISO 4217 code of the account's own currency.
    public var currencyCode: String { currency.code }

    /// The bank's account number, if it gives one; ``AccountNumber`` masks it.
    public var accountNumber: AccountNumber? { details.accountNumber }

    /// The identifier that the bank uses for the account, opaque and stable.
    public var bankAccountID: String { details.bankAccountID }

    public var details: AccountDetails {
        switch self {
        case .asset(let account): account.details
        case .liability(let account): account.details
        }
    }

    public var assetAccount: AssetAccount? {
        if case .asset(let account) = self { account } else { nil }
    }

    public var liabilityAccount: LiabilityAccount? {
        if case .liability(let account) = self { account } else { nil }
    }
}

/// An account with money that the person owns.
public struct AssetAccount: Sendable, Hashable, Codable {
    public var details: AccountDetails

    public init(details: AccountDetails) { self.details = details }
}

/// An account with money that the person owes.
public struct LiabilityAccount: Sendable, Hashable, Codable {
    public var details: AccountDetails
    public var creditInformation: AccountCreditInformation

    public init(details: AccountDetails, creditInformation: AccountCreditInformation) {
        self.details = details
        self.creditInformation = creditInformation
    }
}

/// The terms of a credit as far as the bank gives them.
public struct AccountCreditInformation: Sendable, Hashable, Codable {
    /// The most that can be borrowed; positive.
    public var creditLimit: Money?
    public var nextPaymentDueDate: CalendarDay?
    public var minimumNextPaymentAmount: Money?
    public var overduePaymentAmount: Money?

    public init(creditLimit: Money? = nil) { self.creditLimit = creditLimit }
}

/// The properties that asset and liability accounts share; ``Account`` describes each.
public struct AccountDetails: Sendable, Hashable, Codable {
    public let id: UUID
    public var displayName: String
    public var accountDescription: String?
    /// The source's identifier in the settings.
    public let institutionName: String
    public let currency: Currency
    public var accountNumber: AccountNumber?
    public let bankAccountID: String

    /// Makes the shared part of an account; the identifier is derived from source and bank id.
    public init(
        displayName: String, accountDescription: String? = nil, institutionName: String,
        currency: Currency, accountNumber: AccountNumber? = nil, bankAccountID: String
    ) {
        id = Self.id(source: institutionName, bankAccountID: bankAccountID)
        self.displayName = displayName
        self.accountDescription = accountDescription
        self.institutionName = institutionName
        self.currency = currency
        self.accountNumber = accountNumber
        self.bankAccountID = bankAccountID
    }

    /// The durable identifier of the account that `source` knows as `bankAccountID`.
    ///
    /// Derived, so that a new state folder and another machine give the same identifier.
    public static func id(source: String, bankAccountID: String) -> UUID {
        StableHash("account", source, bankAccountID).uuid
    }
}

/// A bank account number, which shows itself masked (`•••• •• •0001`) unless asked otherwise.
public struct AccountNumber: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The number as the bank writes it, digits only for Norwegian accounts.
    public let digits: String

    public init(_ digits: String) { self.digits = digits }

    /// The number in the groups of four, two and five that Norwegians read; others unchanged.
    public var grouped: String { grouping(digits) }

    /// The number with all but the last four characters hidden, in the same groups.
    ///
    /// Of a number shorter than eight characters at least half is hidden.
    public var masked: String {
        let shown = min(4, digits.count / 2)
        let hidden = String(repeating: "•", count: digits.count - shown)
        return grouping(hidden + digits.suffix(shown))
    }

    /// The masked form, so that a log never shows a whole number by accident.
    public var description: String { masked }

    /// Its letters and digits: banks write other people's numbers with dots, their own without.
    var plain: String? {
        let plain = digits.filter { $0.isLetter || $0.isNumber }
        return plain.isEmpty ? nil : plain
    }

    public init(from decoder: any Decoder) throws {
        digits = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the number as plain text, unmasked: for the store and for recordings only.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }

    /// Groups a form of the number as the number itself is grouped.
    private func grouping(_ text: String) -> String {
        guard digits.utf8.count == 11, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return text
        }
        return "\(text.prefix(4)) \(text.dropFirst(4).prefix(2)) \(text.dropFirst(6))"
    }
}
