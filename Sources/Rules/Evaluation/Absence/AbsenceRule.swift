import Finance
import Foundation

/// All rules of a rule set on transactions that do not come.
struct AbsenceTable: RuleTable {
    private var rules: [AbsenceRule] = []
    private var index = RuleIndex()

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            guard let compiled = AbsenceRule(rule, &compiler.pool, compiler.holidays)
            else { continue }
            index.add(compiled.program, place: Int32(self.rules.count), compiler.pool)
            self.rules.append(compiled)
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? {
        rules.map { $0.historyNeeded(at: now, state) }.min()
    }

    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {
        for place in index.places(of: transaction, &state.pool) { rules[place].add(transaction) }
    }

    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState) {
        if let before = change.before {
            for place in index.places(of: before, &state.pool) { rules[place].remove(before) }
        }
        if let after = change.after { seed(after, &state) }
    }

    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        rules.indices.flatMap { rules[$0].verdicts(&state) }
    }
}

/// A compiled rule on transactions that do not come, with the rows that did come.
///
/// Without `on each account`, the rule has one alert for all its accounts together: nothing came on
/// any of them.
struct AbsenceRule: Sendable {
    let id: String
    let time: AbsenceTime
    /// Matches the awaited rows, whatever account they are on.
    let program: MatchProgram
    private let selector: AccountSelector
    /// Whether the rule has a separate alert for each account.
    private let isEach: Bool
    private var arrivals: [UUID: Arrivals] = [:]
    private var known: [[UUID]: KnownOutcomes] = [:]

    /// The outcomes of deadlines, valid until a row or the calendar changes.
    private struct KnownOutcomes: Sendable {
        let newest: CalendarDay
        let history: CalendarDay
        let outcomes: [DeadlineOutcome]

        /// Whether a new row leaves the outcomes as they are.
        ///
        /// It does if it is dated after the newest deadline and another row came for that deadline
        /// earlier.
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

    /// The verdicts of the rule now; empty while no account is known.
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

    /// `by the 15th`: judges the newest deadline that has passed, with earlier ones as evidence.
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
        let finding = Self.finding(
            own,
            moment.reason(
                against: accounts, readAt: calendar.judgedFrom(newest, in: moment.zone),
                spansBanks: selector.spansBanks))
        // The newest deadline is judged together with those that passed since the last judgement.
        guard case .clear = finding,
            evidence.earlierDeadlines.contains(where: { Self.isUndecided($0, accounts) })
        else { return finding }
        return .unknown(.stale)
    }

    /// Whether a row in time for a deadline may be on an account that was not read after it.
    private static func isUndecided(
        _ outcome: DeadlineOutcome, _ accounts: [AccountFacts]
    ) -> Bool {
        !outcome.isMet
            && accounts.contains { ($0.completeAt ?? .distantPast) < outcome.judgedFrom }
    }

    /// `in the last 30 days`: judges whether nothing has come since the window began.
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

    /// `every month`: judges whether the next row is overdue, counted from the newest one.
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
        let rows = arrived(on: ids)
        let chain = DeadlineChain(
            calendar: calendar, zone: moment.zone, history: history,
            accounts: accounts.map(\.account))
        let start = chain.start(of: rows, before: oldest)
        for id in ids { arrivals[id]?.forget(before: start) }
        let outcomes = chain.outcomes(of: rows, after: start, through: newest)
            .filter { $0.day > oldest }
        known[ids] = KnownOutcomes(newest: newest, history: history, outcomes: outcomes)
        return outcomes
    }

    /// The first day of stored history that the rule needs.
    ///
    /// It is earlier once the stored rows show that the outcomes depend on rows before them.
    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay {
        let zone = state.moment.zone
        let usual = time.historyNeeded(at: now, zone: zone)
        guard case .deadlines(let calendar) = time, !arrivals.isEmpty else { return usual }
        var registry = state.registry
        let ids = registry.identifiers(of: selector)
        let chain = DeadlineChain(
            calendar: calendar, zone: zone, history: usual,
            accounts: ids.compactMap(registry.account))
        let starts = (isEach ? ids.map { [$0] } : [ids]).map {
            chain.start(of: arrived(on: $0), before: usual)
        }
        guard let start = starts.min(), start < usual else { return usual }
        return calendar.oldest(before: start)
    }

    /// The rows of some accounts together, sorted by day.
    private func arrived(on accounts: [UUID]) -> [Transaction] {
        let rows = accounts.flatMap { arrivals[$0]?.rows ?? [] }
        return accounts.count == 1 ? rows : rows.sorted(by: Arrivals.precedes)
    }

    private mutating func stored(on account: UUID, from first: CalendarDay) -> [Transaction] {
        arrivals[account]?.forget(before: first)
        return arrivals[account]?.rows ?? []
    }

    /// The outcome of `every …`: the newest row, or when the next row was due if it is overdue.
    private mutating func outcome(
        of accounts: [AccountFacts], every length: CalendarSpan, _ moment: EvaluationMoment
    ) -> DeadlineOutcome {
        let oldest = time.historyNeeded(at: moment.now, zone: moment.zone)
        let newest = accounts.flatMap { stored(on: $0.account.id, from: oldest).suffix(1) }
            .max(by: Arrivals.precedes)
        // Rows that came before the known history are not known.
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

    /// The outcome of `in the last …`: the newest row of the window, or since when it is empty.
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
        // Hours count from when a row was seen, so each moment is judged separately.
        let end =
            length.fixedSeconds == nil
            ? min(length.end(from: known.instant(in: moment.zone), in: moment.zone), moment.now)
            : moment.now
        return DeadlineOutcome(
            day: CalendarDay(of: end.addingTimeInterval(-1), in: moment.zone), minute: nil,
            endedAt: end, judgedFrom: end, arrival: inside.max(by: Arrivals.precedes))
    }

    /// The newest row inside the bounds.
    ///
    /// Rows are sorted by day, so with bounds in days only the last row can be inside.
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

extension EvaluationMoment {
    /// The first day from which the rows of all accounts are known; `nil` without accounts.
    func history(of accounts: [AccountFacts]) -> CalendarDay? {
        accounts.map { $0.history(in: zone) }.max()
    }

    /// The account; with a stream of bare transactions, as if it had been read completely now.
    ///
    /// Such a stream leaves out no row of any account.
    func read(_ account: AccountFacts) -> AccountFacts {
        guard facts.program.seesEveryRow else { return account }
        var account = account
        account.freshAt = now
        account.completeAt = now
        return account
    }
}
