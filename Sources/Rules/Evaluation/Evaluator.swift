public import Finance
public import Foundation

/// Evaluates a set of rules poll by poll; pure and incremental.
///
/// Levels, windows and health are answered on every poll, without a memory of earlier answers:
/// making alerts of the edges is not its work. Events are answered from what changed.
///
/// ```swift
/// var evaluator = Evaluator(rules: rules, zone: oslo, pollInterval: .seconds(300))
/// if let day = evaluator.historyNeeded(at: now) { evaluator.seed(with: stored(since: day)) }
/// let verdicts = evaluator.apply(changes, facts: facts, at: now)
/// ```
public struct Evaluator: Sendable {
    /// The zone of the person's calendar.
    let zone: TimeZone
    /// How old figures may be.
    let freshness: Freshness
    private let order: [String: Int]
    private var levels: LevelTable
    /// The rules on the program and on bank connections.
    let health: [HealthRule]
    private var events: EventTable
    private var absences: AbsenceTable
    private var repeats: RepeatTable
    private var history: HistoryTable
    private var pool: MatchPool
    private var windows: WindowTable
    /// The names of accounts found so far.
    var names: AccountNames
    private var shelf = AccountShelf()
    /// The courses of figures that changes look at.
    var changes: ChangeTable
    /// The conditions behind `while`, and the events that wait for them.
    var guards: GuardedEvents
    /// The rules on the age of reservations.
    var ages: [ReservationRule]
    private var reservations = OpenReservations()
    /// The ages of reservations that rules ask for.
    let reservationAges: [CalendarSpan]
    /// Names that no rule speaks of any more.
    private var retired: Set<String>

    /// Prepares to evaluate.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - zone: the zone of the person's calendar.
    ///   - pollInterval: how often the bank is asked; freshness follows it (RL-30).
    ///   - aliases: other names of accounts, by their display name.
    ///   - bindings: what ``takeBindings()`` gave before, as far as it is stored (D20).
    public init(
        rules: RuleSet, zone: TimeZone, pollInterval: Duration,
        aliases: [String: [String]] = [:], bindings: [String: [UUID]] = [:]
    ) {
        self.zone = zone
        freshness = Freshness(pollInterval: pollInterval)
        let sides = rules.rules.flatMap(\.body.filters).flatMap(\.kind.sides)
        let spoken = Set(
            (rules.rules.flatMap(\.body.scopes).flatMap(\.names) + sides).map(\.folded))
        names = AccountNames(
            aliases: aliases, bindings: bindings.filter { spoken.contains($0.key) })
        retired = Set(bindings.keys).subtracting(spoken)
        order = Dictionary(
            rules.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var compiler = ConditionCompiler()
        let conditions = rules.rules.compactMap { LevelRule($0, &compiler) }
        health = rules.rules.compactMap { HealthRule($0) }
        var absences = AbsenceTable()
        for rule in rules.rules { absences.add(rule, &compiler.pool) }
        self.absences = absences
        var events = EventTable()
        var repeats = RepeatTable(zone: zone)
        var history = HistoryTable(zone: zone)
        for rule in rules.rules {
            events.add(rule, &compiler.pool, &history)
            repeats.add(rule, &compiler.pool)
        }
        self.events = events
        self.repeats = repeats
        self.history = history
        var guards = GuardedEvents()
        for rule in rules.rules { guards.add(rule, &compiler) }
        self.guards = guards
        ages = rules.rules.compactMap { ReservationRule($0) }
        reservationAges = rules.rules.flatMap(\.reservationAges)
        changes = ChangeTable(compiler.series)
        windows = WindowTable(compiler.windows)
        levels = LevelTable(conditions, windows)
        pool = compiler.pool
    }

    /// The first day of stored history that rules need to be seeded with; `nil` if none do.
    ///
    /// It lies a month before the windows, because a bank may date a row days before it shows it.
    public func historyNeeded(at now: Date) -> CalendarDay? {
        let days = [
            windows.historyNeeded(at: now, zone: zone)?.adding(days: -31),
            absences.historyNeeded(at: now, zone: zone), repeats.historyNeeded(at: now),
            reservationsNeeded(at: now),
        ]
        return days.compactMap { $0 }.min()
    }

    /// Finds out which names in the rules are own accounts; call it before stored rows are seeded.
    public mutating func learn(_ facts: Facts) { pool.learn(facts, &names) }

    /// Counts stored history at start or after a reload; gives no verdicts.
    ///
    /// Call it once, before the first ``apply(_:facts:at:)``.
    public mutating func seed(with transactions: some Sequence<Transaction>) {
        for transaction in transactions {
            windows.add(transaction, &pool)
            absences.add(transaction, &pool)
            repeats.add(transaction, &pool)
            if !reservationAges.isEmpty { reservations.add(transaction) }
        }
    }

    /// Whether some rule compares with all that is stored, however old: see ``seed(history:)``.
    public var needsWholeHistory: Bool { history.isNeeded }

    /// Takes in stored rows for `at a new merchant` and `above the previous one`; gives no
    /// verdicts.
    ///
    /// Call it before the first ``apply(_:facts:at:)`` with every stored row, gone ones included,
    /// in portions of any size and any order. What is kept follows the distinct merchants.
    public mutating func seed(history rows: some Sequence<StoredTransaction>) {
        for row in rows { history.seed(row, &pool) }
        forgetIfFull()
    }

    /// Evaluates after a poll, also after a failed one, whose changes are empty.
    ///
    /// - Parameters:
    ///   - changes: what the poll changed; baseline rows are counted and never told.
    ///   - facts: everything known after the poll.
    ///   - now: the time of the poll.
    ///   - isBrief: whether verdicts on levels and windows are left out that say what they said at
    ///     the last poll, so that the cost follows what changed. Rules with a clause that looks at
    ///     every poll, such as `for`, give theirs nevertheless.
    /// - Returns: the verdicts in the order of the rules; those of one rule by account name, or
    ///   in the order of the changes.
    public mutating func apply(
        _ changes: FactChanges, facts: Facts, at now: Date, isBrief: Bool = false
    ) -> [Verdict] {
        forgetIfFull()
        learn(facts)
        for change in changes.transactions {
            windows.apply(change, &pool)
            absences.apply(change, &pool)
            if !reservationAges.isEmpty { reservations.apply(change) }
        }
        history.apply(changes.transactions, at: now, &pool)
        let moment = EvaluationMoment(
            facts: facts, now: now, zone: zone, freshness: freshness,
            accounts: readsAccounts ? shelf.sorted(facts) : [])
        self.changes.note(moment, &names)
        var verdicts: [Verdict] = []
        for rule in health { verdicts += rule.verdicts(moment, &names) }
        verdicts += absences.verdicts(moment, &names, pool)
        for place in ages.indices {
            verdicts += ages[place].verdicts(reservations, moment, &names)
        }
        if !changes.transactions.isEmpty, !(events.isEmpty && repeats.isEmpty) {
            verdicts += eventVerdicts(changes.transactions, moment)
        }
        return inOrder(
            withConditions(verdicts, changes.transactions, moment, isBrief: isBrief))
    }

    private mutating func eventVerdicts(
        _ changes: [TransactionChange], _ moment: EvaluationMoment
    ) -> [Verdict] {
        let around = EventSurroundings(
            accounts: selectedAccounts(moment.accounts), history: history, facts: moment.facts)
        return events.verdicts(on: changes, &pool, around)
            + repeats.apply(
                changes, &pool, accounts: around.accounts, facts: moment.facts, at: moment.now)
    }

    /// The names that were bound to accounts since the last call, each with the accounts it stands
    /// for from now on, whatever the bank calls them later (D20); to be stored.
    ///
    /// A name that no rule speaks of any more stands for no account.
    public mutating func takeBindings() -> [String: [UUID]] {
        var changes = names.takeFresh()
        for name in retired { changes[name] = [] }
        retired = []
        return changes
    }

    private mutating func forgetIfFull() {
        guard pool.forgetIfFull() else { return }
        events.forgetTexts()
        repeats.forgetTexts()
        history.forgetTexts()
    }

    /// Whether some rule looks at accounts, so that they have to be put in order.
    private var readsAccounts: Bool {
        !levels.isEmpty || !health.isEmpty || !absences.isEmpty || !guards.isEmpty
            || !ages.isEmpty
            || !pool.selectors.allSatisfy(\.isEverything)
    }

    /// The verdicts with those on conditions added, and events held against their conditions.
    private mutating func withConditions(
        _ verdicts: [Verdict], _ transactions: [TransactionChange], _ moment: EvaluationMoment,
        isBrief: Bool
    ) -> [Verdict] {
        guard !levels.isEmpty || !guards.isEmpty else { return verdicts }
        // The evaluator owns names and windows while it runs, so that nothing is copied.
        var evaluator = ConditionEvaluator(
            moment: moment, names: Self.take(&names, AccountNames(aliases: [:])),
            windows: Self.take(&windows, WindowTable([])), changes: changes,
            reservations: reservations)
        let rows = evaluator.windows.takeTouched()
        var found = levels.verdicts(&evaluator, rows: rows, isBrief: isBrief)
        found +=
            guards.isEmpty
            ? verdicts : guards.judge(verdicts, after: transactions, &evaluator)
        names = evaluator.names
        windows = evaluator.windows
        return found
    }

    private static func take<Value>(_ place: inout Value, _ empty: Value) -> Value {
        let value = place
        place = empty
        return value
    }

    /// The accounts of every selector that events use; `nil` stands for all.
    private mutating func selectedAccounts(_ accounts: [AccountFacts]) -> [Set<UUID>?] {
        pool.selectors.map { selector in
            if selector.isEverything { return nil }
            return Set(names.accounts(of: selector, among: accounts).map(\.account.id))
        }
    }

    private func inOrder(_ verdicts: [Verdict]) -> [Verdict] {
        guard verdicts.count > 1 else { return verdicts }
        let places = verdicts.map { order[$0.ruleID] ?? 0 }
        guard zip(places, places.dropFirst()).contains(where: >) else { return verdicts }
        return verdicts.indices.sorted { (places[$0], $0) < (places[$1], $1) }
            .map { verdicts[$0] }
    }
}

extension Evaluator {
    /// Whether some rule waits for rows, so that it matters when accounts were last read.
    public var waitsForRows: Bool { !absences.isEmpty }
}
