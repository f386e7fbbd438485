public import Foundation

/// One movement on an account, from reservation to booking.
///
/// Names follow FinanceKit; amounts are positive and `creditDebitIndicator` gives the direction.
/// Properties that FinanceKit lacks are at the end.
public struct Transaction: Sendable, Hashable, Codable, Identifiable {
    /// Durable and local: it stays the same while the transaction evolves.
    public let id: UUID
    public let accountID: UUID
    /// The amount in the account's currency; never negative.
    public var transactionAmount: Money
    public var creditDebitIndicator: CreditDebitIndicator
    /// A friendly text: the merchant or the person paid; may be empty.
    public var transactionDescription: String
    /// The bank's unmodified text; empty if the bank gave none.
    public var originalTransactionDescription: String
    public var merchantName: String?
    public var merchantCategoryCode: MerchantCategoryCode?
    public var transactionType: TransactionType
    /// The bank's own code and label where ``transactionType`` is unknown; `nil` otherwise.
    public var bankTypeCode: String?
    public var status: TransactionStatus
    /// The day it happened, in the bank's zone: the day of purchase where that is known.
    public var transactionDate: CalendarDay
    /// The day it was posted; `nil` for a reservation.
    public var postedDate: CalendarDay?
    /// The foreign amount and rate, when it was abroad.
    public var foreignAmount: ForeignAmount?
    public var counterparty: Counterparty?
    /// Whether both sides are the person's own accounts.
    public var isOwnTransfer: Bool
    /// When this program first saw it: the only instant it has, since banks date by day.
    ///
    /// Replays of the past set another one.
    public package(set) var firstSeen: Date
    /// The amount of the reservation that this booking came from, if it came from one.
    public var reservedAmount: Money?

    /// Makes a transaction from an observation; see ``TransactionObservation``.
    public init(id: UUID, accountID: UUID, observed: TransactionObservation, firstSeen: Date) {
        self.id = id
        self.accountID = accountID
        self.firstSeen = firstSeen
        transactionAmount = observed.magnitude
        creditDebitIndicator = CreditDebitIndicator(of: observed.amount)
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

    /// The same transaction as another row shows it.
    func shown(by row: TransactionObservation) -> Transaction {
        Transaction(id: id, accountID: accountID, observed: row, firstSeen: firstSeen)
    }

    /// The amount signed from the holder's side: a debit of 612.00 is −612.00.
    public var signedAmount: Money { creditDebitIndicator.signed(transactionAmount) }
}

/// The amount of a transaction in the currency in which it was made.
public struct ForeignAmount: Sendable, Hashable, Codable {
    /// The positive amount in the foreign currency.
    public let amount: Money
    /// The exchange rate as the bank printed it, such as `10.6250`; never used for arithmetic.
    public let exchangeRate: String?

    public init(amount: Money, exchangeRate: String? = nil) {
        self.amount = amount
        self.exchangeRate = exchangeRate
    }
}

/// Whether money enters or leaves.
public enum CreditDebitIndicator: String, Sendable, Hashable, Codable, CaseIterable {
    /// Money enters the account, or the debt decreases.
    case credit
    /// Money leaves the account, or the debt increases.
    case debit

    /// The side of an amount that is signed from the holder's side.
    init(of signed: Money) { self = signed.minorUnits < 0 ? .debit : .credit }

    /// An amount without sign, signed from the holder's side.
    func signed(_ amount: Money) -> Money {
        let minorUnits = self == .debit ? 0 &- amount.minorUnits : amount.minorUnits
        return Money(minorUnits: minorUnits, currency: amount.currency)
    }
}

/// The other party of a transaction as far as the bank gives it.
public struct Counterparty: Sendable, Hashable, Codable {
    public var name: String?
    /// The account number; shown masked.
    public var account: AccountNumber?

    public init(name: String? = nil, account: AccountNumber? = nil) {
        self.name = name
        self.account = account
    }
}

/// The kind of a transaction; cases and order are FinanceKit's.
public enum TransactionType: String, Sendable, Hashable, Codable, CaseIterable {
    /// The bank's codes map to no known kind.
    case unknown
    /// A correction, either way.
    case adjustment
    case atm
    /// A bill paid, typically by giro or e-invoice.
    case billPayment
    case check
    /// Money paid in by someone.
    case deposit
    /// Paid straight into the account: salary, benefits.
    case directDeposit
    /// A company's earnings paid out.
    case dividend
    case fee
    /// Interest earned or owed.
    case interest
    /// A purchase at a till, a terminal or on the web.
    case pointOfSale
    case transfer
    /// Taken out repeatedly by another party.
    case withdrawal
    /// A fixed amount on fixed dates.
    case standingOrder
    /// Paid to a third party on agreed dates.
    case directDebit
    /// A loan paid out or repaid.
    case loan
    case refund
}

/// The state of a transaction; cases and order are FinanceKit's.
public enum TransactionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Approved by the issuer, not yet in the account.
    case authorized
    /// An informational line about a movement.
    case memo
    /// On its way: what a Norwegian bank calls a reservation.
    case pending
    /// Posted, final.
    case booked
    case rejected

    /// Whether the bank has yet to post it.
    public var isReservation: Bool { self == .pending || self == .authorized }
}

/// An ISO 18245 merchant category code: four digits such as 5411, grocery stores.
public struct MerchantCategoryCode: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The number, 0 to 9999.
    public let rawValue: Int16

    /// Makes a code from its number; `nil` outside 0…9999.
    public init?(rawValue: Int16) {
        guard (0...9_999).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads one to four digits; `nil` for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 4, let number = Digits.number(text.utf8) else { return nil }
        rawValue = Int16(number)
    }

    /// The four digits, with leading zeros.
    public var description: String { String(rawValue).zeroPadded(to: 4) }

    /// Reads the four digits as text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let code = MerchantCategoryCode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a merchant category code has four digits")
        }
        self = code
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
