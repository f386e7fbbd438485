/// One account with its figures as a bank's answer showed it.
///
/// All amounts are signed from the holder's side: owing 1,200 on a card is `booked` −1,200 with a
/// positive `creditLimit`.
public struct AccountObservation: Sendable, Hashable, Codable {
    /// Asset or liability.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Money the person owns.
        case asset
        /// Money the person owes.
        case liability
    }

    /// Who the account is.
    public var details: AccountDetails
    /// Asset or liability.
    public var kind: Kind
    /// Booked transactions only.
    public var booked: Money?
    /// What can be spent now; a reservation lowers it at once.
    public var available: Money?
    /// The credit limit, positive; `nil` or zero for an account without one.
    public var creditLimit: Money?
    /// The first day that the answer's transactions of this account cover; `nil` if unknown.
    public var coveredFrom: CalendarDay?
    /// Whether the answer has every transaction of the covered days; without it nothing may be
    /// taken as gone.
    public var isTransactionListComplete: Bool

    /// Makes an observation of an account.
    public init(
        details: AccountDetails, kind: Kind, booked: Money?, available: Money?,
        creditLimit: Money? = nil, coveredFrom: CalendarDay? = nil,
        isTransactionListComplete: Bool = true
    ) {
        self.details = details
        self.kind = kind
        self.booked = booked
        self.available = available
        self.creditLimit = creditLimit
        self.coveredFrom = coveredFrom
        self.isTransactionListComplete = isTransactionListComplete
    }

    /// The account as the store keeps it.
    public var account: Account {
        switch kind {
        case .asset: .asset(AssetAccount(details: details))
        case .liability:
            .liability(
                LiabilityAccount(
                    details: details,
                    creditInformation: AccountCreditInformation(creditLimit: creditLimit)))
        }
    }
}
