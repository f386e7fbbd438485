public import Foundation

/// One record in the series of an account's balances.
public struct AccountBalance: Sendable, Hashable, Codable, Identifiable {
    /// Identifier of this record.
    public let id: UUID
    /// The account it belongs to.
    public let accountID: UUID
    /// What the bank reported.
    public let currentBalance: CurrentBalance

    /// Makes a record; the identifier is derived from account and moment.
    public init(accountID: UUID, currentBalance: CurrentBalance) {
        id =
            StableHash(
                "balance", accountID.uuidString,
                String(Int((currentBalance.asOfDate.timeIntervalSince1970 * 1_000).rounded()))
            ).uuid
        self.accountID = accountID
        self.currentBalance = currentBalance
    }

    /// The figure that pending transactions have already lowered, if the bank gave it.
    public var available: Balance? { currentBalance.available }

    /// The figure of booked transactions only, if the bank gave it.
    public var booked: Balance? { currentBalance.booked }
}
