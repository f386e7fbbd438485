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
