import Finance
import Foundation

/// All windows of a rule set, with the transactions that they contain.
struct WindowTable: Sendable {
    private var windows: [WindowAccumulator]
    /// Finds the windows of a row; each has two programs, for added and subtracted rows.
    private var index = RuleIndex()
    /// The accounts whose rows were counted in each window since the last poll began.
    private var counted: [Int: Set<UUID>] = [:]
    /// The bounds and the start of the period of each window at the last poll.
    private var spans: [(bounds: WindowBounds, periodStart: CalendarDay?)] = []
    /// The day for which `spans` was made.
    private var spansOn: CalendarDay?

    /// Takes compiled windows, whose indexes stay the same.
    init(_ windows: [WindowAccumulator], _ pool: MatchPool) {
        self.windows = windows
        for (place, window) in windows.enumerated() {
            index.add(window.added, place: Int32(2 * place), pool)
            if let subtracted = window.subtracted {
                index.add(subtracted, place: Int32(2 * place + 1), pool)
            }
        }
    }

    /// The first day of history that some window needs; `nil` if there is no window.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        windows.map { $0.firstDay(at: now, in: zone) }.min()
    }

    /// The bounds of a window at the last poll.
    func bounds(_ index: Int) -> WindowBounds { spans[index].bounds }

    /// The first day of the current period of a window; `nil` for `in the last …`.
    func periodStart(_ index: Int) -> CalendarDay? { spans[index].periodStart }

    /// The last day of the current period of a window.
    func lastDay(_ index: Int, _ moment: EvaluationMoment) -> CalendarDay {
        windows[index].window.period.map { $0.startOfNext(after: moment.today).adding(days: -1) }
            ?? moment.today
    }

    /// Begins a poll.
    mutating func begin(_ moment: EvaluationMoment) {
        counted.removeAll(keepingCapacity: true)
        for (place, window) in windows.enumerated()
        where spansOn != moment.today || !window.isOfDays {
            let bounds = WindowBounds(
                window.window, at: moment.now, today: moment.today, in: moment.zone)
            let start = window.window.period.map { $0.start(of: moment.today) }
            if place == spans.count {
                spans.append((bounds, start))
            } else {
                spans[place] = (bounds, start)
            }
        }
        spansOn = moment.today
    }

    /// The accounts whose rows were counted in a window in this poll.
    func counted(_ index: Int) -> Set<UUID> { counted[index] ?? [] }

    /// The accounts with rows that may have left a window, because time has passed.
    func accountsLosingRows(_ index: Int) -> [UUID] {
        windows[index].accountsLosingRows(spans[index].bounds)
    }

    func measure(_ index: Int) -> Aggregate.Measure { windows[index].measure }

    /// Counts a stored transaction.
    mutating func add(_ transaction: Transaction, _ pool: inout MatchPool) {
        count(transaction, isThere: true, &pool)
    }

    /// Counts the transaction of a change in place of its earlier version.
    mutating func apply(_ change: TransactionChange, _ pool: inout MatchPool) {
        if let before = change.before, !change.wasGone { count(before, isThere: false, &pool) }
        if let after = change.after { count(after, isThere: true, &pool) }
    }

    private mutating func count(
        _ transaction: Transaction, isThere: Bool, _ pool: inout MatchPool
    ) {
        guard !windows.isEmpty else { return }
        var matches: [Int32] = []
        index.forEachMatch(pool.subject(transaction), &pool) { matches.append($0) }
        for place in matches {
            // A row that is added is not subtracted too.
            if place % 2 == 1, matches.contains(place - 1) { continue }
            counted[Int(place / 2), default: []].insert(transaction.accountID)
            windows[Int(place / 2)].count(
                transaction, sign: place % 2 == 0 ? 1 : -1, isThere: isThere)
        }
    }

    /// The share of an account in a window, or why it can't be known.
    ///
    /// - Parameter usualSince: the first day of what is usual; `nil` for the account's own history.
    mutating func share(
        _ index: Int, of account: AccountFacts, _ moment: EvaluationMoment, usesLastKnown: Bool,
        usualSince: CalendarDay? = nil
    ) -> RunningTotal.Share {
        if !usesLastKnown, let reason = moment.reason(againstRowsOf: account) {
            return .unknown(reason)
        }
        guard usesLastKnown || isReadSince(newestStart(index, moment), account, moment) else {
            return .unknown(.learning)
        }
        guard windows[index].role == .own else {
            let history = usualSince ?? account.history(in: moment.zone)
            return windows[index].usual(of: account, since: history, moment).map { .known($0) }
                ?? .unknown(.learning)
        }
        let bounds = bounds(index)
        guard isCovered(account, bounds, moment) else { return .unknown(.learning) }
        return .known(windows[index].total(of: account, bounds, zone: moment.zone))
    }

    /// The first day of what a window has last moved to: its calendar period, or today where it
    /// moves from day to day; `nil` for a window of hours.
    private func newestStart(_ index: Int, _ moment: EvaluationMoment) -> CalendarDay? {
        periodStart(index) ?? (windows[index].isOfDays ? moment.today : nil)
    }

    /// Whether an account was read completely since a day began.
    ///
    /// Before that, the bank may not have shown rows of the day or of the period that begins with
    /// it (D78).
    private func isReadSince(
        _ day: CalendarDay?, _ account: AccountFacts, _ moment: EvaluationMoment
    ) -> Bool {
        guard let day, !moment.facts.program.seesEveryRow else { return true }
        return account.completeAt.map { $0 >= day.instant(in: moment.zone) } ?? false
    }

    /// Whether the known history of an account covers the bounds from their start (D10).
    ///
    /// A sum without some of its rows is unknown (section 4).
    private func isCovered(
        _ account: AccountFacts, _ bounds: WindowBounds, _ moment: EvaluationMoment
    ) -> Bool {
        moment.facts.program.seesEveryRow
            || account.history(in: moment.zone) <= bounds.firstDay(in: moment.zone)
    }
}
