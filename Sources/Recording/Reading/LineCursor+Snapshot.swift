import Finance
import Foundation

private enum SnapshotKey: String, CaseIterable {
    case observedAt, source, outcome, error, retryAfter, accounts, transactions, scheduled
}

private enum AccountKey: String, CaseIterable {
    case id, name, kind, currency, number, booked, available, creditLimit, from
}

private enum OutcomeWord: String, CaseIterable { case complete, partial, throttled, failed }

private let snapshotKeys = LineWords(SnapshotKey.self)
private let accountKeys = LineWords(AccountKey.self)
private let outcomes = LineWords(OutcomeWord.self)
private let failures = LineWords(SourceFailure.Kind.self)
private let accountKinds = LineWords(AccountObservation.Kind.self)

/// The members of a snapshot as they are met.
private struct SnapshotFields {
    var observedAt: Date?
    var source: String?
    var outcome: OutcomeWord?
    var failure: SourceFailure.Kind?
    var retryAfter: Duration?
    var accounts: [AccountFields] = []
    /// The positions of the lists, which are read once the accounts' currencies are known.
    var transactions: LineCursor?
    var scheduled: LineCursor?
}

/// The members of an account as they are met; amounts wait for the currency.
private struct AccountFields {
    var id = ""
    var name: String?
    var kind = AccountObservation.Kind.asset
    var currency = Currency.nok
    var number: String?
    var booked: LineCursor.Token?
    var available: LineCursor.Token?
    var creditLimit: LineCursor.Token?
    var from: CalendarDay?
}

extension LineCursor {
    /// Takes an object that is a snapshot.
    mutating func snapshot() throws(LineFault) -> Snapshot {
        let start = position
        var fields = SnapshotFields()
        try object(snapshotKeys) { (line, key) throws(LineFault) in try line.take(key, &fields) }
        let observedAt = try fields.observedAt.required("observedAt", start)
        let source = try fields.source.required("source", start)
        let word = try fields.outcome.required("outcome", start)
        if word == .failed { _ = try fields.failure.required("error", start) }
        let outcome = fields.outcome(word)
        var accounts: [AccountObservation] = []
        for account in fields.accounts {
            accounts.append(try observation(account, source, isComplete: outcome == .complete))
        }
        let foreign = try currencies(of: fields.accounts, start)
        let currency = { (account: String) -> Currency in foreign[account] ?? .nok }
        var rows: [TransactionObservation] = []
        try fields.transactions?.array { (line) throws(LineFault) in
            rows.append(try line.row(currency))
        }
        var items: [ScheduledItem] = []
        try fields.scheduled?.array { (line) throws(LineFault) in
            items.append(try line.scheduledItem(currency))
        }
        // Rows beside a failure are no facts.
        return Snapshot(
            source: source, observedAt: observedAt, outcome: outcome,
            accounts: outcome.hasFacts ? accounts : [], transactions: outcome.hasFacts ? rows : [],
            scheduled: outcome.hasFacts && fields.scheduled != nil ? items : nil)
    }

    /// The currencies of the accounts that are not in kroner.
    private func currencies(
        of accounts: [AccountFields], _ start: Int
    ) throws(LineFault) -> [String: Currency] {
        guard Set(accounts.map { Array($0.id.utf8) }).count == accounts.count else {
            throw LineFault(.accountTwice, at: start)
        }
        return Dictionary(
            accounts.filter { $0.currency != .nok }.map { ($0.id, $0.currency) }
        ) { first, _ in first }
    }

    private mutating func take(
        _ key: SnapshotKey, _ fields: inout SnapshotFields
    ) throws(LineFault) {
        switch key {
        case .observedAt: fields.observedAt = try instant()
        case .source: fields.source = try text()
        case .outcome: fields.outcome = try word(outcomes)
        case .error: fields.failure = try null() ? nil : word(failures)
        case .retryAfter: fields.retryAfter = try seconds()
        case .accounts:
            guard !null() else { return }
            try checkList()
            try array { (line) throws(LineFault) in fields.accounts.append(try line.account()) }
        case .transactions: fields.transactions = try listAhead()
        case .scheduled: fields.scheduled = try listAhead()
        }
    }

    /// Skips a list and returns the place where it can be read.
    private mutating func listAhead() throws(LineFault) -> LineCursor? {
        guard !null() else { return nil }
        try checkList()
        let place = self
        try skip()
        return place
    }

    private mutating func account() throws(LineFault) -> AccountFields {
        let start = position
        var account = AccountFields()
        try object(accountKeys) { (line, key) throws(LineFault) in
            switch key {
            case .id: account.id = try line.text()
            case .name: account.name = try line.null() ? nil : line.text()
            case .kind: account.kind = try line.word(accountKinds)
            case .currency: account.currency = try line.currency()
            case .number: account.number = try line.null() ? nil : line.text()
            case .booked: account.booked = try line.amount()
            case .available: account.available = try line.amount()
            case .creditLimit: account.creditLimit = try line.amount()
            case .from: account.from = try line.null() ? nil : line.day()
            }
        }
        guard !account.id.isEmpty else { throw LineFault(.missing(key: "id"), at: start) }
        return account
    }

    /// The account with its exact figures.
    private func observation(
        _ fields: AccountFields, _ source: String, isComplete: Bool
    ) throws(LineFault) -> AccountObservation {
        let details = AccountDetails(
            displayName: fields.name ?? fields.id, institutionName: source,
            currency: fields.currency, accountNumber: fields.number.map(AccountNumber.init),
            bankAccountID: fields.id)
        func figure(_ token: Token?, _ key: StaticString) throws(LineFault) -> Money? {
            guard let token else { return nil }
            return try money(token, fields.currency, key)
        }
        return AccountObservation(
            details: details, kind: fields.kind, booked: try figure(fields.booked, "booked"),
            available: try figure(fields.available, "available"),
            creditLimit: try figure(fields.creditLimit, "creditLimit"),
            coveredFrom: fields.from, isTransactionListComplete: isComplete)
    }
}

extension SnapshotFields {
    /// The outcome for a word and the line's `error`.
    fileprivate func outcome(_ word: OutcomeWord) -> SnapshotOutcome {
        switch word {
        // An answer without any account is a failure, and does not mean that all accounts are gone
        // (RL-30).
        case .complete, .partial:
            accounts.isEmpty
                ? .failed(SourceFailure(recorded: .malformed))
                : word == .complete ? .complete : .partial
        case .throttled: .throttled(retryAfter: retryAfter)
        case .failed: .failed(SourceFailure(recorded: failure ?? .server))
        }
    }
}

extension SourceFailure {
    /// A failure in its recorded form: only the kind, with words for it.
    fileprivate init(recorded kind: Kind) {
        let problem =
            switch kind {
            case .unreachable: "the bank could not be reached"
            case .refused: "the bank refused the credentials"
            case .throttled: "the bank asked to come later"
            case .malformed: "the bank's answer could not be read"
            case .timedOut: "the bank did not answer in time"
            case .server: "the bank itself failed"
            }
        self.init(
            kind: kind, problem: problem + ", says the recording",
            fix: "nothing: it was so when it was recorded")
    }
}

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
