public import Foundation

/// What a person decided about which stored transactions are one movement.
///
/// It stands over all evidence: it is carried out by the next complete answer of the account, and
/// every later one respects it. What it changes is stored and counted, and told to nobody.
public struct IdentityDecision: Sendable, Hashable, Identifiable {
    /// What was decided.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Two stored transactions are one.
        case join
        /// A booking is not that of the reservation it was taken for.
        case split
    }

    /// Counts the decisions of a store; a later one stands over an earlier one.
    public let id: Int64
    /// What was decided.
    public let kind: Kind
    /// The account of the transactions.
    public let accountID: UUID
    /// The transaction that stays: of two joined ones the older, of a split one the reservation.
    public internal(set) var first: UUID
    /// The other one: joined with the first, or split off; `nil` for a split to be carried out.
    public internal(set) var second: UUID?
    /// When it was decided.
    public let decidedAt: Date
    /// When it was carried out, or found to be without object; `nil` while it waits.
    public internal(set) var appliedAt: Date?

    /// Makes a decision as a store keeps it.
    public init(
        id: Int64, kind: Kind, accountID: UUID, first: UUID, second: UUID?, decidedAt: Date,
        appliedAt: Date? = nil
    ) {
        self.id = id
        self.kind = kind
        self.accountID = accountID
        self.first = first
        self.second = second
        self.decidedAt = decidedAt
        self.appliedAt = appliedAt
    }

    /// Why two records can't be one movement; `nil` if a person may say so.
    public static func objection(
        to left: TransactionRecord, _ right: TransactionRecord
    ) -> Objection? {
        let (one, other) = (left.transaction, right.transaction)
        guard one.id != other.id else { return .sameTransaction }
        guard one.accountID == other.accountID else { return .otherAccount }
        guard one.transactionAmount.currency == other.transactionAmount.currency,
            one.creditDebitIndicator == other.creditDebitIndicator
        else { return .otherDirection }
        let areListed = [left, right].allSatisfy { !$0.isGone && $0.missedAnswers == 0 }
        let areBooked = [one, other].allSatisfy { !$0.status.isReservation }
        return areListed && areBooked ? .bothBooked : nil
    }

    /// What speaks against a join whatever a person says.
    public enum Objection: Sendable, Hashable {
        /// It is one transaction already.
        case sameTransaction
        /// They are on different accounts.
        case otherAccount
        /// One is money in and the other out, or the currencies differ.
        case otherDirection
        /// The bank lists both as booked: money moved twice.
        case bothBooked
    }
}
