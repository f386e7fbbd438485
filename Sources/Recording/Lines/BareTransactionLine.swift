public import Finance
public import Foundation

/// A transaction on a line of its own: always new, with no balance and no baseline.
///
/// ```json
/// {"account":"Brukskonto","amount":"-12.50","date":"2026-03-06","text":"KIOSK"}
/// ```
public struct BareTransactionLine: Sendable, Hashable {
    /// The account's name, which is also its identifier.
    public var account: String
    /// Signed from the holder's side; NOK unless the line says otherwise.
    public var amount: Money
    /// The day it happened.
    public var date: CalendarDay
    /// When it was seen, if the line says so.
    public var time: Date?
    /// Booked unless the line says otherwise.
    public var status: TransactionStatus
    /// The bank's text.
    public var text: String?
    /// The merchant, if named apart from the text.
    public var merchant: String?
    /// The merchant's category.
    public var merchantCategoryCode: MerchantCategoryCode?
    /// The kind of movement.
    public var type: TransactionType

    /// Makes a line; what is not given is the default.
    public init(account: String, amount: Money, date: CalendarDay) {
        self.account = account
        self.amount = amount
        self.date = date
        status = .booked
        type = .unknown
    }

    /// The clock of the line: its `time`, else noon of its `date` in `zone`.
    public func observedAt(in zone: TimeZone) -> Date {
        if let time { return time }
        let noon = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400 + 43_200)
        return noon.addingTimeInterval(-Double(zone.secondsFromGMT(for: noon)))
    }

    /// The line as a row of a bank's answer.
    public var observation: TransactionObservation {
        TransactionObservation(
            bankAccountID: account, amount: amount, status: status, date: date,
            posted: status == .booked ? date : nil, text: text, merchantName: merchant,
            merchantCategoryCode: merchantCategoryCode, type: type)
    }
}
