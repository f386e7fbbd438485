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
