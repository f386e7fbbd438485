public import Finance
public import Foundation

/// Evaluates a set of rules poll by poll; pure and incremental.
///
/// Levels, windows and health get a verdict at every poll, without a memory of earlier verdicts:
/// alerts find the transitions themselves. Events follow from what changed.
///
/// ```swift
/// var evaluator = Evaluator(rules: rules, zone: oslo, pollIntervals: PollIntervals(.seconds(300)))
/// if let day = evaluator.historyNeeded(at: now) { evaluator.seed(with: stored(since: day)) }
/// let verdicts = evaluator.apply(changes, facts: facts, at: now)
/// ```
public struct Evaluator: Sendable {
    /// Which verdicts a poll returns.
    public enum Detail: Sendable, Hashable {
        /// All verdicts, also those that have not changed.
        case every
        /// Verdicts on conditions only if they have changed since the last poll.
        case changed
        /// As `changed`, but without unknown verdicts, which change no alert.
        case known
    }

    /// The tables of all kinds of rules, in the order in which they are evaluated.
    static let kinds: [any RuleTable.Type] = [
        HealthTable.self, AbsenceTable.self, ReservationTable.self, EventTable.self,
        SubscriptionTable.self, RepeatTable.self, LevelTable.self, SpendingTable.self,
    ]

    /// The facts and histories that rules are evaluated against.
    private(set) var state: EvaluationState
    /// The rules by kind; kinds without rules are left out.
    private(set) var tables: [any RuleTable]
    private let order: [String: Int]
    /// The conditions after `while`, and the events that wait for them.
    private var guards: GuardedEvents
    /// The bound names that no rule contains any more.
    private var retired: Set<String>
    /// The day of the last poll, with the instants at which it begins and ends.
    private var today: (day: CalendarDay, span: Range<Date>)?

    /// Compiles a set of rules.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - zone: the zone of the person's calendar.
    ///   - pollIntervals: how often the banks are polled; freshness depends on it (RL-30).
    ///   - naming: the names of accounts, with their aliases.
    ///   - holidays: the holidays of the person's banks.
    ///   - bindings: the stored results of ``takeBindings()`` (D20).
    public init(
        rules: RuleSet, zone: TimeZone, pollIntervals: PollIntervals,
        naming: AccountNaming = AccountNaming(), holidays: HolidayCalendar = .norway,
        bindings: [String: [UUID]] = [:]
    ) {
        let sides = rules.rules.flatMap(\.body.filters).flatMap(\.kind.sides).flatMap(\.meant)
        let spoken = Set(
            (rules.rules.flatMap(\.body.scopes).flatMap(\.names) + sides).map(\.folded))
        retired = Set(bindings.keys).subtracting(spoken)
        order = rules.indexByID
        var compiler = RuleCompiler(history: HistoryTable(zone: zone), holidays: holidays)
        tables = Self.kinds.map { $0.init(rules.rules, &compiler) }.filter { !$0.isEmpty }
        guards = GuardedEvents(rules.rules, &compiler)
        state = EvaluationState(
            moment: EvaluationMoment(
                facts: Facts(), now: .distantPast, zone: zone, today: .latest,
                pollIntervals: pollIntervals),
            registry: AccountRegistry(
                naming: naming, bindings: bindings.filter { spoken.contains($0.key) }),
            pool: compiler.pool, windows: WindowTable(compiler.windows, compiler.pool),
            changes: ChangeTable(compiler.series), former: FormerFigures(compiler.former),
            reservations: OpenReservations(rules.rules),
            income: RegularIncome(isNeeded: compiler.readsIncome), history: compiler.history)
    }

    /// Evaluates the rules after a poll; after a failed poll, the changes are empty.
    ///
    /// - Parameters:
    ///   - changes: what the poll changed; rows of the silent baseline are counted but not
    ///     notified.
    ///   - facts: everything known after the poll.
    ///   - now: the time of the poll.
    ///   - touched: the only accounts whose facts can differ from those of the last call, besides
    ///     the accounts of changed transactions; `nil` means that any can.
    ///   - detail: which verdicts are wanted.
    ///   - wanted: the subjects of rules on conditions, by rule, whose verdicts are wanted even if
    ///     nothing changed. Each of these rules also gives one known verdict on any subject.
    /// - Returns: the verdicts in the order of the rules; those of one rule by account name, or in
    ///   the order of the changes.
    public mutating func apply(
        _ changes: FactChanges, facts: Facts, at now: Date, touched: Set<UUID>? = nil,
        detail: Detail = .every, wanted: [String: Set<Subject>] = [:]
    ) -> [Verdict] {
        state.pool.forgetIfFull()
        begin(changes, facts, now, touched: touched, detail: detail, wanted: wanted)
        defer { state.moment = state.moment.withoutFacts }
        for change in changes.transactions { follow(change) }
        state.history.apply(changes.transactions, at: now, &state.pool)
        state.changes.note(state.moment, &state.registry)
        state.former.note(state.moment)
        var verdicts: [Verdict] = []
        for place in tables.indices { verdicts += tables[place].verdicts(&state) }
        if !guards.isEmpty { verdicts = guards.judge(verdicts, &state) }
        return inOrder(verdicts)
    }

    private mutating func begin(
        _ changes: FactChanges, _ facts: Facts, _ now: Date, touched: Set<UUID>? = nil,
        detail: Detail = .every, wanted: [String: Set<Subject>] = [:]
    ) {
        let change = state.registry.follow(facts, touched: touched)
        state.pool.follow(change, &state.registry)
        state.moment = EvaluationMoment(
            facts: facts, now: now, zone: state.moment.zone, today: day(of: now),
            pollIntervals: state.moment.pollIntervals, transactions: changes.transactions,
            accounts: change, touched: touched, detail: detail, wanted: wanted)
        state.windows.begin(state.moment)
    }

    /// The day of an instant, which is nearly always the day of the last poll.
    private mutating func day(of now: Date) -> CalendarDay {
        if let today, today.span.contains(now) { return today.day }
        let zone = state.moment.zone
        let day = CalendarDay(of: now, in: zone)
        let (start, end) = (day.instant(in: zone), day.adding(days: 1).instant(in: zone))
        today = start <= now && now < end ? (day, start..<end) : nil
        return day
    }

    private mutating func follow(_ change: TransactionChange) {
        state.windows.apply(change, &state.pool)
        state.reservations.apply(change)
        state.income.apply(change)
        for place in tables.indices { tables[place].follow(change, &state) }
    }

    private func inOrder(_ verdicts: [Verdict]) -> [Verdict] {
        guard verdicts.count > 1 else { return verdicts }
        let places = verdicts.map { order[$0.ruleID] ?? 0 }
        guard zip(places, places.dropFirst()).contains(where: >) else { return verdicts }
        return verdicts.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { verdicts[$0] }
    }

    /// Returns the names that were bound to accounts since the last call, to be stored.
    ///
    /// From now on, each name means these accounts, whatever the bank calls them later (D20). A
    /// name that no rule contains any more has none.
    public mutating func takeBindings() -> [String: [UUID]] {
        var changes = state.registry.takeFresh()
        for name in retired { changes[name] = [] }
        retired = []
        return changes
    }
}

extension Evaluator {
    /// The first day of stored history that rules need; `nil` if none do.
    ///
    /// It is a month before the windows, because a bank may show a row only days after its date.
    public func historyNeeded(at now: Date) -> CalendarDay? {
        let zone = state.moment.zone
        let windows = state.windows.historyNeeded(at: now, zone: zone)?.adding(days: -31)
        let reservations = state.reservations.historyNeeded(at: now, zone: zone)
        let days =
            tables.map { $0.historyNeeded(at: now, state) } + [
                windows, reservations, state.income.historyNeeded(at: now, zone: zone),
            ]
        return days.compactMap(\.self).min()
    }

    /// The first day that rules need if the rows since `day`, which were seeded, do not suffice;
    /// `nil` if they do.
    ///
    /// A new evaluator must then be seeded with the rows since that day.
    public func historyNeeded(at now: Date, before day: CalendarDay) -> CalendarDay? {
        historyNeeded(at: now).flatMap { $0 < day ? $0 : nil }
    }

    /// Learns which names in the rules are own accounts; call it before stored rows are seeded.
    public mutating func learn(_ facts: Facts) {
        let change = state.registry.follow(facts)
        state.pool.follow(change, &state.registry)
    }

    /// Counts stored history at start or after a reload, without giving verdicts.
    ///
    /// Call it once, before the first ``apply(_:facts:at:touched:detail:wanted:)``.
    public mutating func seed(with transactions: some Sequence<Transaction>) {
        for transaction in transactions {
            state.windows.add(transaction, &state.pool)
            state.reservations.add(transaction)
            state.income.add(transaction)
            for place in tables.indices { tables[place].seed(transaction, &state) }
        }
    }

    /// Whether some rule needs all stored transactions, however old; see ``seed(history:)``.
    public var needsWholeHistory: Bool { state.history.isNeeded }

    /// Adds stored rows for `at a new merchant` and `above the previous one`, without verdicts.
    ///
    /// Call it before the first ``apply(_:facts:at:touched:detail:wanted:)`` with every stored row,
    /// including rows that have gone, in pages of any size and any order. Memory depends on the
    /// number of distinct merchants.
    public mutating func seed(history rows: some Sequence<StoredTransaction>) {
        for row in rows { state.history.seed(row, &state.pool) }
        state.pool.forgetIfFull()
    }

    /// The time from which rules on changes and former figures need stored balances; `nil` if none
    /// do.
    public func balancesNeeded(at now: Date) -> Date? {
        let zone = state.moment.zone
        return [
            state.changes.balancesNeeded(at: now, in: zone),
            state.former.balancesNeeded(at: now, in: zone),
        ].compactMap(\.self).min()
    }

    /// Adds the stored balances at start or after a reload.
    ///
    /// Changes are then found as if the program had never stopped. Call it once, before the first
    /// ``apply(_:facts:at:touched:detail:wanted:)``.
    ///
    /// - Parameters:
    ///   - balances: the records since ``balancesNeeded(at:)`` and, for each account, the one
    ///     before, oldest first.
    ///   - facts: the facts when the balances were read.
    ///   - now: the time of the start.
    public mutating func seed(with balances: [AccountBalance], facts: Facts, at now: Date) {
        guard !state.changes.isEmpty || !state.former.isEmpty else { return }
        begin(FactChanges(observedAt: now), facts, now)
        state.changes.seed(balances, state.moment, &state.registry)
        state.former.seed(balances, state.moment)
        state.moment = state.moment.withoutFacts
    }

    /// Makes the contents of spending summaries from the figures of the last poll.
    ///
    /// - Parameter occasions: the instant of each summary, by the identifier of its rule.
    public func overviews(_ occasions: [String: Date], facts: Facts, at now: Date) -> [Verdict] {
        guard !occasions.isEmpty, var table = tables.lazy.compactMap({ $0 as? SpendingTable }).first
        else { return [] }
        var state = state
        state.moment = EvaluationMoment(
            facts: facts, now: now, zone: state.moment.zone,
            pollIntervals: state.moment.pollIntervals)
        return occasions.sorted { $0.key < $1.key }.compactMap { id, occasion in
            table.overview(of: id, at: occasion, &state)
        }
    }

    /// Adds the events whose `while` could not be decided before a restart or a reload.
    public mutating func seed(waiting events: [WaitingEvent]) { guards.seed(events) }
}
