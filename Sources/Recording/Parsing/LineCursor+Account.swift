import Finance

/// The members of an account as they are met; amounts wait for the currency.
struct AccountFields {
    var id = ""
    var name: String?
    var kind = AccountObservation.Kind.asset
    var currency = Currency.nok
    var number: String?
    var booked: LineToken?
    var available: LineToken?
    var creditLimit: LineToken?
    var from: CalendarDay?
    var seen = SeenKeys()
}

extension LineCursor {
    /// Takes an account of a snapshot.
    mutating func accountFields() throws(LineFault) -> AccountFields {
        let start = position
        var fields = AccountFields()
        try object { (cursor, key) throws(LineFault) in
            try cursor.accountText(key, &fields)
        }
        guard !fields.id.isEmpty else { throw missing("id", start) }
        return fields
    }

    private mutating func accountText(
        _ key: LineToken, _ fields: inout AccountFields
    ) throws(LineFault) {
        if equals(key, "id") {
            try fields.seen.mark(0, "id", at: key.start)
            fields.id = try text("id")
        } else if equals(key, "name") {
            try fields.seen.mark(1, "name", at: key.start)
            fields.name = try optionalText("name")
        } else if equals(key, "kind") {
            try fields.seen.mark(2, "kind", at: key.start)
            fields.kind = try word("kind", as: AccountKindWord.self).kind
        } else if equals(key, "currency") {
            try fields.seen.mark(3, "currency", at: key.start)
            fields.currency = try currency("currency")
        } else if equals(key, "number") {
            try fields.seen.mark(4, "number", at: key.start)
            fields.number = try optionalText("number")
        } else {
            try accountFigure(key, &fields)
        }
    }

    private mutating func accountFigure(
        _ key: LineToken, _ fields: inout AccountFields
    ) throws(LineFault) {
        if equals(key, "booked") {
            try fields.seen.mark(5, "booked", at: key.start)
            fields.booked = try amount("booked")
        } else if equals(key, "available") {
            try fields.seen.mark(6, "available", at: key.start)
            fields.available = try amount("available")
        } else if equals(key, "creditLimit") {
            try fields.seen.mark(7, "creditLimit", at: key.start)
            fields.creditLimit = try amount("creditLimit")
        } else if equals(key, "from") {
            try fields.seen.mark(8, "from", at: key.start)
            fields.from = null() ? nil : try day("from")
        } else {
            try skip()
        }
    }

    /// The account with its exact figures.
    func observation(
        _ fields: AccountFields, _ source: String, isComplete: Bool
    ) throws(LineFault) -> AccountObservation {
        let details = AccountDetails(
            displayName: fields.name ?? fields.id, institutionName: source,
            currency: fields.currency, accountNumber: fields.number.map(AccountNumber.init),
            bankAccountID: fields.id)
        return AccountObservation(
            details: details, kind: fields.kind,
            booked: try figure(fields.booked, fields.currency, "booked"),
            available: try figure(fields.available, fields.currency, "available"),
            creditLimit: try figure(fields.creditLimit, fields.currency, "creditLimit"),
            coveredFrom: fields.from, isTransactionListComplete: isComplete)
    }

    private func figure(
        _ token: LineToken?, _ currency: Currency, _ key: StaticString
    ) throws(LineFault) -> Money? {
        guard let token else { return nil }
        return try money(token, currency, key)
    }
}

/// The words of an account's `kind`.
private enum AccountKindWord: String, CaseIterable {
    case asset, liability

    /// The kind that the word means.
    var kind: AccountObservation.Kind { self == .asset ? .asset : .liability }
}
