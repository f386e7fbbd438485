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
    private var statements: [String: [(statement: Statement, modified: Date)]] = [:]

    /// How many days without a row may lie between two consecutive files.
    private static let longestQuiet = 5

    public init(_ files: [File], source: String, account: StatementAccount, zone: TimeZone) {
        self.source = source
        self.account = account
        self.zone = zone
        for file in files {
            for statement in file.content.statements {
                statements[statement.number, default: []].append((statement, file.modified))
            }
        }
        for number in statements.keys { order(number) }
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

    private mutating func order(_ number: String) {
        var whole: [(statement: Statement, modified: Date)] = []
        var seen: Set<Statement> = []
        for next in statements[number] ?? [] {
            // Parts that add up and occur twice count once.
            if next.statement.made != nil || next.statement.page != nil,
                !seen.insert(next.statement).inserted
            {
                continue
            }
            let same = next.statement.page.flatMap { page in
                whole.firstIndex { $0.statement.page == page }
            }
            if let same { whole[same].statement.add(next.statement) } else { whole.append(next) }
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
        let isNamed = account.number ?? newest.number == newest.number
        let details = AccountDetails(
            displayName: (isNamed ? account.name : nil) ?? newest.usualName,
            institutionName: source, currency: newest.currency,
            accountNumber: AccountNumber(newest.number), bankAccountID: newest.number)
        let balances = ordered.compactMap(\.balanceDay)
        let day = balances.max()
        let figures = ordered.last { day != nil && $0.balanceDay == day }
        var observation = AccountObservation(
            details: details, kind: newest.isCard ? .liability : .asset,
            booked: figures?.booked?.amount, available: figures?.available?.amount,
            coveredFrom: firstDay(of: ordered))
        observation.coveredThrough = newest.days.upperBound
        observation.figuresAt = day.map { min(now, $0.lastInstant(in: zone)) }
        return observation
    }

    /// The day from which the files cover every day up to the newest one.
    private func firstDay(of ordered: [Statement]) -> CalendarDay? {
        guard var link = ordered.last else { return nil }
        var first = link.days.lowerBound
        for older in ordered.reversed().dropFirst() {
            guard older.isFollowed(by: link, from: first, within: Self.longestQuiet) else {
                continue
            }
            if older.days.lowerBound < first { (first, link) = (older.days.lowerBound, older) }
        }
        return first
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
    /// The name of the account unless a person names it.
    fileprivate var usualName: String {
        guard let type else { return "Account \(number.suffix(4))" }
        return "Account \(number.dropFirst(type.count + 1).suffix(4)) \(type.lowercased())"
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

    /// Whether the bank counts both, as two.
    func isCountedApart(from other: Statement) -> Bool {
        guard let sequence, let number = other.sequence else { return false }
        return sequence != number
    }

    /// Adds the content of another page or another part of the same file.
    mutating func add(_ other: Statement) {
        rows += other.rows
        beginsInDay = beginsInDay && other.beginsInDay
        days =
            min(
                days.lowerBound, other.days.lowerBound)...max(
                days.upperBound, other.days.upperBound)
        booked = [booked, other.booked].compactMap(\.self).max { $0.day < $1.day }
        available = [available, other.available].compactMap(\.self).max { $0.day < $1.day }
    }
}
