/// Money that is known to leave or enter later.
public struct ScheduledItem: Sendable, Hashable, Codable {
    /// Where the bank lists it.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A payment waiting for its due date.
        case payment
        /// The next turn of a standing order.
        case standingOrder
        /// An e-invoice.
        case eInvoice
    }

    /// The bank's identifier of the account it will be taken from.
    public let bankAccountID: String
    /// The bank's identifier of the item.
    public let id: String
    /// Signed from the holder's side.
    public let amount: Money
    /// The day it falls due.
    public let due: CalendarDay
    /// The bank's text.
    public let text: String?
    /// Where the bank lists it.
    public let kind: Kind

    /// Makes a scheduled item.
    public init(
        bankAccountID: String, id: String, amount: Money, due: CalendarDay, text: String?,
        kind: Kind
    ) {
        self.bankAccountID = bankAccountID
        self.id = id
        self.amount = amount
        self.due = due
        self.text = text
        self.kind = kind
    }
}
