public import Finance
import Foundation

extension Make {
    /// A row of an answer.
    ///
    /// `posted` is the row's own day when a booked row gives none; a reservation has none.
    public static func observation(
        _ amount: String, _ date: String, _ status: TransactionStatus = .booked,
        text: String? = "KAFFEHJORNET AS", posted: String? = nil, account: String = "a1",
        type: TransactionType = .unknown, id: String? = nil, mcc: String? = nil,
        merchant: String? = nil, foreign: ForeignAmount? = nil
    ) -> TransactionObservation {
        TransactionObservation(
            bankAccountID: account, bankTransactionID: id, amount: money(amount), status: status,
            date: day(date), posted: status == .booked ? day(posted ?? date) : nil, text: text,
            merchantName: merchant,
            merchantCategoryCode: mcc.flatMap { MerchantCategoryCode($0) }, type: type,
            foreign: foreign)
    }

    /// A reservation: `Make.reservation("-42.00", "2026-03-06")`.
    public static func reservation(
        _ amount: String, _ date: String, text: String? = "KAFFEHJORNET AS",
        account: String = "a1", type: TransactionType = .pointOfSale, id: String? = nil
    ) -> TransactionObservation {
        observation(amount, date, .pending, text: text, account: account, type: type, id: id)
    }

    /// A transaction as readers see it, with an identifier derived from the row.
    public static func transaction(
        _ row: TransactionObservation, firstSeen: String = "2026-03-06T09:00:00Z",
        ordinal: Int = 0
    ) -> Transaction {
        let account = accountID(row.bankAccountID)
        let id = StableHash(
            "test", account.uuidString, row.amount.description, row.date.description,
            row.text ?? "", row.status.rawValue, String(ordinal)
        ).uuid
        return Transaction(
            id: id, accountID: account, observed: row, firstSeen: instant(firstSeen))
    }

    /// A stored record of a row.
    public static func record(
        _ row: TransactionObservation, firstSeen: String = "2026-03-06T09:00:00Z",
        isBaseline: Bool = false, ordinal: Int = 0
    ) -> TransactionRecord {
        TransactionRecord(
            transaction: transaction(row, firstSeen: firstSeen, ordinal: ordinal),
            observation: row, isBaseline: isBaseline)
    }
}
