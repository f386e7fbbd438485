import Finance

/// Reads a list of separated values with the profile that matches its header.
struct CSVStatement {
    /// One line, while its account is not known yet.
    private struct Line {
        let start: Int
        let account: String?
        /// The row, with neither the account's number nor a day that the line does not give.
        let row: TransactionObservation
        let balance: Money?

        /// `nil` for a reservation without one.
        var day: CalendarDay? { row.isUndated ? nil : row.posted ?? row.date }
    }

    private let text: FileText
    private let header: CSVHeader
    private let account: StatementAccount
    private let decimals: DecimalSign
    private var lines: [Line] = []
    private var closing: Statement.DayBalance?

    static func read(
        _ text: FileText, profiles: [CSVProfile], account: StatementAccount
    ) throws(StatementFileError) -> StatementFile {
        let header = try CSVHeader.find(in: text, profiles)
        var statement = CSVStatement(
            text: text, header: header, account: account, decimals: try decimals(of: header))
        var rows = header.rows
        try statement.readLines(&rows)
        return try statement.file()
    }

    private var profile: CSVProfile { header.profile }
    private var places: [CSVProfile.Column: Int] { header.places }

    /// The sign before the decimals, for a profile that leaves it to the file.
    private static func decimals(of header: CSVHeader) throws(StatementFileError) -> DecimalSign {
        let (profile, places) = (header.profile, header.places)
        guard profile.decimals == .either else { return profile.decimals }
        let columns = [places[.amount], places[.incoming], places[.outgoing]].compactMap(\.self)
        var rows = header.rows
        while let row = try rows.next() {
            for column in columns where column < row.cells.count {
                let bytes = rows.text.bytes[row.cells[column].range]
                if bytes.contains(UInt8(ascii: ",")) { return .comma }
            }
        }
        return .point
    }

    private mutating func readLines(_ rows: inout CSVRows) throws(StatementFileError) {
        var width = 0
        while let row = try rows.next() {
            if try readClosing(row) || row.cells.allSatisfy({ text.string($0).isEmpty }) {
                continue
            }
            try checkWidth(row)
            let line = try line(row)
            try checkEnd(row, line, former: width)
            width = row.cells.count
            if let line { lines.append(line) }
        }
    }

    /// Refuses a line at whose end the file was cut off.
    ///
    /// It lacks the separator behind its last value that the line before it has, or ends within the
    /// own account's number, which would be another account.
    private func checkEnd(
        _ row: CSVRow, _ line: Line?, former: Int
    ) throws(StatementFileError) {
        guard let end = row.cells.last?.range, end.upperBound == text.bytes.count else { return }
        let number = StatementAccount.canonical(String(decoding: text.bytes[end], as: UTF8.self))
        let isPart =
            number == line?.account && number.utf8.count < 11 && !profile.isOwn
            && number.utf8.allSatisfy { (48...57).contains($0) }
        guard isPart || row.cells.count < former else { return }
        throw text.error(
            at: end.upperBound, "the file was cut off in this line", fix: "export it again")
    }

    private func checkWidth(_ row: CSVRow) throws(StatementFileError) {
        let width = header.width
        if row.cells.count < header.shortest, let last = row.cells.last {
            throw text.error(
                at: last.range.upperBound,
                "this line has fewer values than the first line has names; the file was cut off",
                fix: "export it again")
        }
        guard row.cells.count > width, !row.cells[width...].allSatisfy(\.range.isEmpty) else {
            return
        }
        throw text.error(
            at: row.cells[width].range.lowerBound,
            "this line has more values than the first line has names",
            fix: StatementFileError.downloadAgain)
    }

    private func line(_ row: CSVRow) throws(StatementFileError) -> Line? {
        let label = value(.text, row)
        if let label, profile.noise.contains(label) { return nil }
        let currency = try currency(value(.currency, row), at: row)
        guard let (amount, isOut) = try movement(row, currency), amount.minorUnits != 0 else {
            return nil
        }
        let isPending = isPending(row)
        let posted = isPending ? nil : try day(.posted, row)
        let date = try day(.date, row)
        guard date ?? posted != nil || isPending else {
            throw error(.date, row, "there is no date")
        }
        let other = value(isOut ? .toAccount : .fromAccount, row).map(StatementAccount.canonical)
        let own = value(.account, row) ?? value(isOut ? .fromAccount : .toAccount, row)
        // A list with one column of names has those of the counterparty.
        let name = value(isOut || places[.fromName] == nil ? .toName : .fromName, row)
        let written = [date, posted].compactMap(\.self).min()
        var found = TransactionObservation(
            bankAccountID: "", bankTransactionID: value(.reference, row), amount: amount,
            status: isPending ? .pending : .booked, date: written ?? CalendarDay(dayNumber: 0),
            posted: isPending ? nil : posted ?? date,
            text: label.map { withoutPendingWord($0) } ?? name, foreign: foreign(row, currency))
        if other != nil || name != nil {
            found.counterparty = Counterparty(name: name, account: other.map { AccountNumber($0) })
        }
        found.type = BankWording.type(
            kind: value(.kind, row), text: found.text, isCredit: amount.minorUnits > 0)
        found.isUndated = written == nil
        return Line(
            start: row.start, account: own.map(StatementAccount.canonical), row: found,
            balance: try self.amount(.balance, row, currency))
    }

    // MARK: One value

    private func value(_ column: CSVProfile.Column, _ row: CSVRow) -> String? {
        guard let place = places[column], place < row.cells.count else { return nil }
        let value = text.string(row.cells[place])
        return value.isEmpty ? nil : value
    }

    private func error(
        _ column: CSVProfile.Column, _ row: CSVRow, _ problem: String,
        fix: String = StatementFileError.downloadAgain
    ) -> StatementFileError {
        let place = places[column].flatMap { $0 < row.cells.count ? row.cells[$0] : nil }
        return text.error(at: place?.range.lowerBound ?? row.start, problem, fix: fix)
    }

    private func currency(_ code: String?, at row: CSVRow) throws(StatementFileError) -> Currency {
        guard let code else { return account.currency }
        guard let currency = Currency(code: code.uppercased()) else {
            throw error(.currency, row, "this is no currency")
        }
        return currency
    }

    /// The amount, negative for money out, and whether it is the bank's money out; `nil` if there
    /// is none.
    ///
    /// A correction is in the column of what it corrects, with the other sign.
    private func movement(
        _ row: CSVRow, _ currency: Currency
    ) throws(StatementFileError) -> (amount: Money, isOut: Bool)? {
        if places[.amount] != nil {
            guard let amount = try amount(.amount, row, currency) else {
                throw error(.amount, row, "there is no amount")
            }
            return (amount, amount.minorUnits < 0)
        }
        let came = try amount(.incoming, row, currency)
        let went = try amount(.outgoing, row, currency)
        guard came != nil || went != nil else {
            // Sums and balances around the list are of no day.
            guard value(.date, row).flatMap({ profile.day($0) }) == nil else {
                throw error(.incoming, row, "there is no amount")
            }
            return nil
        }
        guard let went, went.minorUnits != 0 else { return came.map { ($0, false) } }
        guard came == nil || came?.minorUnits == 0 else {
            throw error(.outgoing, row, "this line has money in and money out")
        }
        let amount = went.minorUnits < 0 ? went : try? went.negated()
        return amount.map { ($0, true) }
    }

    private func amount(
        _ column: CSVProfile.Column, _ row: CSVRow, _ currency: Currency
    ) throws(StatementFileError) -> Money? {
        guard let written = value(column, row) else { return nil }
        let isGrouped = decimals == .comma || profile.isOwn
        guard let amount = WrittenAmount.read(written, decimals, currency, isGrouped: isGrouped)
        else {
            throw error(
                column, row, "this is no amount as \(profile.name) writes it",
                fix: Self.isPlain(written) ? profile.fix("decimal") : Self.fix(profile))
        }
        return amount
    }

    /// Whether nothing but digits and signs between them stands behind the sign in front.
    private static func isPlain(_ written: String) -> Bool {
        let number = written.drop { "-+\u{2212}".contains($0) }
        return number.allSatisfy { $0.isNumber || $0.isWhitespace || ",.".contains($0) }
    }

    /// What people do about an amount that no setting makes readable.
    private static func fix(_ profile: CSVProfile) -> String {
        !profile.isOwn
            ? StatementFileError.downloadAgain
            : "choose a list with amounts such as -12,50: brackets, currencies and a minus behind"
                + " the digits are not read"
    }

    private func foreign(_ row: CSVRow, _ currency: Currency) -> ForeignAmount? {
        guard let code = value(.foreignCurrency, row).flatMap({ Currency(code: $0.uppercased()) }),
            code != currency, let written = value(.foreignAmount, row),
            let amount = WrittenAmount.read(written, decimals, code)
        else { return nil }
        return (try? amount.magnitude()).map { ForeignAmount(amount: $0) }
    }

    private func day(
        _ column: CSVProfile.Column, _ row: CSVRow
    ) throws(StatementFileError) -> CalendarDay? {
        guard let written = value(column, row), written != profile.pendingWord else { return nil }
        guard let day = profile.day(written) else {
            throw error(
                column, row, "this is no date as \(profile.name) writes it",
                fix: profile.fix("format"))
        }
        return day
    }

    private func isPending(_ row: CSVRow) -> Bool {
        let status = value(.status, row)
        if let booked = profile.bookedWord, let status { return status != booked }
        guard let word = profile.pendingWord else { return false }
        return status == word || value(.date, row) == word || value(.posted, row) == word
            || value(.text, row)?.hasSuffix(word) == true
    }

    /// The text as it will be once the movement is booked.
    private func withoutPendingWord(_ label: String) -> String {
        guard let word = profile.pendingWord, label.hasSuffix(word), label != word else {
            return label
        }
        let kept = label.dropLast(word.count)
        return String(kept.reversed().drop { $0.isWhitespace || $0 == "-" }.reversed())
    }

    /// Reads a line such as `Utgående saldo pr. 10.02.2026:;;4 125,50 NOK`.
    private mutating func readClosing(_ row: CSVRow) throws(StatementFileError) -> Bool {
        guard let words = profile.closing, let first = row.cells.first else { return false }
        // Banks write two spaces within it.
        let label = text.string(first).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard label.hasPrefix(words) else { return false }
        let written = label.dropFirst(words.count).filter { !$0.isWhitespace && $0 != ":" }
        let values = row.cells.dropFirst().map { text.string($0) }.filter { !$0.isEmpty }
        let last = values.last ?? ""
        let code = last.suffix(3)
        guard values.count == 1, let day = profile.day(written),
            let currency = Currency(code: String(code)),
            let amount = WrittenAmount.read(last.dropLast(3).trimmed, .comma, currency)
        else {
            throw text.error(
                at: row.start, "this balance can't be read", fix: StatementFileError.downloadAgain)
        }
        closing = Statement.DayBalance(amount: amount, day: day)
        return true
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

// MARK: The statements of all lines

extension CSVStatement {
    private func file() throws(StatementFileError) -> StatementFile {
        guard !lines.isEmpty else { return StatementFile(statements: []) }
        let days = lines.compactMap(\.day)
        // Reservations without days have that of the file, which is not known here.
        let oldest = days.min() ?? closing?.day ?? CalendarDay(dayNumber: 0)
        let newest = days.max() ?? oldest
        let named = Set(lines.compactMap(\.account))
        let usual = account.number ?? (named.count == 1 ? named.first : nil)
        var byAccount: [String: [Line]] = [:]
        for line in lines {
            guard let number = line.account ?? usual else {
                throw text.error(
                    at: line.start, "the file does not say which account this is",
                    fix: "name it: \"account\": {\"number\": …} in the bank's settings, or with "
                        + "'saldovakt import --account'")
            }
            byAccount[number, default: []].append(line)
        }
        var statements: [Statement] = []
        for (number, lines) in byAccount.sorted(by: { $0.key < $1.key }) {
            statements.append(try statement(number, lines, oldest...newest))
        }
        if named.isEmpty { statements[0].isNameless = true }
        if let closing, statements.count == 1 {
            statements[0].booked = closing
            statements[0].days = oldest...max(newest, closing.day)
        }
        return StatementFile(statements: statements)
    }

    private func statement(
        _ number: String, _ lines: [Line], _ days: ClosedRange<CalendarDay>
    ) throws(StatementFileError) -> Statement {
        let currency = lines[0].row.amount.currency
        if let other = lines.first(where: { $0.row.amount.currency != currency }) {
            throw text.error(
                at: other.start, "this line is in another currency than those before it",
                fix: "download the accounts apart")
        }
        var statement = Statement(
            number: number, currency: currency, days: days,
            rows: lines.map { line in
                var row = line.row
                row.bankAccountID = number
                if row.isUndated { row.date = days.upperBound }
                return row
            })
        statement.isCard = profile.isCard
        statement.booked = Self.newest(lines).flatMap { line in
            line.balance.map { Statement.DayBalance(amount: $0, day: line.day ?? days.upperBound) }
        }
        statement.hasUndatedReservations = lines.contains(where: \.row.isUndated)
        statement.isUndated = lines.allSatisfy(\.row.isUndated)
        return statement
    }

    /// The booked line that the file's own order calls the newest, if its balances show the order.
    private static func newest(_ lines: [Line]) -> Line? {
        let booked = lines.filter { $0.row.status == .booked && $0.balance != nil }
        guard let first = booked.first, let last = booked.last, booked.count > 1 else {
            return booked.first
        }
        if let one = first.day, let other = last.day, one != other {
            return one > other ? first : last
        }
        // All on one day: each balance is the one before it plus the amount.
        func follows(_ newer: Line, _ older: Line) -> Bool {
            guard let before = older.balance else { return false }
            return (try? before.adding(newer.row.amount)) == newer.balance
        }
        let pairs = Array(zip(booked, booked.dropFirst()))
        let isRising = pairs.allSatisfy { follows($1, $0) }
        let isFalling = pairs.allSatisfy { follows($0, $1) }
        return isRising == isFalling ? nil : isRising ? last : first
    }
}
