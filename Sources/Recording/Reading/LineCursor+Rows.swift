import Finance
import Foundation

/// The members of a transaction as they are met.
private struct RowFields {
    var account: String?
    var id: String?
    /// Converted when the currency is known, which may stand behind it.
    var amount: LineCursor.Token?
    var currency: Currency?
    var status = TransactionStatus.booked
    var date: CalendarDay?
    var posted: CalendarDay?
    var text: String?
    var merchant: String?
    var category: MerchantCategoryCode?
    var type = TransactionType.unknown
    var foreign: ForeignAmount?
    var counterparty: Counterparty?
    var isOwnTransfer = false
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
        var row = RowFields()
        try object(rowKeys) { (line, key) throws(LineFault) in
            switch key {
            case .account: row.account = try line.text()
            case .amount: row.amount = try line.amount()
            // A bare row is also its own clock.
            case .date: row.date = try hasTime ? line.clockDay() : line.day()
            case .time where !hasTime: try line.skip()
            default: if !line.null() { try line.take(key, &row) }
            }
        }
        let account = try row.account.required("account", start)
        let date = try row.date.required("date", start)
        let amount = try money(
            row.amount.required("amount", start), row.currency ?? currency(account))
        let observation = TransactionObservation(
            bankAccountID: account, bankTransactionID: row.id, amount: amount, status: row.status,
            date: date, posted: row.posted, text: row.text, merchantName: row.merchant,
            merchantCategoryCode: row.category, type: row.type, foreign: row.foreign,
            counterparty: row.counterparty, isOwnTransfer: row.isOwnTransfer)
        return (observation, row.time)
    }

    /// Takes a member that may be `null`.
    private mutating func take(_ key: RowKey, _ row: inout RowFields) throws(LineFault) {
        switch key {
        case .id: row.id = try text()
        case .currency: row.currency = try currency()
        case .status: row.status = try word(statuses)
        case .posted: row.posted = try day()
        case .text: row.text = try text()
        case .merchant: row.merchant = try text()
        case .mcc: row.category = try category()
        case .type: row.type = try word(types)
        case .foreign: row.foreign = try foreign()
        case .counterparty: row.counterparty = try counterparty()
        case .ownTransfer: row.isOwnTransfer = try flag()
        case .time: row.time = try instant()
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
