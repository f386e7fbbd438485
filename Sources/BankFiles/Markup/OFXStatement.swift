import Finance

/// Reads OFX and QFX: version 1, where values have no end tags, and version 2, which is XML.
struct OFXStatement {
    /// The elements whose values are read; a value belongs to the innermost of them.
    private static let names: Set<String> = [
        "OFX", "STMTRS", "CCSTMTRS", "BANKACCTFROM", "CCACCTFROM", "BANKACCTTO", "CCACCTTO",
        "BANKTRANLIST", "STMTTRN", "LEDGERBAL", "AVAILBAL", "SIGNONMSGSRSV1",
    ]

    private var tokens: MarkupTokens
    private let account: StatementAccount
    private var open: [MarkupElement] = []
    /// The values of each open element.
    private var values: [[String: String]] = []
    private var number: String?
    private var currency: Currency
    private var isCurrencyStated = false
    private var rows: [TransactionObservation] = []
    private var from: CalendarDay?
    private var through: CalendarDay?
    private var booked: Statement.DayBalance?
    private var available: Statement.DayBalance?
    private var owner = OFXOwner()
    private var parts: [OFXPart] = []

    static func read(
        _ tokens: MarkupTokens, _ root: MarkupElement, account: StatementAccount
    ) throws(StatementFileError) -> StatementFile {
        var reader = OFXStatement(
            tokens: tokens, account: account, currency: account.currency)
        try reader.begin(root)
        try reader.readParts()
        return StatementFile(statements: try OFXPart.toldApart(reader.parts, in: tokens.text))
    }

    private mutating func readParts() throws(StatementFileError) {
        var label: String?
        while let token = try tokens.next() {
            switch token {
            case .start(let element, _):
                label = element.name.uppercased()
                if Self.names.contains(label ?? "") { try begin(element) }
            case .text(let words):
                if let label, !values.isEmpty { values[values.count - 1][label] = words }
                label = nil
            case .end(let name):
                label = nil
                guard Self.names.contains(name.uppercased()) else { continue }
                guard let part = open.popLast(), part.name.uppercased() == name.uppercased() else {
                    throw fault("a part of the file has no end", fix: Self.cutOff)
                }
                try end(part, values.removeLast())
                if open.isEmpty { return }
            }
        }
        throw fault("the file has no end", fix: Self.cutOff)
    }

    private static let cutOff = "download the file again: it was cut off"

    private mutating func begin(_ part: MarkupElement) throws(StatementFileError) {
        let name = part.name.uppercased()
        if ["BANKTRANLIST", "LEDGERBAL", "AVAILBAL"].contains(name) { try readCurrency(part) }
        open.append(part)
        values.append([:])
        guard ["STMTRS", "CCSTMTRS"].contains(name) else { return }
        (number, from, through, booked, available, rows) = (nil, nil, nil, nil, nil, [])
        owner = OFXOwner()
        currency = account.currency
        isCurrencyStated = false
    }

    /// Reads the currency of the statement, which precedes all its figures.
    private mutating func readCurrency(_ part: MarkupElement) throws(StatementFileError) {
        guard let code = values.last?["CURDEF"] else { return }
        guard let known = Currency(code: code.uppercased()) else {
            throw fault("this is no currency", part)
        }
        currency = known
        isCurrencyStated = true
    }

    private mutating func end(
        _ part: MarkupElement, _ values: [String: String]
    ) throws(StatementFileError) {
        switch part.name.uppercased() {
        case "BANKACCTFROM", "CCACCTFROM":
            number = values["ACCTID"].map(StatementAccount.canonical)
            owner = OFXOwner(bank: values["BANKID"], type: values["ACCTTYPE"]?.uppercased())
        case "STMTTRN": try addRow(values, part)
        case "BANKTRANLIST":
            from = values["DTSTART"].flatMap(Self.day)
            through = values["DTEND"].flatMap(Self.day)
        case "LEDGERBAL": booked = try balance(values, part)
        case "AVAILBAL": available = try balance(values, part)
        case "STMTRS", "CCSTMTRS": try finish(part)
        default: break
        }
    }

    private mutating func addRow(
        _ values: [String: String], _ part: MarkupElement
    ) throws(StatementFileError) {
        guard let number = number ?? account.number else {
            throw fault(
                "the file does not say which account this is", part,
                fix: "name it: \"account\": {\"number\": …} in the bank's settings, or with "
                    + "'saldovakt import --account'")
        }
        guard let day = values["DTPOSTED"].flatMap(Self.day) else {
            throw fault("this transaction has no date", part)
        }
        let amount = try amount(values["TRNAMT"], part)
        guard amount.minorUnits != 0 else { return }
        // Several rows may have one number: only with day and amount it identifies one of them.
        let id = values["FITID"].map { "\($0)/\(day)/\(amount.decimalText)" }
        let purchase = values["DTUSER"].flatMap(Self.day)
        let texts = [values["NAME"], values["MEMO"]].compactMap(\.self)
        let text = texts.isEmpty ? nil : texts.joined(separator: " ")
        let isCredit = amount.minorUnits > 0
        rows.append(
            TransactionObservation(
                bankAccountID: number, bankTransactionID: id, amount: amount, status: .booked,
                date: min(purchase ?? day, day), posted: day,
                text: text,
                type: Self.types[values["TRNTYPE"] ?? ""]
                    ?? BankWording.type(text: text, isCredit: isCredit)))
    }

    private static let types: [String: TransactionType] = [
        "ATM": .atm, "CHECK": .check, "DIRECTDEBIT": .directDebit, "DIRECTDEP": .directDeposit,
        "DIV": .dividend, "FEE": .fee, "INT": .interest, "POS": .pointOfSale,
        "REPEATPMT": .standingOrder, "SRVCHG": .fee, "XFER": .transfer,
    ]

    private func balance(
        _ values: [String: String], _ part: MarkupElement
    ) throws(StatementFileError) -> Statement.DayBalance? {
        guard let day = values["DTASOF"].flatMap(Self.day) else { return nil }
        return Statement.DayBalance(amount: try amount(values["BALAMT"], part), day: day)
    }

    private func amount(
        _ written: String?, _ part: MarkupElement
    ) throws(StatementFileError) -> Money {
        let sign: DecimalSign = written?.contains(",") == true ? .comma : .point
        guard let amount = written.flatMap({ WrittenAmount.read($0, sign, currency) }) else {
            throw fault("this is no amount", part)
        }
        return amount
    }

    private mutating func finish(_ part: MarkupElement) throws(StatementFileError) {
        guard let number = number ?? account.number else { return }
        let days = rows.map { $0.posted ?? $0.date } + [from, through].compactMap(\.self)
        guard let first = days.min() ?? booked?.day, let last = days.max() ?? booked?.day else {
            return
        }
        var statement = Statement(
            number: number, currency: currency, days: first...last, rows: rows)
        statement.booked = booked
        statement.available = available
        statement.isCard = part.name.uppercased() == "CCSTMTRS"
        statement.isNameless = self.number == nil
        statement.isCurrencyStated = isCurrencyStated
        parts.append(OFXPart(statement: statement, owner: owner, offset: part.offset))
    }

    /// The day as written: the bank's own, whatever zone follows it.
    private static func day(_ text: String) -> CalendarDay? {
        CSVProfile.DateFormat.plain.read(text.prefix(8))
    }

    private func fault(
        _ problem: String, _ part: MarkupElement? = nil,
        fix: String = StatementFileError.downloadAgain
    ) -> StatementFileError {
        tokens.text.error(at: part?.offset ?? tokens.position, problem, fix: fix)
    }
}
