public import Finance
public import Foundation

/// Makes one answer of all files of a bank.
///
/// Files overlap. For each day the newest file that covers it counts, completely: rows of an older
/// one on the same day are earlier states of the same rows. Statements with numbers of their own,
/// and reports within a day, add up instead. Reservations count in the newest file only. Files that
/// follow each other within a few days cover the days between them.
public struct StatementMerge: Sendable {
    /// A file as it was read, and when it was last written.
    public struct File: Sendable {
        public let content: StatementFile
        public let modified: Date

        public init(_ content: StatementFile, modified: Date) {
            self.content = content
            self.modified = modified
        }
    }

    private let source: String
    private let account: StatementAccount
    private let zone: TimeZone
    private var statements: [String: [Dated]] = [:]
    /// The accounts of which a statement lacks pages or does not add up; it does not count.
    public private(set) var incomplete: [(account: String, problem: String)] = []

    /// How many days without a row may lie between two consecutive files.
    private static let longestQuiet = 5

    private typealias Dated = (statement: Statement, modified: Date)

    /// - Parameter currencies: those of the stored accounts, by their numbers.
    public init(
        _ files: [File], source: String, account: StatementAccount, zone: TimeZone,
        currencies: [String: Currency] = [:]
    ) {
        self.source = source
        self.account = account
        self.zone = zone
        for file in files {
            for var statement in file.content.statements {
                statement.dateReservations(by: CalendarDay(of: file.modified, in: zone))
                statements[statement.number, default: []].append((statement, file.modified))
            }
        }
        tellCurrenciesApart(stored: currencies)
        for number in statements.keys.sorted() { order(number) }
    }

    /// The last covered day of each account.
    public var through: [String: CalendarDay] {
        statements.compactMapValues { $0.last?.statement.days.upperBound }
    }

    /// Whether some reservations have no day of their own, and are dated by the file that lists them.
    public var hasUndatedReservations: Bool {
        statements.values.contains { group in
            group.contains { $0.statement.hasUndatedReservations }
        }
    }

    /// The accounts for which two files have different transactions on the same days, and the last
    /// of those days.
    ///
    /// One of the files contains only a part, such as incoming money.
    public var contradictions: [(account: String, day: CalendarDay)] {
        statements.sorted { $0.key < $1.key }.compactMap { number, group in
            let ordered = group.map(\.statement)
            let pairs = ordered.indices.lazy.flatMap { newer in
                ordered[..<newer].map { (ordered[newer], $0) }
            }
            return pairs.first { $0.contradicts($1) }.map { newer, older in
                (number, min(newer.days.upperBound, older.days.upperBound))
            }
        }
    }

    /// The statements that are missing between those that the bank counts, in words for a person.
    ///
    /// - Parameter known: from which day on the stored history of each account has no gap.
    public func missingStatements(known: [String: CalendarDay]) -> [(account: String, text: String)]
    {
        var found: [(account: String, text: String)] = []
        for (number, group) in statements.sorted(by: { $0.key < $1.key }) {
            let counted = group.map(\.statement).filter { $0.sequence != nil && !$0.isReport }
            for (one, next) in zip(counted, counted.dropFirst()) {
                let end = one.days.upperBound
                let isStored = known[number].map { $0 <= end } ?? false
                guard !isStored, let missing = one.missing(before: next) else { continue }
                found.append((number, "\(missing) missing after \(end)"))
            }
        }
        return found
    }

    /// The accounts and rows as an answer of `now` contains them.
    ///
    /// - Parameter known: the day up to which each account is known completely: reservations in
    ///   older files have ended.
    public func observed(
        at now: Date, known: [String: CalendarDay] = [:]
    ) -> (accounts: [AccountObservation], rows: [TransactionObservation]) {
        var accounts: [AccountObservation] = []
        var rows: [TransactionObservation] = []
        for (number, group) in statements.sorted(by: { $0.key < $1.key }) {
            let ordered = group.map(\.statement)
            guard let newest = ordered.last else { continue }
            accounts.append(observation(of: newest, among: ordered, at: now))
            let isOld = known[number].map { newest.days.upperBound < $0 } ?? false
            rows += self.rows(of: ordered, withReservations: !isOld)
        }
        return (accounts, rows)
    }

    // MARK: Order

    /// Makes accounts of one number in several currencies as many.
    ///
    /// The currency that is stored, else that of the settings, keeps the number as it is.
    private mutating func tellCurrenciesApart(stored: [String: Currency]) {
        for (number, group) in statements {
            let stated = Set(group.map(\.statement).filter(\.isCurrencyStated).map(\.currency))
            // A statement that names no currency has that of the settings.
            let isUsual = group.contains { $0.statement.currency == account.currency }
            let first =
                stored[number] ?? (isUsual ? account.currency : nil)
                ?? stated.min { $0.code < $1.code }
            let isOther = { (next: Dated) in
                next.statement.isCurrencyStated && next.statement.currency != first
            }
            for var next in group where isOther(next) {
                next.statement.tellApart(by: next.statement.currency.code)
                statements[next.statement.number, default: []].append(next)
            }
            statements[number]?.removeAll(where: isOther)
        }
    }

    private mutating func order(_ number: String) {
        var whole: [Dated] = []
        var pages: [String: [Dated]] = [:]
        var seen: Set<Statement> = []
        for next in statements[number] ?? [] {
            // Parts that add up and occur twice count once.
            if next.statement.made != nil || next.statement.page != nil,
                !seen.insert(next.statement).inserted
            {
                continue
            }
            guard let page = next.statement.page else {
                whole.append(next)
                continue
            }
            pages[page.statement, default: []].append(next)
        }
        for (_, group) in pages.sorted(by: { $0.key < $1.key }) {
            let (statement, problem) = Statement.joined(group.map(\.statement))
            if let problem {
                incomplete.append((number, problem))
            } else {
                whole.append((statement, group.map(\.modified).max() ?? .distantPast))
            }
        }
        statements[number] = whole.sorted { left, right in
            let (one, other) = (left.statement, right.statement)
            let (end, otherEnd) = (one.days.upperBound, other.days.upperBound)
            if end != otherEnd { return end < otherEnd }
            if let made = one.made, let otherMade = other.made, made != otherMade {
                return made < otherMade
            }
            return (left.modified, one.rows.count) < (right.modified, other.rows.count)
        }
    }

    // MARK: Accounts

    private func observation(
        of newest: Statement, among ordered: [Statement], at now: Date
    ) -> AccountObservation {
        let details = AccountDetails(
            displayName: newest.name(in: account),
            institutionName: source, currency: newest.currency,
            accountNumber: AccountNumber(newest.number), bankAccountID: newest.number)
        let balances = ordered.compactMap(\.balanceDay)
        let day = balances.max()
        let figures = ordered.last { day != nil && $0.balanceDay == day }
        let (first, quiet) = firstDay(of: ordered, newest)
        var observation = AccountObservation(
            details: details, kind: newest.isCard ? .liability : .asset,
            booked: figures?.booked?.amount, available: figures?.available?.amount,
            coveredFrom: first)
        observation.quietDays = quiet
        observation.coveredThrough = newest.days.upperBound
        observation.figuresAt = day.map { min(now, $0.lastInstant(in: zone)) }
        return observation
    }

    /// The day from which the files cover every day up to the newest one, and the days between
    /// them on which none of them begins or ends.
    private func firstDay(
        of ordered: [Statement], _ newest: Statement
    ) -> (CalendarDay, quiet: [ClosedRange<CalendarDay>]) {
        var (first, link) = (newest.days.lowerBound, newest)
        var quiet: [ClosedRange<CalendarDay>] = []
        for older in ordered.reversed().dropFirst() {
            guard older.isFollowed(by: link, from: first, within: Self.longestQuiet) else {
                continue
            }
            let (next, last) = (older.days.upperBound.adding(days: 1), first.adding(days: -1))
            if next <= last { quiet.append(next...last) }
            if older.days.lowerBound < first { (first, link) = (older.days.lowerBound, older) }
        }
        return (first, quiet)
    }

    // MARK: Rows

    private func rows(of ordered: [Statement], withReservations: Bool) -> [TransactionObservation] {
        var merged = MergedRows()
        for statement in ordered.reversed() {
            merged.add(statement, withReservations: withReservations && merged.isEmpty)
        }
        var rows = merged.rows
        if ordered.last?.hasUndatedReservations == true { date(&rows, by: ordered) }
        return rows
    }

    /// Gives reservations without a day that of the first file that had them.
    private func date(_ rows: inout [TransactionObservation], by ordered: [Statement]) {
        var days: [Reservation: [CalendarDay]] = [:]
        for statement in ordered {
            var next: [Reservation: [CalendarDay]] = [:]
            for row in statement.rows where row.status.isReservation {
                let key = Reservation(row)
                let known = days[key]?.isEmpty == false ? days[key]?.removeFirst() : nil
                next[key, default: []].append(known ?? row.date)
            }
            days = next
        }
        for index in rows.indices where rows[index].status.isReservation {
            let key = Reservation(rows[index])
            guard days[key]?.isEmpty == false, let day = days[key]?.removeFirst() else { continue }
            rows[index].date = day
        }
    }

    private struct Reservation: Hashable {
        let amount: Money
        let text: FoldedText

        init(_ row: TransactionObservation) {
            amount = row.amount
            text = FoldedText(row.text)
        }
    }
}

extension Statement {
    /// What the account is called: as a person named it, else by the end of its number.
    fileprivate func name(in settings: StatementAccount) -> String {
        let plain = type.map { number.dropFirst($0.count + 1) } ?? number[...]
        let isNamed = settings.number.map { $0 == plain || $0 == number } ?? true
        let name = (isNamed ? settings.name : nil) ?? "Account \(plain.suffix(4))"
        guard let type, settings.number != number else { return name }
        return name + " " + (type == currency.code ? type : type.lowercased())
    }

    /// Gives reservations without a day that on which the file was written.
    ///
    /// The newest booked row may be much older: nothing may have been booked for weeks.
    fileprivate mutating func dateReservations(by written: CalendarDay) {
        for index in rows.indices where rows[index].isUndated {
            rows[index].isUndated = false
            rows[index].date = max(rows[index].date, written)
        }
        if isUndated { days = written...written }
    }

    /// One statement of its pages, and why it is not whole, if it is not.
    fileprivate static func joined(_ pages: [Statement]) -> (Statement, problem: String?) {
        let ordered = pages.sorted { $0.placeAmongPages < $1.placeAmongPages }
        var kept: [Statement] = []
        for next in ordered {
            // Of a page that was downloaded twice the newer one counts.
            if let number = next.page?.number, kept.last?.page?.number == number {
                kept.removeLast()
            }
            kept.append(next)
        }
        var whole = kept[0]
        whole.page = nil
        for next in kept.dropFirst() { whole.add(next) }
        let missing = missingPage(kept.compactMap(\.page))
        return (whole, missing.map { "page \($0) is missing" } ?? whole.wrongSum)
    }

    private var placeAmongPages: (Int, String) { (page?.number ?? 0, made ?? "") }

    /// The first page that is not there, where the bank counts those of the statement.
    private static func missingPage(_ pages: [StatementPage]) -> Int? {
        let numbers = pages.compactMap(\.number)
        guard pages.allSatisfy(\.isOfStatement), numbers.count == pages.count else { return nil }
        let wrong = zip(1..., numbers).first { $0 != $1 }
        return wrong?.0 ?? (pages.contains(where: \.isLast) ? nil : numbers.count + 1)
    }

    /// Why the figures around the rows do not fit what they list; `nil` if they do.
    var wrongSum: String? {
        guard let opening, let booked else { return nil }
        var sum = opening.amount
        do {
            for row in rows where row.status == .booked { sum = try sum.adding(row.amount) }
        } catch { return "the amounts are too large" }
        return sum == booked.amount
            ? nil : "opening balance and booked entries do not give the closing balance"
    }

    fileprivate var balanceDay: CalendarDay? {
        [booked?.day, available?.day].compactMap(\.self).max()
    }

    /// Whether no day is missing between this statement and a later one that begins on `first`.
    fileprivate func isFollowed(
        by later: Statement, from first: CalendarDay, within longest: Int
    ) -> Bool {
        let gap = days.upperBound.days(until: first)
        if gap <= 1 { return true }
        if let sequence, let next = later.sequence {
            return next.subtractingReportingOverflow(sequence) == (1, false)
        }
        return gap <= longest
    }

    /// Which statements lie between two that follow each other here, where figures or days show it.
    fileprivate func missing(before next: Statement) -> String? {
        guard let sequence, let number = next.sequence, sequence < .max, number > sequence + 1
        else { return nil }
        var isShown = days.upperBound.days(until: next.days.lowerBound) > 1
        if let booked, let opening = next.opening { isShown = booked.amount != opening.amount }
        guard isShown else { return nil }
        let (first, last) = (sequence + 1, number - 1)
        return first == last ? "statement \(first) is" : "statements \(first) to \(last) are"
    }

    /// Whether the bank counts both, as two.
    func isCountedApart(from other: Statement) -> Bool {
        guard let sequence, let number = other.sequence else { return false }
        return sequence != number
    }

    /// Adds the content of another page or another part of the same file.
    mutating func add(_ other: Statement) {
        opening = opening ?? other.opening
        rows += other.rows
        beginsInDay = beginsInDay && other.beginsInDay
        days =
            min(
                days.lowerBound, other.days.lowerBound)...max(
                days.upperBound, other.days.upperBound)
        booked = [other.booked, booked].compactMap(\.self).max { $0.day < $1.day }
        available = [other.available, available].compactMap(\.self).max { $0.day < $1.day }
    }
}
