import Finance
import Foundation

/// The members of a snapshot as they are met.
private struct SnapshotFields {
    var observedAt: Date?
    var source: String?
    var outcome: OutcomeWord?
    var failure: SourceFailure.Kind?
    var retryAfter: Duration?
    var accounts: [AccountFields] = []
    /// Where the lists stand; they are read when the accounts' currencies are known.
    var transactions: LineCursor?
    var scheduled: LineCursor?
    var seen = SeenKeys()
}

extension LineCursor {
    /// Takes an object that is a snapshot.
    mutating func snapshot() throws(LineFault) -> Snapshot {
        let start = position
        var fields = SnapshotFields()
        try object { (cursor, key) throws(LineFault) in try cursor.member(key, &fields) }
        guard let observedAt = fields.observedAt else { throw missing("observedAt", start) }
        guard let source = fields.source else { throw missing("source", start) }
        guard let word = fields.outcome else { throw missing("outcome", start) }
        if word == .failed, fields.failure == nil { throw missing("error", start) }
        // An answer without any account is a failure, and not that all accounts are gone (RL-30).
        let isEmpty = fields.accounts.isEmpty && (word == .complete || word == .partial)
        let outcome =
            isEmpty
            ? .failed(SourceFailure(recorded: .malformed))
            : word.outcome(failure: fields.failure, retryAfter: fields.retryAfter)
        let currencies = Currencies(of: fields.accounts)
        var accounts: [AccountObservation] = []
        for account in fields.accounts {
            accounts.append(try observation(account, source, isComplete: outcome == .complete))
        }
        let rows = try transactions(at: fields.transactions, currencies)
        let items = try scheduled(at: fields.scheduled, currencies)
        // What is listed beside a failure is no fact.
        return Snapshot(
            source: source, observedAt: observedAt, outcome: outcome,
            accounts: outcome.hasFacts ? accounts : [],
            transactions: outcome.hasFacts ? rows : [],
            scheduled: outcome.hasFacts ? items : nil)
    }

    private mutating func member(
        _ key: LineToken, _ fields: inout SnapshotFields
    ) throws(LineFault) {
        if equals(key, "observedAt") {
            try fields.seen.mark(0, "observedAt", at: key.start)
            fields.observedAt = try instant("observedAt")
        } else if equals(key, "source") {
            try fields.seen.mark(1, "source", at: key.start)
            fields.source = try text("source")
        } else if equals(key, "outcome") {
            try fields.seen.mark(2, "outcome", at: key.start)
            fields.outcome = try word("outcome", as: OutcomeWord.self)
        } else if equals(key, "error") {
            try fields.seen.mark(3, "error", at: key.start)
            fields.failure = null() ? nil : try word("error", as: SourceFailure.Kind.self)
        } else if equals(key, "retryAfter") {
            try fields.seen.mark(7, "retryAfter", at: key.start)
            fields.retryAfter = try seconds("retryAfter")
        } else {
            try list(key, &fields)
        }
    }

    private mutating func list(
        _ key: LineToken, _ fields: inout SnapshotFields
    ) throws(LineFault) {
        if equals(key, "accounts") {
            try fields.seen.mark(4, "accounts", at: key.start)
            guard !null() else { return }
            try checkList("accounts")
            try array { (cursor) throws(LineFault) in
                fields.accounts.append(try cursor.accountFields())
            }
        } else if equals(key, "transactions") {
            try fields.seen.mark(5, "transactions", at: key.start)
            fields.transactions = try listAhead("transactions")
        } else if equals(key, "scheduled") {
            try fields.seen.mark(6, "scheduled", at: key.start)
            fields.scheduled = try listAhead("scheduled")
        } else {
            try skip()
        }
    }

    private func checkList(_ key: StaticString) throws(LineFault) {
        var ahead = self
        guard ahead.peek() == UInt8(ascii: "[") else { throw wrongKind(key, "a list") }
    }

    /// Passes over a list and gives the place where it can be read.
    private mutating func listAhead(_ key: StaticString) throws(LineFault) -> LineCursor? {
        guard !null() else { return nil }
        try checkList(key)
        let place = self
        try skip()
        return place
    }

    private func transactions(
        at place: LineCursor?, _ currencies: Currencies
    ) throws(LineFault) -> [TransactionObservation] {
        guard var place else { return [] }
        var rows: [TransactionObservation] = []
        try place.array { (cursor) throws(LineFault) in
            rows.append(try cursor.transaction(currencies))
        }
        return rows
    }

    private func scheduled(
        at place: LineCursor?, _ currencies: Currencies
    ) throws(LineFault) -> [ScheduledItem]? {
        guard var place else { return nil }
        var items: [ScheduledItem] = []
        try place.array { (cursor) throws(LineFault) in
            items.append(try cursor.scheduledItem(currencies))
        }
        return items
    }

    private mutating func transaction(
        _ currencies: Currencies
    ) throws(LineFault) -> TransactionObservation {
        let start = position
        var fields = RowFields()
        try object { (cursor, key) throws(LineFault) in try cursor.field(key, &fields) }
        guard let account = fields.account else { throw missing("account", start) }
        guard let date = fields.date else { throw missing("date", start) }
        return TransactionObservation(
            bankAccountID: account, bankTransactionID: fields.id,
            amount: try amount(of: fields, currencies[account], start),
            status: fields.status ?? .booked, date: date, posted: fields.posted,
            text: fields.text, merchantName: fields.merchant,
            merchantCategoryCode: fields.category, type: fields.type ?? .unknown,
            foreign: fields.foreign, counterparty: fields.counterparty,
            isOwnTransfer: fields.isOwnTransfer)
    }
}
