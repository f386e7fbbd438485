import Finance
import Foundation

/// The members of a transaction as they are met.
private struct RowFields {
    /// The row; account, amount and day are set at the end.
    var row = TransactionObservation(
        bankAccountID: "", amount: .zero(.nok), status: .booked, date: CalendarDay(dayNumber: 0))
    var account: String?
    /// Converted when the currency is known, which may stand behind it.
    var amount: LineCursor.Token?
    var currency: Currency?
    var date: CalendarDay?
    var time: Date?
}

private enum RowKey: String, CaseIterable {
    case account, amount, date, text, type, status, merchant, mcc
    case id, currency, posted, foreign, counterparty, ownTransfer, time
}

private enum ForeignKey: String, CaseIterable { case amount, currency, rate }
private enum CounterpartyKey: String, CaseIterable { case name, account }
private enum ItemKey: String, CaseIterable { case account, id, amount, currency, due, text, kind }

private let rowKeys = LineWords(RowKey.self)
private let foreignKeys = LineWords(ForeignKey.self)
private let counterpartyKeys = LineWords(CounterpartyKey.self)
private let itemKeys = LineWords(ItemKey.self)
private let statuses = LineWords(TransactionStatus.self)
private let types = LineWords(TransactionType.self)
private let itemKinds = LineWords(ScheduledItem.Kind.self)

extension LineCursor {
    /// Takes a transaction of a snapshot.
    ///
    /// - Parameter currency: that of an account, for rows that name none.
    mutating func row(_ currency: (String) -> Currency) throws(LineFault) -> TransactionObservation
    {
        try row(hasTime: false, currency).row
    }

    /// Takes a transaction that is a line of its own.
    mutating func bareTransaction() throws(LineFault) -> BareTransactionLine {
        var (row, time) = try row(hasTime: true) { _ in .nok }
        row.bankTransactionID = nil
        row.posted = row.status == .booked ? row.date : nil
        (row.foreign, row.counterparty, row.isOwnTransfer) = (nil, nil, false)
        return BareTransactionLine(row, time: time)
    }

    private mutating func row(
        hasTime: Bool, _ currency: (String) -> Currency
    ) throws(LineFault) -> (row: TransactionObservation, time: Date?) {
        let start = position
        var fields = RowFields()
        try object(rowKeys) { (line, key) throws(LineFault) in
            switch key {
            case .account: fields.account = try line.text()
            case .amount: fields.amount = try line.amount()
            // A bare row is also its own clock.
            case .date: fields.date = try hasTime ? line.clockDay() : line.day()
            case .time where !hasTime: try line.skip()
            default: if !line.null() { try line.take(key, &fields) }
            }
        }
        let account = try fields.account.required("account", start)
        fields.row.bankAccountID = account
        fields.row.date = try fields.date.required("date", start)
        fields.row.amount = try money(
            fields.amount.required("amount", start), fields.currency ?? currency(account))
        return (fields.row, fields.time)
    }

    /// Takes a member that may be `null`.
    private mutating func take(_ key: RowKey, _ fields: inout RowFields) throws(LineFault) {
        switch key {
        case .id: fields.row.bankTransactionID = try text()
        case .currency: fields.currency = try currency()
        case .status: fields.row.status = try word(statuses)
        case .posted: fields.row.posted = try day()
        case .text: fields.row.text = try text()
        case .merchant: fields.row.merchantName = try text()
        case .mcc: fields.row.merchantCategoryCode = try category()
        case .type: fields.row.type = try word(types)
        case .foreign: fields.row.foreign = try foreign()
        case .counterparty: fields.row.counterparty = try counterparty()
        case .ownTransfer: fields.row.isOwnTransfer = try flag()
        case .time: fields.time = try instant()
        case .account, .amount, .date: try skip()
        }
    }

    private mutating func foreign() throws(LineFault) -> ForeignAmount {
        let start = position
        var (token, code, rate): (Token?, Currency?, String?)
        try object(foreignKeys) { (line, key) throws(LineFault) in
            switch key {
            case .amount: token = try line.amount()
            case .currency: code = try line.currency()
            case .rate: rate = try line.decimal()
            }
        }
        let amount = try money(token.required("amount", start), code.required("currency", start))
        return ForeignAmount(amount: (try? amount.magnitude()) ?? amount, exchangeRate: rate)
    }

    private mutating func counterparty() throws(LineFault) -> Counterparty {
        var counterparty = Counterparty()
        try object(counterpartyKeys) { (line, key) throws(LineFault) in
            guard !line.null() else { return }
            switch key {
            case .name: counterparty.name = try line.text()
            case .account: counterparty.account = AccountNumber(try line.text())
            }
        }
        return counterparty
    }

    /// Takes a scheduled item of a snapshot.
    mutating func scheduledItem(_ usual: (String) -> Currency) throws(LineFault) -> ScheduledItem {
        let start = position
        var (account, id, text): (String?, String?, String?)
        var (token, code, due): (Token?, Currency?, CalendarDay?)
        var kind = ScheduledItem.Kind.payment
        try object(itemKeys) { (line, key) throws(LineFault) in
            switch key {
            case .account: account = try line.text()
            case .id: id = try line.text()
            case .amount: token = try line.amount()
            case .currency: code = try line.null() ? nil : line.currency()
            case .due: due = try line.day()
            case .text: text = try line.null() ? nil : line.text()
            case .kind: kind = try line.null() ? .payment : line.word(itemKinds)
            }
        }
        let own = try account.required("account", start)
        let identifier = try id.required("id", start)
        let amount = try token.required("amount", start)
        return ScheduledItem(
            bankAccountID: own, id: identifier, amount: try money(amount, code ?? usual(own)),
            due: try due.required("due", start), text: text, kind: kind)
    }
}

extension Optional {
    /// The value of a key that must be there, in the object that starts at a byte.
    func required(_ key: String, _ start: Int) throws(LineFault) -> Wrapped {
        guard let self else { throw LineFault(.missing(key: key), at: start) }
        return self
    }
}
