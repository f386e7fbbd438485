import Finance
import Foundation

extension LineCursor {
    /// Takes an object that is a bare transaction.
    mutating func bareTransaction() throws(LineFault) -> BareTransactionLine {
        var fields = RowFields()
        var time: Date?
        let start = position
        try object { (cursor, key) throws(LineFault) in
            if cursor.equals(key, "time") {
                try fields.seen.mark(31, "time", at: key.start)
                time = cursor.null() ? nil : try cursor.instant("time")
            } else {
                try cursor.field(key, &fields)
            }
        }
        guard let account = fields.account else { throw missing("account", start) }
        guard let date = fields.date else { throw missing("date", start) }
        let amount = try amount(of: fields, .nok, start)
        var line = BareTransactionLine(account: account, amount: amount, date: date)
        line.time = time
        line.status = fields.status ?? .booked
        line.text = fields.text
        line.merchant = fields.merchant
        line.merchantCategoryCode = fields.category
        line.type = fields.type ?? .unknown
        return line
    }

    /// The exact amount of a row, in its own currency or the one given.
    func amount(
        of fields: RowFields, _ currency: Currency, _ start: Int
    ) throws(LineFault) -> Money {
        guard let token = fields.amount else { throw missing("amount", start) }
        return try money(token, fields.currency ?? currency, "amount")
    }

    /// The fault that an object lacks a key.
    func missing(_ key: String, _ offset: Int) -> LineFault {
        LineFault(.missing(key: key), at: offset)
    }
}
