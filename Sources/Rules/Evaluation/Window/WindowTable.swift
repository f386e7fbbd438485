import Finance
import Foundation

/// All windows of a rule set.
struct WindowTable: Sendable {
    private var windows: [WindowAccumulator]
    /// Finds the windows of a row: two programs for each, for added and subtracted rows.
    private var index = RuleIndex()
    /// The windows in which a row was counted since the last poll began, with the rows' accounts.
    private var counted: [Int: Set<UUID>] = [:]
    /// Which transactions each window contains at the moment, and its period.
    private var spans: [(bounds: WindowBounds, periodStart: CalendarDay?)] = []
    /// The day that they were found for.
    private var spansOn: CalendarDay?

    /// Takes the compiled windows.
    init(_ windows: [WindowAccumulator], _ pool: MatchPool) {
        self.windows = windows
        for (place, window) in windows.enumerated() {
            index.add(window.added, place: Int32(2 * place), pool)
            if let subtracted = window.subtracted {
                index.add(subtracted, place: Int32(2 * place + 1), pool)
            }
        }
    }

    /// The first day of history that some window looks at; `nil` if there is no window.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        windows.map { $0.firstDay(at: now, in: zone) }.min()
    }

    /// Drops cached results about texts; needed when their numbers change.
    mutating func forgetTexts() { index.forgetTexts() }

    /// Which transactions a window contains now.
    func bounds(_ index: Int) -> WindowBounds { spans[index].bounds }

    /// The present period of a window; `nil` for `in the last …`.
    func periodStart(_ index: Int) -> CalendarDay? { spans[index].periodStart }

    /// The last day of the present period of a window.
    func lastDay(_ index: Int, _ moment: EvaluationMoment) -> CalendarDay {
        windows[index].window.period.map { $0.startOfNext(after: moment.today).adding(days: -1) }
            ?? moment.today
    }

    /// Lets a poll begin.
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

    /// The accounts of which a row was counted in a window in this poll.
    func counted(_ index: Int) -> Set<UUID> { counted[index] ?? [] }

    /// The accounts with rows that time may have moved out of a window since it was last read.
    func accountsLosingRows(_ index: Int) -> [UUID] {
        windows[index].accountsLosingRows(spans[index].bounds)
    }

    func measure(_ index: Int) -> Aggregate.Measure { windows[index].measure }

    /// Counts a stored transaction.
    mutating func add(_ transaction: Transaction, _ pool: inout MatchPool) {
        count(transaction, isThere: true, &pool)
    }

    /// Follows one change.
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
            // An added row is not subtracted too.
            if place % 2 == 1, matches.contains(place - 1) { continue }
            counted[Int(place / 2), default: []].insert(transaction.accountID)
            windows[Int(place / 2)].count(
                transaction, sign: place % 2 == 0 ? 1 : -1, isThere: isThere)
        }
    }

    /// What an account has in a window, or why that can't be known.
    mutating func share(
        _ index: Int, of account: AccountFacts, _ moment: EvaluationMoment, usesLastKnown: Bool
    ) -> RunningTotal.Share {
        if !usesLastKnown,
            let reason = moment.freshness.windowReason(
                against: account, in: moment.facts, at: moment.now)
        {
            return .unknown(reason)
        }
        guard usesLastKnown || isReadSince(periodStart(index), account, moment) else {
            return .unknown(.learning)
        }
        guard windows[index].role == .own else {
            return windows[index].usual(of: account, moment).map { .known($0) }
                ?? .unknown(.learning)
        }
        let bounds = bounds(index)
        guard isCovered(account, bounds, moment) else { return .unknown(.learning) }
        return .known(windows[index].total(of: account, bounds, zone: moment.zone))
    }

    /// Whether an account was read completely since a calendar period began.
    ///
    /// Rows that the bank has not shown yet may be anything (D78).
    private func isReadSince(
        _ day: CalendarDay?, _ account: AccountFacts, _ moment: EvaluationMoment
    ) -> Bool {
        guard let day, !moment.facts.program.seesEveryRow else { return true }
        return account.completeAt.map { $0 >= day.instant(in: moment.zone) } ?? false
    }

    /// Whether the known history of an account reaches back to the start of the bounds without a
    /// gap (D10); a sum of which a part is missing is not known (section 4).
    private func isCovered(
        _ account: AccountFacts, _ bounds: WindowBounds, _ moment: EvaluationMoment
    ) -> Bool {
        moment.facts.program.seesEveryRow
            || account.history(in: moment.zone) <= bounds.firstDay(in: moment.zone)
    }
}
