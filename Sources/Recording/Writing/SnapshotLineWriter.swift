public import Finance

/// Writes snapshots and bare transactions as lines of a recording.
///
/// The same value always gives the same bytes. A bank's account numbers are written in full: a
/// recording is as private as the database.
public struct SnapshotLineWriter: Sendable {
    public init() {}

    /// One line without its line break.
    ///
    /// Of a failure the line contains the kind, of a throttled answer the whole seconds to wait.
    public func line(_ snapshot: Snapshot) -> [UInt8] {
        JSONWriter.object { json in
            json.add("observedAt", snapshot.observedAt)
            json.add("source", snapshot.source)
            add(snapshot.outcome, to: &json)
            if snapshot.outcome.hasFacts { json.facts(of: snapshot) }
        }
    }

    /// One line without its line break.
    public func line(_ transaction: BareTransactionLine) -> [UInt8] {
        JSONWriter.object { $0.members(of: transaction) }
    }

    private func add(_ outcome: SnapshotOutcome, to json: inout JSONWriter) {
        switch outcome {
        case .complete: json.add("outcome", "complete")
        case .partial: json.add("outcome", "partial")
        case .throttled(let retryAfter):
            json.add("outcome", "throttled")
            json.add("error", "throttled")
            if let retryAfter { json.add("retryAfter", Self.wholeSeconds(retryAfter)) }
        case .failed(let failure):
            json.add("outcome", "failed")
            json.add("error", failure.kind.rawValue)
        }
    }

    /// Whole seconds, rounded up, so that nobody asks too early.
    private static func wholeSeconds(_ duration: Duration) -> Int {
        let (seconds, rest) = duration.components
        return Int(clamping: max(0, rest > 0 ? seconds + 1 : seconds))
    }
}

extension JSONWriter {
    /// Writes accounts, transactions and scheduled items as members.
    fileprivate mutating func facts(of snapshot: Snapshot) {
        add("accounts", list: snapshot.accounts) { json, account in
            json.object { $0.members(of: account) }
        }
        add("transactions", list: snapshot.transactions) { json, row in
            json.object { $0.members(of: row) }
        }
        guard let scheduled = snapshot.scheduled else { return }
        let currencies = snapshot.accounts.map { ($0.details.bankAccountID, $0.details.currency) }
        add("scheduled", list: scheduled) { json, item in
            let usual = currencies.first { $0.0 == item.bankAccountID }?.1 ?? .nok
            json.object { $0.members(of: item, usualCurrency: usual) }
        }
    }

    private mutating func members(of account: AccountObservation) {
        add("id", account.details.bankAccountID)
        add("name", account.details.displayName)
        add("kind", account.kind.rawValue)
        add("currency", account.details.currency.code)
        add("number", account.details.accountNumber?.digits)
        add("booked", account.booked?.decimalText)
        add("available", account.available?.decimalText)
        add("creditLimit", account.creditLimit?.decimalText)
        if let from = account.coveredFrom { add("from", from.description) }
    }

    private mutating func members(of row: TransactionObservation) {
        add("account", row.bankAccountID)
        add("id", row.bankTransactionID)
        add("amount", row.amount.decimalText)
        add("currency", row.amount.currency.code)
        add("status", row.status.rawValue)
        add("date", row.date.description)
        add("posted", row.posted?.description)
        add("text", row.text)
        add("merchant", row.merchantName)
        add("mcc", row.merchantCategoryCode?.description)
        add("type", row.type.rawValue)
        add("foreign", row.foreign) { json, foreign in json.object { $0.members(of: foreign) } }
        add("counterparty", row.counterparty) { json, counterparty in
            json.object { $0.members(of: counterparty) }
        }
        if row.isOwnTransfer { add("ownTransfer", true) }
    }

    private mutating func members(of foreign: ForeignAmount) {
        add("amount", foreign.amount.decimalText)
        add("currency", foreign.amount.currency.code)
        if let rate = foreign.exchangeRate { add("rate", rate) }
    }

    private mutating func members(of counterparty: Counterparty) {
        if let name = counterparty.name { add("name", name) }
        if let account = counterparty.account { add("account", account.digits) }
    }

    private mutating func members(of item: ScheduledItem, usualCurrency: Currency) {
        add("account", item.bankAccountID)
        add("id", item.id)
        add("amount", item.amount.decimalText)
        if item.amount.currency != usualCurrency { add("currency", item.amount.currency.code) }
        add("due", item.due.description)
        add("text", item.text)
        add("kind", item.kind.rawValue)
    }
}

extension JSONWriter {
    /// Writes the members of a bare transaction; what is the default is left out.
    fileprivate mutating func members(of line: BareTransactionLine) {
        let row = line.row
        add("account", row.bankAccountID)
        add("amount", row.amount.decimalText)
        add("date", row.date.description)
        if let time = line.time { add("time", time) }
        if row.amount.currency != .nok { add("currency", row.amount.currency.code) }
        if row.status != .booked { add("status", row.status.rawValue) }
        if let text = row.text { add("text", text) }
        if let merchant = row.merchantName { add("merchant", merchant) }
        if let code = row.merchantCategoryCode { add("mcc", code.description) }
        if row.type != .unknown { add("type", row.type.rawValue) }
    }
}
