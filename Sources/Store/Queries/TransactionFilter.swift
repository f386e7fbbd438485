public import Finance
public import Foundation

/// Which transactions a question is about; what is not given does not narrow it.
public struct TransactionFilter: Sendable, Hashable {
    /// Only of this account.
    public var account: UUID?
    /// Not before this day.
    public var from: CalendarDay?
    /// Not after this day.
    public var to: CalendarDay?
    /// Only with this text in the bank's text, the description, the merchant's or the other
    /// side's name; compared as rules compare texts (``FoldedText``).
    public var text: String?
    /// Only in one of these states; empty for any.
    public var statuses: Set<TransactionStatus>
    /// Only of more than this amount, whichever way it went, and only in its currency.
    public var over: Money?
    /// Only of less than this amount, whichever way it went, and only in its currency.
    public var under: Money?
    /// Only of one of these kinds; empty for any.
    public var types: Set<TransactionType>
    /// Only with a merchant code in one of these ranges; empty for any, also for none.
    public var merchantCodes: [ClosedRange<Int16>]

    /// Makes a filter; the default lets everything through.
    public init(
        account: UUID? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil,
        text: String? = nil, statuses: Set<TransactionStatus> = [], over: Money? = nil,
        under: Money? = nil, types: Set<TransactionType> = [],
        merchantCodes: [ClosedRange<Int16>] = []
    ) {
        self.account = account
        self.from = from
        self.to = to
        self.text = text
        self.statuses = statuses
        self.over = over
        self.under = under
        self.types = types
        self.merchantCodes = merchantCodes
    }
}
