import Finance
import Foundation

/// All windows of a rule set.
struct WindowTable: Sendable {
    private var windows: [WindowAccumulator]
    /// The accounts on which a transaction changed since they were last asked for.
    private var touched: Set<UUID> = []

    /// Takes the compiled windows.
    init(_ windows: [WindowAccumulator]) {
        self.windows = windows
    }

    /// The first day of history that some window looks at; `nil` if there is no window.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        windows.map { WindowBounds($0.window, at: now, in: zone).firstDay(in: zone) }.min()
    }

    /// Which transactions a window holds now.
    func bounds(_ index: Int, _ moment: EvaluationMoment) -> WindowBounds {
        WindowBounds(windows[index].window, at: moment.now, today: moment.today, in: moment.zone)
    }

    /// Whether a window moves from day to day, not from minute to minute.
    func isOfDays(_ index: Int) -> Bool {
        guard case .last(let length) = windows[index].window else { return true }
        return length.fixedSeconds == nil
    }

    /// The accounts on which a transaction changed since the last call.
    mutating func takeTouched() -> Set<UUID> {
        guard !touched.isEmpty else { return [] }
        defer { touched = [] }
        return touched
    }

    /// The period that a window speaks of now; `nil` for `in the last …`.
    func periodStart(_ index: Int, at now: Date, zone: TimeZone) -> CalendarDay? {
        guard case .current(let period) = windows[index].window else { return nil }
        return CalendarDay(of: now, in: zone).start(of: period)
    }

    /// Counts a stored transaction.
    mutating func add(_ transaction: Transaction, _ pool: inout MatchPool) {
        guard !windows.isEmpty else { return }
        touched.insert(transaction.accountID)
        let subject = pool.subject(transaction)
        for index in windows.indices { windows[index].add(subject, &pool) }
    }

    /// Follows one change.
    mutating func apply(_ change: TransactionChange, _ pool: inout MatchPool) {
        if let before = change.before, !windows.isEmpty {
            touched.insert(before.accountID)
            let subject = pool.subject(before)
            for index in windows.indices { windows[index].remove(subject, &pool) }
        }
        if let after = change.after { add(after, &pool) }
    }

    /// Reads a window over some accounts, which share one currency.
    mutating func read(
        _ index: Int, of accounts: [AccountFacts], _ context: ReadingContext,
        _ moment: EvaluationMoment
    ) -> Reading {
        guard let currency = accounts.first?.account.currency else { return .notApplicable }
        guard accounts.allSatisfy({ $0.account.currency == currency }) else {
            return .unknown(.missingFigure)
        }
        let bounds = bounds(index, moment)
        var total = AccountWindow.Total()
        for account in accounts {
            if !context.usesLastKnown,
                let reason = moment.freshness.windowReason(
                    against: account, in: moment.facts, at: moment.now)
            {
                return .unknown(reason)
            }
            guard isCovered(account, bounds, moment),
                context.usesLastKnown || isReadSince(bounds, account, moment)
            else { return .unknown(.learning) }
            let own = windows[index].total(of: account, bounds, zone: moment.zone)
            total = total.adding(own)
        }
        return reading(total, windows[index].measure, currency)
    }

    private func reading(
        _ total: AccountWindow.Total, _ measure: Aggregate.Measure, _ currency: Currency
    ) -> Reading {
        switch measure {
        case .spending, .income: .money(Money(minorUnits: total.sum, currency: currency))
        case .count: .count(total.count)
        case .largest: .money(Money(minorUnits: total.largest ?? 0, currency: currency))
        }
    }

    /// Whether an account was read completely since a calendar period began: what the bank has not
    /// shown of it yet may be anything (D78).
    private func isReadSince(
        _ bounds: WindowBounds, _ account: AccountFacts, _ moment: EvaluationMoment
    ) -> Bool {
        guard bounds.isOfPeriod, !moment.facts.program.seesEveryRow else { return true }
        let start = bounds.firstDay(in: moment.zone).instant(in: moment.zone)
        return account.completeAt.map { $0 >= start } ?? false
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
