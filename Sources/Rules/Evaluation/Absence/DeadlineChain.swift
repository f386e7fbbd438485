import Finance
import Foundation

/// Goes through deadlines in order and finds the arrival for each.
///
/// A window runs from the day after one deadline to the next, or covers the days around a day. The
/// arrival of a deadline is the row of its window or the next one that was seen first. A row of its
/// own window that was there before the deadline is judged takes precedence, so that a row seen
/// late still belongs to its own window (D30). So does a row of its own window that is the first
/// at its bank, because a deadline is judged only after every bank was read.
///
/// A row dated after the deadline is late. It is *used up*: it does not count for the next deadline
/// too (RL-17), unless it is nearer to that one. Then it is an early row of the next deadline and
/// only ends the wait for this one. Otherwise a single month without a row would make every later
/// month look late.
struct DeadlineChain {
    let calendar: DeadlineCalendar
    /// The zone of the person's calendar.
    let zone: TimeZone
    /// The first day of the known history, the latest of all accounts.
    let history: CalendarDay
    /// The bank of each account.
    let banks: [UUID: String]

    init(
        calendar: DeadlineCalendar, zone: TimeZone, history: CalendarDay, accounts: [Account]
    ) {
        self.calendar = calendar
        self.zone = zone
        self.history = history
        banks = Dictionary(
            accounts.map { ($0.id, $0.institutionName) }, uniquingKeysWith: { first, _ in first })
    }

    /// The deadline after which the chain must begin to be right after `oldest`.
    ///
    /// It is nearly always `oldest` itself. It is an earlier one if a row after `oldest` may be
    /// used up by `oldest`, which depends on the deadlines before it in turn; at most as far before
    /// `oldest` again as that is back, so that no rule needs ever more rows.
    func start(of rows: [Transaction], before oldest: CalendarDay) -> CalendarDay {
        let limit = calendar.oldest(before: oldest)
        var start = oldest
        while start > limit, mayLoseItsRow(start, rows) {
            start = calendar.previous(before: start)
        }
        return start
    }

    /// Whether the deadline after `previous` is met only if `previous` uses up none of its rows.
    private func mayLoseItsRow(_ previous: CalendarDay, _ rows: [Transaction]) -> Bool {
        let deadline = calendar.next(after: previous)
        let start = calendar.start(of: deadline, after: previous)
        let own = Self.rows(rows, after: start.adding(days: -1), through: deadline, without: [])
        guard !own.isEmpty else { return false }
        let safe = own.filter {
            !Self.isNearer($0.transactionDate, to: previous, than: deadline)
        }
        let later = Self.rows(
            rows, after: deadline, through: calendar.next(after: deadline), without: [])
        let arrival = arrival(safe, later, judgedFrom: calendar.judgedFrom(deadline, in: zone))
        return arrival.map { $0.transactionDate > deadline } ?? true
    }

    /// The outcomes of the deadlines after `oldest` and up to `newest`, oldest first.
    ///
    /// A deadline whose window begins before the known history is never missed: it is left out
    /// unless a row is in the window, and no later row is late for it.
    func outcomes(
        of rows: [Transaction], after oldest: CalendarDay, through newest: CalendarDay
    ) -> [DeadlineOutcome] {
        var outcomes: [DeadlineOutcome] = []
        var used: Set<UUID> = []
        var previous = oldest
        while previous < newest {
            let deadline = calendar.next(after: previous)
            let next = calendar.next(after: deadline)
            let start = calendar.start(of: deadline, after: previous)
            let own = Self.rows(
                rows, after: start.adding(days: -1), through: deadline, without: used)
            let isKnown = history <= start
            if !own.isEmpty || isKnown {
                let later =
                    isKnown
                    ? Self.rows(rows, after: deadline, through: next, without: used) : []
                let arrival = arrival(
                    own, later, judgedFrom: calendar.judgedFrom(deadline, in: zone))
                if let arrival, arrival.transactionDate > deadline,
                    Self.isNearer(arrival.transactionDate, to: deadline, than: next)
                {
                    used.insert(arrival.id)
                }
                outcomes.append(outcome(deadline, arrival))
            }
            previous = deadline
        }
        return outcomes
    }

    /// The arrival: a row seen before the deadline is judged, or else the row seen first at its
    /// bank, if possible one that came in time.
    private func arrival(
        _ own: [Transaction], _ later: [Transaction], judgedFrom: Date
    ) -> Transaction? {
        if let inTime = own.first(where: { $0.firstSeen <= judgedFrom }) { return inTime }
        let firsts = Dictionary(grouping: own + later) { banks[$0.accountID] }
            .values.compactMap { $0.min(by: Self.isSeenEarlier) }
        let inTime = firsts.filter { first in own.contains { $0.id == first.id } }
        return (inTime.isEmpty ? firsts : inTime).min(by: Self.isSeenEarlier)
    }

    private static func isSeenEarlier(_ left: Transaction, _ right: Transaction) -> Bool {
        left.firstSeen == right.firstSeen
            ? Arrivals.precedes(left, right) : left.firstSeen < right.firstSeen
    }

    private func outcome(_ deadline: CalendarDay, _ arrival: Transaction?) -> DeadlineOutcome {
        DeadlineOutcome(
            day: deadline, minute: calendar.minute, endedAt: calendar.end(of: deadline, in: zone),
            judgedFrom: calendar.judgedFrom(deadline, in: zone), arrival: arrival)
    }

    private static func isNearer(
        _ day: CalendarDay, to deadline: CalendarDay, than next: CalendarDay
    ) -> Bool { deadline.days(until: day) <= day.days(until: next) }

    private static func rows(
        _ rows: [Transaction], after start: CalendarDay, through end: CalendarDay,
        without used: Set<UUID>
    ) -> [Transaction] {
        let first = rows.firstPlace { $0.transactionDate > start }
        let last = rows.firstPlace { $0.transactionDate > end }
        guard first < last else { return [] }
        return rows[first..<last].filter { !used.contains($0.id) }
    }
}

/// The rows of one account that an absence rule waits for, sorted by day and first sight.
struct Arrivals: Sendable {
    private(set) var rows: [Transaction] = []

    /// Adds or replaces a row; stored rows come in order, so that each is appended.
    mutating func add(_ row: Transaction) {
        let place = place(of: row)
        if rows.indices.contains(place), rows[place].id == row.id {
            rows[place] = row
        } else {
            rows.insert(row, at: place)
        }
    }

    /// Removes a row if it is there.
    mutating func remove(_ row: Transaction) {
        let place = place(of: row)
        guard rows.indices.contains(place), rows[place].id == row.id else { return }
        rows.remove(at: place)
    }

    /// Removes the rows before a day.
    mutating func forget(before first: CalendarDay) {
        guard let oldest = rows.first, oldest.transactionDate < first else { return }
        rows.removeFirst(rows.firstPlace { $0.transactionDate >= first })
    }

    private func place(of row: Transaction) -> Int {
        if let last = rows.last, Self.precedes(last, row) { return rows.endIndex }
        return rows.firstPlace { !Self.precedes($0, row) }
    }

    /// Sorts by day, first sight and identifier.
    static func precedes(_ left: Transaction, _ right: Transaction) -> Bool {
        (left.transactionDate, left.firstSeen, left.id.uuidString)
            < (right.transactionDate, right.firstSeen, right.id.uuidString)
    }
}
