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
    /// side's name; capitals do not matter.
    public var text: String?
    /// Only in one of these states; empty for any.
    public var statuses: Set<TransactionStatus>

    /// Makes a filter; the default lets everything through.
    public init(
        account: UUID? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil,
        text: String? = nil, statuses: Set<TransactionStatus> = []
    ) {
        self.account = account
        self.from = from
        self.to = to
        self.text = text
        self.statuses = statuses
    }
}
