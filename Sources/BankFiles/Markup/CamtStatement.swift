import Finance

/// Reads CAMT.053 and CAMT.052, the account statements of ISO 20022, in any version.
struct CamtStatement {
    private var tokens: MarkupTokens
    private let account: StatementAccount
    private var statements: [Statement] = []
    private var made: String?
    /// Which of several the message is, where it says so.
    private var messagePage: MarkupElement?

    static func read(
        _ tokens: MarkupTokens, _ root: MarkupElement, account: StatementAccount
    ) throws(StatementFileError) -> StatementFile {
        var reader = CamtStatement(tokens: tokens, account: account)
        try reader.descend(into: root)
        while let token = try reader.tokens.next() {
            guard case .text = token else { continue }
            throw reader.fault(root, "something follows the end of the document")
        }
        return StatementFile(statements: reader.statements)
    }

    /// Reads each statement inside an element that only contains statements.
    private mutating func descend(into outer: MarkupElement) throws(StatementFileError) {
        while let token = try tokens.next() {
            switch token {
            case .text: continue
            case .end(let name):
                guard name == outer.name else { throw tokens.mismatch(outer) }
                return
            case .start(let inner, let isEmpty):
                switch inner.name {
                case _ where isEmpty: continue
                case "BkToCstmrStmt", "BkToCstmrAcctRpt": try descend(into: inner)
                case "Stmt", "Rpt": try readStatement(inner)
                case "BkToCstmrDbtCdtNtfctn":
                    throw fault(
                        inner, "it is a notification, which says nothing of whole days",
                        fix: "download an account statement, CAMT.053 or CAMT.052")
                default: readHeader(try tokens.content(of: inner))
                }
            }
        }
        throw tokens.mismatch(outer)
    }

    private mutating func readHeader(_ header: MarkupElement) {
        guard header.name == "GrpHdr" else { return }
        made = header.words("CreDtTm")
        messagePage = header["MsgPgntn"]
    }

    /// Which page of several a statement is; `nil` if it is whole.
    private func page(_ head: MarkupElement) -> StatementPage? {
        let own = head["StmtPgntn"] ?? head["RptPgntn"]
        guard let part = own ?? messagePage else { return nil }
        let number = part.words("PgNb").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let isLast = !["false", "0"].contains(part.words("LastPgInd"))
        guard number ?? 1 > 1 || !isLast else { return nil }
        let names = [head.words("Id"), head.words("ElctrncSeqNb")].map { $0 ?? "" }
        return StatementPage(
            statement: names.joined(separator: " "), number: number, isLast: isLast,
            isOfStatement: own != nil)
    }

    /// Reads one statement; its entries are read one by one, because there may be many.
    private mutating func readStatement(_ outer: MarkupElement) throws(StatementFileError) {
        var head = outer
        var entries: [MarkupElement] = []
        var draft: Draft?
        while let token = try tokens.next() {
            switch token {
            case .text: continue
            case .start(let inner, let isEmpty):
                let element = isEmpty ? inner : try tokens.content(of: inner)
                guard element.name == "Ntry" else {
                    head.children.append(element)
                    continue
                }
                // The account may only be named at the end; entries before it are kept until then.
                if draft == nil, head["Acct"] != nil { draft = try Draft(head, self) }
                if draft != nil { try draft?.add(element, self) } else { entries.append(element) }
            case .end(let name):
                guard name == outer.name else { throw tokens.mismatch(outer) }
                var whole: Draft
                if let draft { whole = draft } else { whole = try Draft(head, self) }
                for entry in entries { try whole.add(entry, self) }
                if let statement = try whole.statement(head, self) { take(statement) }
                return
            }
        }
        throw tokens.mismatch(outer)
    }

    /// Adds a statement; parts of the same days are one, unless the bank numbers them separately.
    ///
    /// Reports repeat each other's rows, and pages may be in several files: they stay separate until
    /// they are merged.
    private mutating func take(_ statement: Statement) {
        let same = statements.firstIndex {
            $0.number == statement.number && $0.currency == statement.currency
                && !statement.isReport && $0.page == nil && statement.page == nil
                && !$0.isCountedApart(from: statement) && $0.days.overlaps(statement.days)
        }
        if let same { statements[same].add(statement) } else { statements.append(statement) }
    }

    private func fault(
        _ element: MarkupElement, _ problem: String, fix: String = StatementFileError.downloadAgain
    ) -> StatementFileError { tokens.text.error(at: element.offset, problem, fix: fix) }
}

extension CamtStatement {
    /// The data of one statement so far.
    private struct Draft {
        private let number: String
        private let currency: Currency
        private let isNameless: Bool
        private let isCurrencyStated: Bool
        private var rows: [TransactionObservation] = []

        init(_ head: MarkupElement, _ reader: CamtStatement) throws(StatementFileError) {
            let id = head.words("Acct", "Id", "IBAN") ?? head.words("Acct", "Id", "Othr", "Id")
            guard let number = id.map(StatementAccount.canonical) ?? reader.account.number else {
                throw reader.fault(head, "the statement names no account")
            }
            self.number = number
            isNameless = id == nil
            let code = head.words("Acct", "Ccy") ?? head["Bal", "Amt"]?.attributes["Ccy"]
            let stated = code.flatMap { Currency(code: $0) }
            currency = stated ?? reader.account.currency
            isCurrencyStated = stated != nil
        }

        mutating func add(
            _ entry: MarkupElement, _ reader: CamtStatement
        ) throws(StatementFileError) {
            let status: TransactionStatus
            switch entry.words("Sts", "Cd") ?? entry.words("Sts") {
            case "BOOK": status = .booked
            case "PDNG": status = .pending
            case "INFO", "FUTR": return
            default: throw reader.fault(entry, "the state of this entry is unknown")
            }
            let amount = try signed(entry, reader)
            guard amount.minorUnits != 0 else { return }
            guard let day = Self.day(entry["BookgDt"]) ?? Self.day(entry["ValDt"]) else {
                throw reader.fault(entry, "this entry has no date")
            }
            let details = entry.all("NtryDtls").flatMap { $0.all("TxDtls") }
            let reference = entry.words("AcctSvcrRef").flatMap {
                ["NONREF", "NOTPROVIDED"].contains($0) ? nil : $0
            }
            let text = Self.text(of: entry, details)
            rows.append(
                TransactionObservation(
                    bankAccountID: number, bankTransactionID: reference, amount: amount,
                    status: status, date: day, posted: status == .booked ? day : nil,
                    text: text, type: Self.type(of: entry, text, isCredit: amount.minorUnits > 0),
                    counterparty: details.count == 1
                        ? Self.counterparty(details[0], isOut: amount.minorUnits < 0) : nil))
        }

        /// The statement, checked against its balances.
        func statement(
            _ head: MarkupElement, _ reader: CamtStatement
        ) throws(StatementFileError) -> Statement? {
            var balances: [String: Statement.DayBalance] = [:]
            for balance in head.all("Bal") {
                guard let code = balance.words("Tp", "CdOrPrtry", "Cd"),
                    let day = Self.day(balance["Dt"])
                else { continue }
                // The first opening balance and the last one of the others.
                let isOpening = code == "OPBD" || code == "PRCD"
                if let known = balances[code], isOpening || known.day > day { continue }
                balances[code] = .init(amount: try signed(balance, reader), day: day)
            }
            guard let period = period(head, balances) else { return nil }
            var statement = Statement(
                number: number, currency: currency, days: period.days, rows: rows)
            statement.beginsInDay = period.beginsInDay
            statement.isReport = head.name == "Rpt"
            statement.isNameless = isNameless
            statement.isCurrencyStated = isCurrencyStated
            // Of a day that has not ended there are interim balances only, which need not add up.
            let isReport = statement.isReport
            if !isReport || balances["CLBD"] != nil {
                statement.opening = balances["OPBD"] ?? balances["PRCD"]
            }
            statement.booked = balances["CLBD"] ?? (isReport ? balances["ITBD"] : nil)
            statement.available = balances["CLAV"] ?? (isReport ? balances["ITAV"] : nil)
            statement.sequence = head.words("ElctrncSeqNb").flatMap { Int($0) }
            statement.page = reader.page(head)
            if statement.page == nil, let problem = statement.wrongSum {
                throw reader.fault(
                    head, problem, fix: "download the statement again: entries are missing")
            }
            statement.made = head.words("CreDtTm") ?? reader.made
            if !statement.isReport {
                for index in rows.indices where !rows[index].status.isReservation {
                    statement.rows[index].statement = statement.sequence
                }
            }
            return statement
        }

        /// The covered days, and whether even the last of them is covered only in part.
        ///
        /// Entries that are booked on earlier days came late: they do not make those days complete.
        private func period(
            _ head: MarkupElement, _ balances: [String: Statement.DayBalance]
        ) -> (days: ClosedRange<CalendarDay>, beginsInDay: Bool)? {
            let listed = rows.map { $0.posted ?? $0.date }
            let start = head.words("FrToDt", "FrDtTm")
            let from = start.flatMap(Self.day)
            let ends =
                listed + [from, through(head)].compactMap(\.self)
                + ["CLBD", "ITBD", "ITAV"].compactMap { balances[$0]?.day }
            guard let last = ends.max() else { return nil }
            let isCut = start.map { !Self.isMidnight($0) } ?? false
            let first =
                from?.adding(days: isCut ? 1 : 0) ?? opening(balances, listed, until: last)
                ?? listed.min() ?? last
            return first > last ? (last...last, true) : (first...last, false)
        }

        private func through(_ head: MarkupElement) -> CalendarDay? {
            guard let end = head.words("FrToDt", "ToDtTm") else { return nil }
            // Midnight ends the day before.
            let isOver = end.contains("T") && Self.isMidnight(end)
            return Self.day(end)?.adding(days: isOver ? -1 : 0)
        }

        /// The first day after the opening balance, which some banks date as that of the day before.
        private func opening(
            _ balances: [String: Statement.DayBalance], _ listed: [CalendarDay],
            until last: CalendarDay
        ) -> CalendarDay? {
            guard let day = balances["OPBD"]?.day else {
                return balances["PRCD"]?.day.adding(days: 1)
            }
            return day < last && !listed.contains(day) ? day.adding(days: 1) : day
        }

        /// Whether a date has no time, or that of midnight.
        private static func isMidnight(_ text: String) -> Bool {
            guard let mark = text.firstIndex(of: "T") else { return true }
            let time = text[mark...].dropFirst().prefix(8)
            return time.hasPrefix("00:00") && (time.count < 8 || time.hasSuffix(":00"))
        }

        /// The amount of an entry or a balance, which is written without sign.
        private func signed(
            _ element: MarkupElement, _ reader: CamtStatement
        ) throws(StatementFileError) -> Money {
            guard let written = element["Amt"],
                written.attributes["Ccy"].map({ $0 == currency.code }) ?? true,
                let amount = WrittenAmount.read(written.text, .point, currency),
                let negative = try? amount.negated()
            else { throw reader.fault(element, "this is no amount in the account's currency") }
            switch element.words("CdtDbtInd") {
            case "CRDT": return amount
            case "DBIT": return negative
            default: throw reader.fault(element, "it is not said whether money came or went")
            }
        }

        private static func day(_ element: MarkupElement?) -> CalendarDay? {
            (element?.words("Dt") ?? element?.words("DtTm")).flatMap(day)
        }

        /// The day of a date, with or without a time.
        private static func day(_ text: String) -> CalendarDay? {
            CalendarDay(isoText: text.prefix(10))
        }

        /// The purpose of the entry; of one with several parts, a text for all of them.
        private static func text(of entry: MarkupElement, _ details: [MarkupElement]) -> String? {
            let whole = entry.words("AddtlNtryInf")
            if details.count > 1, let whole { return whole }
            let lines = details.prefix(1).flatMap { part in
                part["RmtInf"]?.all("Ustrd").map(\.text) ?? []
            }
            let text = lines.joined(separator: " ")
            return text.isEmpty ? whole ?? details.first?.words("AddtlTxInf") : text
        }

        private static func type(
            of entry: MarkupElement, _ text: String?, isCredit: Bool
        ) -> TransactionType {
            switch entry.words("BkTxCd", "Domn", "Fmly", "SubFmlyCd") {
            case "POSD": .pointOfSale
            case "CWDL": .atm
            case "SALA" where isCredit: .directDeposit
            default: BankWording.type(text: text, isCredit: isCredit)
            }
        }

        private static func counterparty(_ part: MarkupElement, isOut: Bool) -> Counterparty? {
            let side = isOut ? "Cdtr" : "Dbtr"
            let parties = part["RltdPties"]
            let name = parties?.words(side, "Nm") ?? parties?.words(side, "Pty", "Nm")
            let id =
                parties?.words(side + "Acct", "Id", "IBAN")
                ?? parties?.words(side + "Acct", "Id", "Othr", "Id")
            guard name != nil || id != nil else { return nil }
            return Counterparty(
                name: name, account: id.map { AccountNumber(StatementAccount.canonical($0)) })
        }
    }
}
