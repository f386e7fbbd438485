/// Where a transaction is in its life; cases and order are FinanceKit's.
public enum TransactionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Approved by the issuer, not yet in the account.
    case authorized
    /// An informational line about a movement.
    case memo
    /// On its way: what a Norwegian bank calls a reservation.
    case pending
    /// Posted, final.
    case booked
    /// Refused.
    case rejected

    /// Whether the bank has yet to post it.
    public var isReservation: Bool { self == .pending || self == .authorized }
}
