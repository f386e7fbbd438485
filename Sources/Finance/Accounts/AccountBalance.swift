public import Foundation

/// One record in the series of an account's balances.
public struct AccountBalance: Sendable, Hashable, Codable, Identifiable {
    /// Identifier of this record.
    public let id: UUID
    /// The account it belongs to.
    public let accountID: UUID
    /// What the bank reported.
    public let currentBalance: CurrentBalance
    /// The day of its moment in the bank's zone.
    public let day: CalendarDay
    /// When figures of the account had last been read before; `nil` if never or not known.
    ///
    /// Equal figures are not recorded again, so this tells how long the record before held good.
    public let previousRead: Date?

    /// Makes a record; the identifier is derived from account and moment.
    public init(
        accountID: UUID, currentBalance: CurrentBalance, day: CalendarDay,
        previousRead: Date? = nil
    ) {
        id = Self.identifier(
            account: accountID,
            milliseconds: Int64(
                (currentBalance.asOfDate.timeIntervalSince1970 * 1_000).rounded()))
        self.accountID = accountID
        self.currentBalance = currentBalance
        self.day = day
        self.previousRead = previousRead
    }

    /// The identifier of the record of an account at a moment in milliseconds since 1970.
    package static func identifier(account: UUID, milliseconds: Int64) -> UUID {
        StableHash("balance", account.uuidString, String(milliseconds)).uuid
    }

    /// The figure that pending transactions have already lowered, if the bank gave it.
    public var available: Balance? { currentBalance.available }

    /// The figure of booked transactions only, if the bank gave it.
    public var booked: Balance? { currentBalance.booked }
}
