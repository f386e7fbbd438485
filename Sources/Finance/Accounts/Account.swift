public import Foundation

/// An account that a person owns or owes on.
///
/// An enumeration as in FinanceKit, so that each kind can carry properties of its own; the shared
/// ones are readable without a switch.
public enum Account: Sendable, Hashable, Codable, Identifiable {
    /// Money the person owns: a checking or savings account.
    case asset(AssetAccount)
    /// Money the person owes: a credit card.
    case liability(LiabilityAccount)

    /// The durable local identifier; see ``AccountIdentity``.
    public var id: UUID { details.id }

    /// The name to show, usually the one that the person gave in the bank.
    public var displayName: String { details.displayName }

    /// The bank's words for the kind of account, such as `Standard account`.
    public var accountDescription: String? { details.accountDescription }

    /// Who holds the account: the source's identifier in the settings, such as `sbanken`.
    public var institutionName: String { details.institutionName }

    /// The account's own currency.
    public var currency: Currency { details.currency }

    /// The bank's account number, if it gives one; mask it with ``AccountNumber``.
    public var accountNumber: AccountNumber? { details.accountNumber }

    /// The identifier that the bank uses for the account, opaque and stable.
    public var bankAccountID: String { details.bankAccountID }

    /// The shared properties of both kinds.
    public var details: AccountDetails {
        switch self {
        case .asset(let account): account.details
        case .liability(let account): account.details
        }
    }

    /// The payload if this is an asset account.
    public var assetAccount: AssetAccount? {
        if case .asset(let account) = self { account } else { nil }
    }

    /// The payload if this is a liability account.
    public var liabilityAccount: LiabilityAccount? {
        if case .liability(let account) = self { account } else { nil }
    }
}

/// An account with money that the person owns.
public struct AssetAccount: Sendable, Hashable, Codable {
    /// The properties that every account has.
    public var details: AccountDetails

    /// Makes an asset account.
    public init(details: AccountDetails) {
        self.details = details
    }
}

/// An account with money that the person owes.
public struct LiabilityAccount: Sendable, Hashable, Codable {
    /// The properties that every account has.
    public var details: AccountDetails
    /// What is known about the credit.
    public var creditInformation: AccountCreditInformation

    /// Makes a liability account.
    public init(details: AccountDetails, creditInformation: AccountCreditInformation) {
        self.details = details
        self.creditInformation = creditInformation
    }
}

/// The terms of a credit as far as the bank tells them.
public struct AccountCreditInformation: Sendable, Hashable, Codable {
    /// The most that can be borrowed; positive.
    public var creditLimit: Money?
    /// When the next payment falls due.
    public var nextPaymentDueDate: CalendarDay?
    /// The least to pay by then.
    public var minimumNextPaymentAmount: Money?
    /// How much is already late.
    public var overduePaymentAmount: Money?

    /// Makes credit information; what is not given is unknown.
    public init(
        creditLimit: Money? = nil, nextPaymentDueDate: CalendarDay? = nil,
        minimumNextPaymentAmount: Money? = nil, overduePaymentAmount: Money? = nil
    ) {
        self.creditLimit = creditLimit
        self.nextPaymentDueDate = nextPaymentDueDate
        self.minimumNextPaymentAmount = minimumNextPaymentAmount
        self.overduePaymentAmount = overduePaymentAmount
    }
}

extension Account {
    /// The ISO 4217 code of the account's own currency.
    public var currencyCode: String { currency.code }
}
