public import Foundation

/// What a reader may see of one account.
public struct AccountAccess: Sendable, Hashable {
    /// The account.
    public let accountID: UUID
    /// The first day whose transactions and balances may be seen; `nil` for all.
    ///
    /// A transaction counts by the day it happened: the late posting of an older purchase stays
    /// hidden. A balance counts by the day, in UTC, on which it was read.
    public let earliest: CalendarDay?

    /// Makes an access.
    public init(accountID: UUID, earliest: CalendarDay? = nil) {
        self.accountID = accountID
        self.earliest = earliest
    }
}
