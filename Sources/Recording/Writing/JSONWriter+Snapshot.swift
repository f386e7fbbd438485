import Finance

extension JSONWriter {
    /// Writes accounts, transactions and scheduled items as members.
    mutating func facts(of snapshot: Snapshot) {
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
        add("foreign", row.foreign) { json, foreign in
            json.object { $0.members(of: foreign) }
        }
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
        if item.amount.currency != usualCurrency {
            add("currency", item.amount.currency.code)
        }
        add("due", item.due.description)
        add("text", item.text)
        add("kind", item.kind.rawValue)
    }
}
