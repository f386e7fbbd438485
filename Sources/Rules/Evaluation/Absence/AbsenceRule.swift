import Finance
import Foundation

/// A rule on what does not come, compiled, with the rows that it waits for.
///
/// Without `on each account` it has one alert for all its accounts together: nothing came on any.
struct AbsenceRule: Sendable {
    let id: String
    let time: AbsenceTime
    /// What its rows must be, wherever they are.
    let program: MatchProgram
    private let selector: AccountSelector
    /// Whether it has a separate alert for each account.
    private let isEach: Bool
    private var arrivals: [UUID: Arrivals] = [:]
    private var known: [[UUID]: KnownOutcomes] = [:]

    /// The outcomes of deadlines, valid until a row or the calendar changes.
    private struct KnownOutcomes: Sendable {
        let newest: CalendarDay
        let history: CalendarDay
        let outcomes: [DeadlineOutcome]

        /// Whether a row changes nothing: it is later than the newest deadline, for which
        /// something came before it.
        func isSettled(before row: Transaction) -> Bool {
            guard let last = outcomes.last, last.day == newest, row.transactionDate > newest,
                let arrival = last.arrival
            else { return false }
            return arrival.firstSeen < row.firstSeen
        }
    }

    /// Compiles a rule; `nil` if it is not on an absence, or on that of a subscription's payment.
    init?(_ rule: Rule, _ pool: inout MatchPool, _ holidays: HolidayCalendar) {
        guard case .absence(let absence) = rule.body,
            let time = AbsenceTime(absence.deadline, holidays)
        else { return nil }
        id = rule.id
        self.time = time
        selector = AccountSelector(absence.filters)
        isEach = absence.filters.scope?.reach == .each
        program = pool.program(TransactionKinds(absence.noun), absence.filters.besidesAccounts)
    }

    mutating func add(_ row: Transaction) {
        arrivals[row.accountID, default: Arrivals()].add(row)
        known = known.filter { $0.value.isSettled(before: row) }
    }

    mutating func remove(_ row: Transaction) {
        arrivals[row.accountID]?.remove(row)
        known = [:]
    }

    /// The verdicts of the rule now; none while no account is known.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        let (moment, currencies) = (state.moment, state.pool.currencies)
        let accounts = state.accounts(of: selector).filter {
            program.currency < 0 || currencies[Int(program.currency)] == $0.account.currency
        }
        .map(moment.read)
        guard !accounts.isEmpty else { return [] }
        guard isEach else { return [verdict(accounts, nil, moment)] }
        return accounts.map { verdict([$0], $0.account.id, moment) }
    }

    private mutating func verdict(
        _ accounts: [AccountFacts], _ subject: UUID?, _ moment: EvaluationMoment
    ) -> Verdict {
        var evidence = Verdict.Evidence(
            accountID: accounts.count == 1 ? accounts[0].account.id : nil)
        var day: CalendarDay?
        let finding =
            switch time {
            case .deadlines(let calendar):
                judge(calendar, accounts, moment, newest: &day, &evidence)
            case .rolling(let length): judge(rolling: length, accounts, moment, &evidence)
            case .repeating(let length): judge(repeating: length, accounts, moment, &evidence)
            }
        evidence.since = finding == .holds ? evidence.deadline?.endedAt : nil
        return Verdict(
            ruleID: id, subject: .deadline(account: subject, day: day), finding: finding,
            evidence: evidence)
    }

    /// `by the 15th`: the newest deadline that has passed, with those before it as evidence.
    private mutating func judge(
        _ calendar: DeadlineCalendar, _ accounts: [AccountFacts], _ moment: EvaluationMoment,
        newest day: inout CalendarDay?, _ evidence: inout Verdict.Evidence
    ) -> Verdict.Finding {
        let newest = calendar.newestJudged(at: moment.now, in: moment.zone)
        let outcomes = outcomes(calendar, through: newest, accounts, moment)
        let own = outcomes.last.flatMap { $0.day == newest ? $0 : nil }
        evidence.deadline = own
        evidence.earlierDeadlines = own == nil ? outcomes : outcomes.dropLast()
        day = newest
        return Self.finding(
            own,
            moment.reason(
                against: accounts, readAt: calendar.judgedFrom(newest, in: moment.zone),
                spansBanks: selector.spansBanks))
    }

    /// `in the last 30 days`: nothing came since the window began.
    private mutating func judge(
        rolling length: CalendarSpan, _ accounts: [AccountFacts], _ moment: EvaluationMoment,
        _ evidence: inout Verdict.Evidence
    ) -> Verdict.Finding {
        let outcome = outcome(of: accounts, in: length, moment)
        evidence.deadline = outcome
        guard outcome.arrival == nil else { return .clear(isRecovered: true) }
        return moment.rollingFinding(
            length, accounts, since: outcome.endedAt, spansBanks: selector.spansBanks)
    }

    /// `every month`: the next one is due so long after the newest one.
    private mutating func judge(
        repeating length: CalendarSpan, _ accounts: [AccountFacts], _ moment: EvaluationMoment,
        _ evidence: inout Verdict.Evidence
    ) -> Verdict.Finding {
        let outcome = outcome(of: accounts, every: length, moment)
        evidence.deadline = outcome
        let isDue = outcome.judgedFrom <= moment.now
        return Self.finding(
            isDue || outcome.arrival != nil ? outcome : nil,
            moment.reason(
                against: accounts, readAt: outcome.judgedFrom, spansBanks: selector.spansBanks))
    }

    /// The finding for a deadline; a row that came in time counts even if other rows are unknown.
    private static func finding(
        _ outcome: DeadlineOutcome?, _ reason: Verdict.UnknownReason?
    ) -> Verdict.Finding {
        if let outcome, outcome.isMet { return .clear(isRecovered: true) }
        if let reason { return .unknown(reason) }
        guard let outcome else { return .unknown(.learning) }
        return outcome.arrival == nil ? .holds : .clear(isRecovered: true)
    }

    private mutating func outcomes(
        _ calendar: DeadlineCalendar, through newest: CalendarDay, _ accounts: [AccountFacts],
        _ moment: EvaluationMoment
    ) -> [DeadlineOutcome] {
        let ids = accounts.map(\.account.id)
        let history = moment.history(of: accounts) ?? .latest
        if let known = known[ids], known.newest == newest, known.history == history {
            return known.outcomes
        }
        let oldest = calendar.oldest(at: moment.now, in: moment.zone)
        let rows = ids.flatMap { stored(on: $0, from: oldest) }
        let chain = DeadlineChain(calendar: calendar, zone: moment.zone, history: history)
        let outcomes = chain.outcomes(
            of: ids.count == 1 ? rows : rows.sorted(by: Arrivals.precedes), after: oldest,
            through: newest)
        known[ids] = KnownOutcomes(newest: newest, history: history, outcomes: outcomes)
        return outcomes
    }

    private mutating func stored(on account: UUID, from first: CalendarDay) -> [Transaction] {
        arrivals[account]?.forget(before: first)
        return arrivals[account]?.rows ?? []
    }

    /// The newest row while the next one is not overdue, or when that one was due.
    private mutating func outcome(
        of accounts: [AccountFacts], every length: CalendarSpan, _ moment: EvaluationMoment
    ) -> DeadlineOutcome {
        let oldest = time.historyNeeded(at: moment.now, zone: moment.zone)
        let newest = accounts.flatMap { stored(on: $0.account.id, from: oldest).suffix(1) }
            .max(by: Arrivals.precedes)
        // Before the known history, any row may have come.
        let history = moment.history(of: accounts) ?? oldest
        let known = max(newest?.transactionDate ?? oldest, history.adding(days: -1))
        let due = known.adding(length)
        let judgedFrom = DeadlineCalendar.anyDay.judgedFrom(due, in: moment.zone)
        let isInTime = judgedFrom > moment.now && newest?.transactionDate == known
        return DeadlineOutcome(
            day: due, minute: nil,
            endedAt: min(DeadlineCalendar.anyDay.end(of: due, in: moment.zone), moment.now),
            judgedFrom: judgedFrom, arrival: isInTime ? newest : nil)
    }

    /// The rows of the window that ends now, or since when there is none.
    private mutating func outcome(
        of accounts: [AccountFacts], in length: CalendarSpan, _ moment: EvaluationMoment
    ) -> DeadlineOutcome {
        let bounds = WindowBounds(.last(length), at: moment.now, in: moment.zone)
        let oldest = bounds.firstDay(in: moment.zone).adding(days: -AbsenceTime.margin)
        var newest: CalendarDay?
        var inside: [Transaction] = []
        for account in accounts {
            let rows = stored(on: account.account.id, from: oldest)
            newest = [newest, rows.last?.transactionDate].compactMap { $0 }.max()
            inside += [Self.newest(rows, inside: bounds, account, moment.zone)].compactMap { $0 }
        }
        let history = moment.history(of: accounts) ?? oldest
        let known = newest ?? max(history, oldest).adding(days: -1)
        // Hours count from when a row was seen, and each moment is judged separately.
        let end =
            length.fixedSeconds == nil
            ? min(length.end(from: known.instant(in: moment.zone), in: moment.zone), moment.now)
            : moment.now
        return DeadlineOutcome(
            day: CalendarDay(of: end.addingTimeInterval(-1), in: moment.zone), minute: nil,
            endedAt: end, judgedFrom: end, arrival: inside.max(by: Arrivals.precedes))
    }

    /// The newest row inside the bounds; of days only the last row can be it.
    private static func newest(
        _ rows: [Transaction], inside bounds: WindowBounds, _ account: AccountFacts,
        _ zone: TimeZone
    ) -> Transaction? {
        let candidates = if case .days = bounds { rows.suffix(1) } else { rows[...] }
        return candidates.last { row in
            WindowEntry(row).isInside(bounds, baseline: account.firstSeen, zone: zone)
        }
    }
}

extension WindowEntry {
    /// A row that only has to be somewhere inside.
    fileprivate init(_ row: Transaction) {
        self.init(
            day: row.transactionDate.dayNumber, firstSeen: row.firstSeen,
            amount: row.transactionAmount.minorUnits)
    }
}

extension EvaluationMoment {
    /// The first day from which on the rows of all accounts are known; `nil` without any.
    func history(of accounts: [AccountFacts]) -> CalendarDay? {
        accounts.map { $0.history(in: zone) }.max()
    }

    /// An account as a stream of bare transactions knows it: that leaves none out, on no account.
    func read(_ account: AccountFacts) -> AccountFacts {
        guard facts.program.seesEveryRow else { return account }
        var account = account
        account.freshAt = now
        account.completeAt = now
        return account
    }
}
