public import Foundation

/// What is known about one account now: who it is and its newest figures.
///
/// Figures are signed from the holder's side.
public struct AccountFacts: Sendable, Hashable {
    /// The account.
    public var account: Account
    /// The newest booked figure.
    public var booked: Money?
    /// The newest available figure.
    public var available: Money?
    /// The credit limit, positive.
    public var creditLimit: Money?
    /// When the figures were last read successfully.
    public var freshAt: Date
    /// When the transactions were last read completely; `nil` if never.
    public var completeAt: Date?
    /// The first poll of the account: its baseline.
    public var firstSeen: Date
    /// The first day from which on its transactions are known without a gap up to ``completeAt``
    /// (D10); `nil` if that was never noted.
    public var coveredFrom: CalendarDay?

    /// Makes the facts of one account.
    public init(
        account: Account, booked: Money?, available: Money?, creditLimit: Money?, freshAt: Date,
        completeAt: Date?, firstSeen: Date, coveredFrom: CalendarDay? = nil
    ) {
        self.account = account
        self.booked = booked
        self.available = available
        self.creditLimit = creditLimit
        self.freshAt = freshAt
        self.completeAt = completeAt
        self.firstSeen = firstSeen
        self.coveredFrom = coveredFrom
    }

    /// What is owed on a liability account; zero when it is overpaid, `nil` for an asset account.
    public var creditUsed: Money? {
        guard account.liabilityAccount != nil, let booked else { return nil }
        return booked.minorUnits < 0 ? try? booked.negated() : .zero(booked.currency)
    }
}

extension AccountFacts {
    /// The first day of the known history without a gap; the day of the first poll if that was never
    /// noted.
    public func history(in zone: TimeZone) -> CalendarDay {
        coveredFrom ?? CalendarDay(of: firstSeen, in: zone)
    }
}
