public import Foundation

/// One record in the series of an account's balances.
public struct AccountBalance: Sendable, Hashable, Codable, Identifiable {
    public let id: UUID
    public let accountID: UUID
    public let currentBalance: CurrentBalance
    /// The day of its moment in the bank's zone.
    public let day: CalendarDay
    /// When figures of the account had last been read before; `nil` if never or unknown.
    ///
    /// Equal figures are not recorded again, so this shows how long the record before was valid.
    public let previousRead: Date?

    /// The identifier is derived from account and moment.
    public init(
        accountID: UUID, currentBalance: CurrentBalance, day: CalendarDay, previousRead: Date? = nil
    ) {
        id = Self.identifier(
            account: accountID,
            milliseconds: Int64(currentBalance.asOfDate.wholeMilliseconds))
        self.accountID = accountID
        self.currentBalance = currentBalance
        self.day = day
        self.previousRead = previousRead
    }

    /// The identifier of the record of an account at a moment in milliseconds since 1970.
    package static func identifier(account: UUID, milliseconds: Int64) -> UUID {
        StableHash("balance", account.text, String(milliseconds)).uuid
    }

    /// The figure that pending transactions have already lowered, if the bank gave it.
    public var available: Balance? { currentBalance.available }

    /// The figure of booked transactions only, if the bank gave it.
    public var booked: Balance? { currentBalance.booked }
}

/// What a bank reported as balance: one figure or both.
public enum CurrentBalance: Sendable, Hashable, Codable {
    /// Only the figure that counts pending transactions.
    case available(Balance)
    /// Only the figure of booked transactions.
    case booked(Balance)
    case availableAndBooked(available: Balance, booked: Balance)

    /// Makes a balance from the given figures; `nil` without any.
    package init?(available: Balance?, booked: Balance?) {
        switch (available, booked) {
        case (let available?, let booked?):
            self = .availableAndBooked(available: available, booked: booked)
        case (let available?, nil): self = .available(available)
        case (nil, let booked?): self = .booked(booked)
        case (nil, nil): return nil
        }
    }

    public var available: Balance? {
        switch self {
        case .available(let balance), .availableAndBooked(let balance, _): balance
        case .booked: nil
        }
    }

    public var booked: Balance? {
        switch self {
        case .booked(let balance), .availableAndBooked(_, let balance): balance
        case .available: nil
        }
    }

    /// The figure of booked transactions, or else the other one.
    fileprivate var main: Balance {
        switch self {
        case .available(let balance), .booked(let balance), .availableAndBooked(_, let balance):
            balance
        }
    }

    /// When the figures were read.
    public var asOfDate: Date { main.asOfDate }
}

/// A balance as FinanceKit writes it: a positive amount and the side of zero it is on.
public struct Balance: Sendable, Hashable, Codable {
    /// The distance to zero; never negative.
    public let amount: Money
    /// Which side of zero; a balance of exactly zero is `credit`.
    ///
    /// On an asset account `debit` means overdrawn; on a liability account it means that the
    /// person owes money, which is the usual state.
    public let creditDebitIndicator: CreditDebitIndicator
    /// When the figure was read from the bank.
    public let asOfDate: Date

    /// Makes a balance from an amount signed from the holder's side: owing 1,200 is −1,200.
    ///
    /// - Throws: ``MoneyError/overflow`` for the one amount that can't be negated.
    public init(signed amount: Money, asOf date: Date) throws(MoneyError) {
        self.amount = try amount.magnitude()
        creditDebitIndicator = CreditDebitIndicator(of: amount)
        asOfDate = date
    }

    /// The amount signed from the holder's side.
    public var signedAmount: Money { creditDebitIndicator.signed(amount) }
}

extension AccountBalance {
    /// When the record's newest figure was read from the bank: how fresh it is.
    public var asOfDate: Date {
        max(currentBalance.asOfDate, available?.asOfDate ?? .distantPast)
    }

    /// The ISO 4217 code of the record's currency.
    public var currencyCode: String { currentBalance.main.amount.currency.code }

    /// The account it belongs to, in FinanceKit's other spelling.
    @available(*, deprecated, renamed: "accountID") public var accountId: UUID { accountID }
}
