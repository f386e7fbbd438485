import Finance

extension LineText {
    /// Writes accounts, transactions and scheduled items.
    mutating func facts(of snapshot: Snapshot) {
        list("accounts", snapshot.accounts) { $0.account($1) }
        list("transactions", snapshot.transactions) { $0.row($1) }
        guard let scheduled = snapshot.scheduled else { return }
        let currencies = snapshot.accounts.map { ($0.details.bankAccountID, $0.details.currency) }
        list("scheduled", scheduled) { text, item in
            let usual = currencies.first { $0.0 == item.bankAccountID }?.1 ?? .nok
            text.scheduled(item, usualCurrency: usual)
        }
    }

    private mutating func list<Element>(
        _ key: StaticString, _ elements: [Element],
        _ write: (inout LineText, Element) -> Void
    ) {
        self.key(key)
        open(UInt8(ascii: "["))
        for element in elements {
            open(UInt8(ascii: "{"))
            write(&self, element)
            close(UInt8(ascii: "}"))
        }
        close(UInt8(ascii: "]"))
    }

    private mutating func account(_ account: AccountObservation) {
        member("id", account.details.bankAccountID)
        member("name", account.details.displayName)
        member("kind", account.kind.rawValue)
        member("currency", account.details.currency.code)
        member("number", account.details.accountNumber?.digits)
        member("booked", account.booked?.decimalText)
        member("available", account.available?.decimalText)
        member("creditLimit", account.creditLimit?.decimalText)
        if let from = account.coveredFrom { member("from", from.description) }
    }

    private mutating func row(_ row: TransactionObservation) {
        member("account", row.bankAccountID)
        member("id", row.bankTransactionID)
        member("amount", row.amount.decimalText)
        member("currency", row.amount.currency.code)
        member("status", row.status.rawValue)
        member("date", row.date.description)
        member("posted", row.posted?.description)
        member("text", row.text)
        member("merchant", row.merchantName)
        member("mcc", row.merchantCategoryCode?.description)
        member("type", row.type.rawValue)
        foreign(row.foreign)
        counterparty(row.counterparty)
        if row.isOwnTransfer { mark("ownTransfer") }
    }

    private mutating func foreign(_ foreign: ForeignAmount?) {
        guard let foreign else { return member("foreign", nil) }
        key("foreign")
        open(UInt8(ascii: "{"))
        member("amount", foreign.amount.decimalText)
        member("currency", foreign.amount.currency.code)
        if let rate = foreign.exchangeRate { member("rate", rate) }
        close(UInt8(ascii: "}"))
    }

    private mutating func counterparty(_ counterparty: Counterparty?) {
        guard let counterparty else { return member("counterparty", nil) }
        key("counterparty")
        open(UInt8(ascii: "{"))
        if let name = counterparty.name { member("name", name) }
        if let account = counterparty.account { member("account", account.digits) }
        close(UInt8(ascii: "}"))
    }

    private mutating func scheduled(_ item: ScheduledItem, usualCurrency: Currency) {
        member("account", item.bankAccountID)
        member("id", item.id)
        member("amount", item.amount.decimalText)
        if item.amount.currency != usualCurrency {
            member("currency", item.amount.currency.code)
        }
        member("due", item.due.description)
        member("text", item.text)
        member("kind", item.kind.rawValue)
    }
}
