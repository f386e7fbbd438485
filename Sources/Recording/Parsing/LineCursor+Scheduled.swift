import Finance

/// The members of a scheduled item as they are met.
private struct ScheduledFields {
    var account: String?
    var id: String?
    var amount: LineToken?
    var currency: Currency?
    var due: CalendarDay?
    var text: String?
    var kind: ScheduledItem.Kind?
    var seen = SeenKeys()
}

extension LineCursor {
    /// Takes a scheduled item of a snapshot.
    mutating func scheduledItem(_ currencies: Currencies) throws(LineFault) -> ScheduledItem {
        let start = position
        var fields = ScheduledFields()
        try object { (cursor, key) throws(LineFault) in try cursor.scheduled(key, &fields) }
        guard let account = fields.account else { throw missing("account", start) }
        guard let id = fields.id else { throw missing("id", start) }
        guard let token = fields.amount else { throw missing("amount", start) }
        guard let due = fields.due else { throw missing("due", start) }
        return ScheduledItem(
            bankAccountID: account, id: id,
            amount: try money(token, fields.currency ?? currencies[account], "amount"),
            due: due, text: fields.text, kind: fields.kind ?? .payment)
    }

    private mutating func scheduled(
        _ key: LineToken, _ fields: inout ScheduledFields
    ) throws(LineFault) {
        if equals(key, "account") {
            try fields.seen.mark(0, "account", at: key.start)
            fields.account = try text("account")
        } else if equals(key, "id") {
            try fields.seen.mark(1, "id", at: key.start)
            fields.id = try text("id")
        } else if equals(key, "amount") {
            try fields.seen.mark(2, "amount", at: key.start)
            fields.amount = try amount("amount")
        } else if equals(key, "currency") {
            try fields.seen.mark(3, "currency", at: key.start)
            fields.currency = null() ? nil : try currency("currency")
        } else {
            try scheduledDetail(key, &fields)
        }
    }

    private mutating func scheduledDetail(
        _ key: LineToken, _ fields: inout ScheduledFields
    ) throws(LineFault) {
        if equals(key, "due") {
            try fields.seen.mark(4, "due", at: key.start)
            fields.due = try day("due")
        } else if equals(key, "text") {
            try fields.seen.mark(5, "text", at: key.start)
            fields.text = try optionalText("text")
        } else if equals(key, "kind") {
            try fields.seen.mark(6, "kind", at: key.start)
            fields.kind = null() ? nil : try word("kind", as: ScheduledKindWord.self).kind
        } else {
            try skip()
        }
    }
}

/// The words of a scheduled item's `kind`.
private enum ScheduledKindWord: String, CaseIterable {
    case payment, standingOrder, eInvoice

    /// The kind that the word means.
    var kind: ScheduledItem.Kind {
        switch self {
        case .payment: .payment
        case .standingOrder: .standingOrder
        case .eInvoice: .eInvoice
        }
    }
}
