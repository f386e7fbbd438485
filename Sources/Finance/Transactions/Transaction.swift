public import Foundation

/// One movement on an account, from reservation to booking.
///
/// Names follow FinanceKit; amounts are positive and `creditDebitIndicator` gives the direction.
/// What Apple lacks and people need is at the end.
public struct Transaction: Sendable, Hashable, Codable, Identifiable {
    /// Durable and local: it stays the same while the transaction evolves.
    public let id: UUID
    /// The account it belongs to.
    public let accountID: UUID
    /// The amount in the account's currency; never negative.
    public var transactionAmount: Money
    /// Money in or out.
    public var creditDebitIndicator: CreditDebitIndicator
    /// A friendly text: the merchant, or who was paid; may be empty.
    public var transactionDescription: String
    /// The bank's unmodified text; empty if the bank gave none.
    public var originalTransactionDescription: String
    /// The merchant, if known.
    public var merchantName: String?
    /// What the merchant deals in, if known.
    public var merchantCategoryCode: MerchantCategoryCode?
    /// The kind of movement.
    public var transactionType: TransactionType
    /// The bank's own code and label where ``transactionType`` is unknown; `nil` otherwise.
    public var bankTypeCode: String?
    /// Where it is in its life.
    public var status: TransactionStatus
    /// The day it happened, in the bank's zone: the day of purchase where that is known.
    public var transactionDate: CalendarDay
    /// The day it was posted; `nil` for a reservation.
    public var postedDate: CalendarDay?
    /// The foreign amount and rate, when it was abroad.
    public var foreignAmount: ForeignAmount?
    /// The other side, if known.
    public var counterparty: Counterparty?
    /// Whether both sides are the person's own accounts.
    public var isOwnTransfer: Bool
    /// When this program first saw it: the only instant there is, since banks date by day.
    public private(set) var firstSeen: Date
    /// The amount of the reservation that this booking came from, if it came from one.
    public var reservedAmount: Money?

    /// Makes a transaction from an observation; see ``TransactionObservation``.
    public init(id: UUID, accountID: UUID, observed: TransactionObservation, firstSeen: Date) {
        self.id = id
        self.accountID = accountID
        self.firstSeen = firstSeen
        transactionAmount = observed.magnitude
        creditDebitIndicator = observed.amount.minorUnits < 0 ? .debit : .credit
        transactionDescription = observed.friendlyText
        originalTransactionDescription = observed.text ?? ""
        merchantName = observed.merchantName
        merchantCategoryCode = observed.merchantCategoryCode
        transactionType = observed.type
        bankTypeCode = observed.bankTypeCode
        status = observed.status
        transactionDate = observed.date
        postedDate = observed.posted
        foreignAmount = observed.foreign
        counterparty = observed.counterparty
        isOwnTransfer = observed.isOwnTransfer
    }

    /// The amount signed from the holder's side: a debit of 612.00 is −612.00.
    public var signedAmount: Money {
        Money(
            minorUnits: creditDebitIndicator == .debit
                ? 0 &- transactionAmount.minorUnits : transactionAmount.minorUnits,
            currency: transactionAmount.currency)
    }
}

extension Transaction {
    /// The same transaction as if it had been seen at another instant: for playing the past anew.
    public func seen(at instant: Date) -> Transaction {
        var copy = self
        copy.firstSeen = instant
        return copy
    }
}

/// The amount of a transaction in the currency in which it was made.
public struct ForeignAmount: Sendable, Hashable, Codable {
    /// The positive amount in the foreign currency.
    public let amount: Money
    /// The exchange rate as the bank printed it, such as `10.6250`; never used for arithmetic.
    public let exchangeRate: String?

    /// Makes a foreign amount.
    public init(amount: Money, exchangeRate: String? = nil) {
        self.amount = amount
        self.exchangeRate = exchangeRate
    }
}

/// Whether money enters or leaves.
public enum CreditDebitIndicator: String, Sendable, Hashable, Codable, CaseIterable {
    /// Money enters the account, or what is owed shrinks.
    case credit
    /// Money leaves the account, or what is owed grows.
    case debit
}

/// The other side of a transaction as far as the bank tells it.
public struct Counterparty: Sendable, Hashable, Codable {
    /// The name, as the bank writes it.
    public var name: String?
    /// The account number; shown masked.
    public var account: AccountNumber?

    /// Makes a counterparty; what is not given is unknown.
    public init(name: String? = nil, account: AccountNumber? = nil) {
        self.name = name
        self.account = account
    }
}
