import Finance
import Foundation

/// The members of a transaction as they are met.
struct RowFields {
    var account: String?
    var id: String?
    /// Converted when the currency is known, which may stand behind it.
    var amount: LineToken?
    var currency: Currency?
    var status: TransactionStatus?
    var date: CalendarDay?
    var posted: CalendarDay?
    var text: String?
    var merchant: String?
    var category: MerchantCategoryCode?
    var type: TransactionType?
    var foreign: ForeignAmount?
    var counterparty: Counterparty?
    var isOwnTransfer = false
    var seen = SeenKeys()
}

extension LineCursor {
    /// Takes one member of a transaction.
    mutating func field(_ key: LineToken, _ fields: inout RowFields) throws(LineFault) {
        switch key.count {
        case 2 where equals(key, "id"):
            try fields.seen.mark(0, "id", at: key.start)
            fields.id = try optionalText("id")
        case 3 where equals(key, "mcc"):
            try fields.seen.mark(1, "mcc", at: key.start)
            fields.category = try category()
        case 4: try shortField(key, &fields)
        case 6: try middleField(key, &fields)
        case 7 where equals(key, "account"):
            try fields.seen.mark(2, "account", at: key.start)
            fields.account = try text("account")
        case 7 where equals(key, "foreign"):
            try fields.seen.mark(3, "foreign", at: key.start)
            fields.foreign = null() ? nil : try foreign()
        default: try longField(key, &fields)
        }
    }

    private mutating func shortField(
        _ key: LineToken, _ fields: inout RowFields
    ) throws(LineFault) {
        if equals(key, "date") {
            try fields.seen.mark(4, "date", at: key.start)
            fields.date = try day("date")
        } else if equals(key, "text") {
            try fields.seen.mark(5, "text", at: key.start)
            fields.text = try optionalText("text")
        } else if equals(key, "type") {
            try fields.seen.mark(6, "type", at: key.start)
            fields.type = null() ? nil : try word("type", as: TransactionType.self)
        } else {
            try skip()
        }
    }

    private mutating func middleField(
        _ key: LineToken, _ fields: inout RowFields
    ) throws(LineFault) {
        if equals(key, "amount") {
            try fields.seen.mark(7, "amount", at: key.start)
            fields.amount = try amount("amount")
        } else if equals(key, "status") {
            try fields.seen.mark(8, "status", at: key.start)
            fields.status = null() ? nil : try status()
        } else if equals(key, "posted") {
            try fields.seen.mark(9, "posted", at: key.start)
            fields.posted = null() ? nil : try day("posted")
        } else {
            try skip()
        }
    }

    private mutating func longField(
        _ key: LineToken, _ fields: inout RowFields
    ) throws(LineFault) {
        if equals(key, "currency") {
            try fields.seen.mark(10, "currency", at: key.start)
            fields.currency = null() ? nil : try currency("currency")
        } else if equals(key, "merchant") {
            try fields.seen.mark(11, "merchant", at: key.start)
            fields.merchant = try optionalText("merchant")
        } else if equals(key, "counterparty") {
            try fields.seen.mark(12, "counterparty", at: key.start)
            fields.counterparty = null() ? nil : try counterparty()
        } else if equals(key, "ownTransfer") {
            try fields.seen.mark(13, "ownTransfer", at: key.start)
            fields.isOwnTransfer = try flag("ownTransfer")
        } else {
            try skip()
        }
    }

    /// The two words of nearly every row, without making a text first.
    private mutating func status() throws(LineFault) -> TransactionStatus {
        var ahead = self
        if let token = try? ahead.string() {
            if ahead.equals(token, "booked") {
                self = ahead
                return .booked
            }
            if ahead.equals(token, "pending") {
                self = ahead
                return .pending
            }
        }
        return try word("status", as: TransactionStatus.self)
    }

    private mutating func flag(_ key: StaticString) throws(LineFault) -> Bool {
        _ = peek()
        if word("true") { return true }
        if word("false") || word("null") { return false }
        throw wrongKind(key, "true or false")
    }

    private mutating func foreign() throws(LineFault) -> ForeignAmount {
        let start = position
        var amountToken: LineToken?
        var currency: Currency?
        var rate: String?
        var seen = SeenKeys()
        try object { (cursor, key) throws(LineFault) in
            if cursor.equals(key, "amount") {
                try seen.mark(0, "amount", at: key.start)
                amountToken = try cursor.amount("amount")
            } else if cursor.equals(key, "currency") {
                try seen.mark(1, "currency", at: key.start)
                currency = try cursor.currency("currency")
            } else if cursor.equals(key, "rate") {
                try seen.mark(2, "rate", at: key.start)
                rate = try cursor.rate()
            } else {
                try cursor.skip()
            }
        }
        guard let amountToken else { throw missing("amount", start) }
        guard let currency else { throw missing("currency", start) }
        let amount = try money(amountToken, currency, "amount")
        return ForeignAmount(amount: (try? amount.magnitude()) ?? amount, exchangeRate: rate)
    }

    /// Takes an exchange rate as it is printed, in quotes or as a number.
    private mutating func rate() throws(LineFault) -> String? {
        let start = position
        guard let token = try amount("rate") else { return nil }
        guard DecimalNumber.isWellFormed(json: bytes(token).span) else {
            throw LineFault(.wrongKind(key: "rate", expected: "a decimal number"), at: start)
        }
        return plainText(token)
    }

    private mutating func counterparty() throws(LineFault) -> Counterparty {
        var counterparty = Counterparty()
        var seen = SeenKeys()
        try object { (cursor, key) throws(LineFault) in
            if cursor.equals(key, "name") {
                try seen.mark(0, "name", at: key.start)
                counterparty.name = try cursor.optionalText("name")
            } else if cursor.equals(key, "account") {
                try seen.mark(1, "account", at: key.start)
                counterparty.account = try cursor.optionalText("account").map(AccountNumber.init)
            } else {
                try cursor.skip()
            }
        }
        return counterparty
    }
}
