public import Foundation

/// One account with its figures as a bank's answer showed it.
///
/// All amounts are signed from the holder's side: owing 1,200 on a card is `booked` −1,200 with a
/// positive `creditLimit`.
public struct AccountObservation: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case asset
        case liability
    }

    public var details: AccountDetails
    public var kind: Kind
    /// Booked transactions only.
    public var booked: Money?
    /// What can be spent now; a reservation lowers it at once.
    public var available: Money?
    /// The credit limit, positive; `nil` or zero for an account without one.
    public var creditLimit: Money?
    /// The first day that the answer's transactions of this account cover; `nil` if unknown.
    public var coveredFrom: CalendarDay?
    /// The last day that they cover, in an answer that may be old, such as a file's; `nil` for an
    /// answer of now.
    public var coveredThrough: CalendarDay?
    /// Covered days that are only taken to have no rows, because files before and after them are
    /// near each other.
    ///
    /// A stored row of such a day is not missing: the file that listed it is no longer there.
    public var quietDays: [ClosedRange<CalendarDay>] = []
    /// When the figures were true, if the bank or a file says so; `nil` for present figures.
    public var figuresAt: Date?
    /// Whether the answer has every transaction of the covered days; otherwise no missing row
    /// counts as gone.
    public var isTransactionListComplete: Bool

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

    /// The time up to which an answer that was complete at `instant` shows transactions.
    public func readThrough(_ instant: Date, in zone: TimeZone) -> Date {
        coveredThrough.map { min(instant, $0.lastInstant(in: zone)) } ?? instant
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

/// One transaction row as a bank's answer showed it.
///
/// It has no identity of its own: rows change their text, date, type and id between answers.
/// ``Reconciler`` decides which stored transaction it is.
public struct TransactionObservation: Sendable, Hashable, Codable {
    public var bankAccountID: String
    /// The bank's identifier of the row, if it gives a stable one.
    public var bankTransactionID: String?
    /// Signed from the holder's side: a purchase is negative.
    public var amount: Money
    public var status: TransactionStatus
    /// The day it happened: the purchase day where the bank gives it.
    public var date: CalendarDay
    /// The day it was posted; `nil` for a reservation.
    public var posted: CalendarDay?
    /// The bank's text, unmodified.
    public var text: String?
    /// The merchant, if the bank names it apart from the text.
    public var merchantName: String?
    public var merchantCategoryCode: MerchantCategoryCode?
    /// The kind, from the bank's codes and texts.
    public var type: TransactionType
    /// The bank's own code and label where they map to no known kind; `nil` otherwise.
    public var bankTypeCode: String?
    public var foreign: ForeignAmount?
    public var counterparty: Counterparty?
    /// Whether the bank marks it as a movement between own accounts.
    public var isOwnTransfer: Bool
    /// The number of the bank's statement in which it is booked, where the bank counts them.
    ///
    /// Equal rows of two statements are two movements.
    public var statement: Int?
    /// Whether the bank gives no day, so that ``date`` is that of the answer; never true in a
    /// record.
    public var isUndated = false

    private enum CodingKeys: CodingKey {
        case bankAccountID, bankTransactionID, amount, status, date, posted, text, merchantName
        case merchantCategoryCode, type, bankTypeCode, foreign, counterparty, isOwnTransfer
        case statement
    }

    public init(
        bankAccountID: String, bankTransactionID: String? = nil, amount: Money,
        status: TransactionStatus, date: CalendarDay, posted: CalendarDay? = nil,
        text: String? = nil, merchantName: String? = nil,
        merchantCategoryCode: MerchantCategoryCode? = nil, type: TransactionType = .unknown,
        foreign: ForeignAmount? = nil, counterparty: Counterparty? = nil,
        isOwnTransfer: Bool = false
    ) {
        self.bankAccountID = bankAccountID
        self.bankTransactionID = bankTransactionID
        self.amount = amount
        self.status = status
        self.date = date
        self.posted = posted
        self.text = text
        self.merchantName = merchantName
        self.merchantCategoryCode = merchantCategoryCode
        self.type = type
        self.foreign = foreign
        self.counterparty = counterparty
        self.isOwnTransfer = isOwnTransfer
    }

    /// The amount without its sign.
    ///
    /// No reader gives the single value that can't be negated; it counts as the largest one.
    var magnitude: Money {
        (try? amount.magnitude()) ?? Money(minorUnits: .max, currency: amount.currency)
    }

    /// Merchant, else counterparty, else the bank's text; empty if there is nothing.
    var friendlyText: String { merchantName ?? counterparty?.name ?? text ?? "" }
}

extension AccountObservation {
    /// Returns the account as an answer that ends before the known history.
    ///
    /// Its rows are added, and none counts as missing. The first answer of an account is its
    /// baseline all the same.
    fileprivate func ofSingleRows(
        at instant: Date, known: AccountFacts?, in zone: TimeZone
    ) -> AccountObservation {
        var account = self
        account.isTransactionListComplete = true
        account.figuresAt = instant
        guard let known, let completeAt = known.completeAt else { return account }
        // Such a line often has only the account's identifier.
        account.details = known.account.details
        if case .liability = known.account { account.kind = .liability }
        account.creditLimit = account.creditLimit ?? known.creditLimit
        let day = CalendarDay(of: completeAt, in: zone)
        account.coveredFrom = day
        account.coveredThrough = day.adding(days: -1)
        return account
    }
}

extension Snapshot {
    /// Adjusts a fed snapshot to the known facts; `nil` for a whole answer that a newer one has
    /// overtaken.
    ///
    /// Single rows are never overtaken: they are new however late they come.
    package func placed(in facts: Facts, at now: Date, _ zone: TimeZone) -> Snapshot? {
        let known = facts.accounts.values.filter { $0.account.institutionName == source }
        let byID = Dictionary(known.map { ($0.account.bankAccountID, $0) }) { first, _ in first }
        let last = facts.sources[source]?.lastAttempt ?? .distantPast
        let observedAt = min(observedAt, now)
        let isSingle = outcome == .partial
        guard isSingle || observedAt >= last else { return nil }
        let accounts = accounts.map { account in
            isSingle
                ? account.ofSingleRows(
                    at: observedAt, known: byID[account.details.bankAccountID], in: zone) : account
        }
        return Snapshot(
            source: source, observedAt: max(observedAt, last),
            outcome: isSingle ? .complete : outcome, accounts: accounts,
            transactions: transactions, scheduled: scheduled)
    }
}
