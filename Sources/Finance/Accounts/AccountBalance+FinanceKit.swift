public import Foundation

extension AccountBalance {
    /// When the record's newest figure was read from the bank: how fresh it is.
    public var asOfDate: Date {
        switch currentBalance {
        case .available(let balance), .booked(let balance): balance.asOfDate
        case .availableAndBooked(let available, let booked):
            max(available.asOfDate, booked.asOfDate)
        }
    }

    /// The ISO 4217 code of the record's currency.
    public var currencyCode: String {
        switch currentBalance {
        case .available(let balance), .booked(let balance): balance.amount.currency.code
        case .availableAndBooked(_, let booked): booked.amount.currency.code
        }
    }

    /// The account it belongs to, as the talk spells it.
    @available(*, deprecated, renamed: "accountID")
    public var accountId: UUID { accountID }
}
