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
