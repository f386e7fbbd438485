public import Alerts
public import Finance
public import Foundation
public import Rules

/// Plays recorded answers through the real evaluation and alert lifecycle on their own clock, in
/// memory (D62).
///
/// Nothing is sent and nothing is stored; what falls due between two lines is played before the
/// second (D5). The same lines give the same notices, byte for byte.
public struct Replayer: Sendable {
    private var evaluator: Evaluator
    private var timeline: AlertTimeline
    private var facts = Facts()
    private var shelves: [UUID: RecordShelf] = [:]
    private var evaluatedAt: Date?
    private let rules: RuleSet
    private let builder: PipelineBuilder
    private let bindings: [String: [UUID]]
    private var zone: TimeZone { builder.zone }

    /// Starts with an empty memory.
    ///
    /// - Parameter bindings: the accounts that names stand for from the beginning (D20).
    public init(
        rules: RuleSet, builder: PipelineBuilder, bindings: [String: [UUID]] = [:]
    ) {
        self.rules = rules
        self.builder = builder
        self.bindings = bindings
        evaluator = builder.evaluator(for: rules, bindings: bindings)
        timeline = AlertTimeline(engine: AlertEngine(rules: rules, policy: builder.policy))
        facts.program = builder.programFacts(for: rules)
    }

    /// Plays one answer of a bank.
    ///
    /// - Returns: the notices that are told up to and at its time, in order.
    public mutating func play(_ snapshot: Snapshot) -> [Notice] {
        let notices = playDue(until: snapshot.observedAt)
        if let evaluatedAt, snapshot.observedAt < evaluatedAt { recount(at: snapshot.observedAt) }
        evaluatedAt = snapshot.observedAt
        let source = facts.sources[snapshot.source] ?? SourceFacts(id: snapshot.source)
        let reconciliation = Reconciler.reconcile(
            snapshot, source: source, with: holdings(for: snapshot), zone: zone)
        for record in reconciliation.records {
            shelves[record.transaction.accountID, default: RecordShelf()].keep(record)
        }
        facts.sources[snapshot.source] = reconciliation.source
        let touched = Set(reconciliation.accounts.map(\.account.id))
        return notices
            + decide(reconciliation.changes, reconciliation.accounts, .decisive(accounts: touched))
    }

    /// Plays one bare transaction: always new, no baseline.
    public mutating func play(_ transaction: Transaction, of account: AccountFacts) -> [Notice] {
        let notices = playDue(until: transaction.firstSeen)
        seeEveryRow()
        let change = TransactionChange(before: nil, after: transaction, cause: .appeared)
        let changes = FactChanges(
            observedAt: transaction.firstSeen, refreshedAccounts: [account.account.id],
            transactions: [change])
        if evaluator.waitsForRows { refreshAll(at: transaction.firstSeen) }
        return notices
            + decide(changes, [account], .decisive(accounts: changes.refreshedAccounts))
    }

    /// Plays a poll whose facts and changes are known already, as a store remembers them.
    public mutating func play(_ changes: FactChanges, facts known: Facts) -> [Notice] {
        let notices = playDue(until: changes.observedAt)
        facts = known
        return notices + decide(changes, [], .changed)
    }

    /// Takes it that every transaction there is passes by, as in a stream of bare ones (D62).
    public mutating func seeEveryRow() { facts.program.seesEveryRow = true }

    /// Lets time pass up to an instant at which nothing became known.
    public mutating func advance(to now: Date) -> [Notice] {
        playDue(until: now) + decide(FactChanges(observedAt: now), [], .decisive(accounts: []))
    }

    /// The notices that are still held when the recording ends, with their due times (D53).
    public func finish() -> [Notice] {
        timeline.pending()
    }

    /// A stream of bare transactions leaves none out, on no account.
    private mutating func refreshAll(at instant: Date) {
        for id in facts.accounts.keys {
            facts.accounts[id]?.freshAt = instant
            facts.accounts[id]?.completeAt = instant
        }
    }

    private mutating func decide(
        _ changes: FactChanges, _ accounts: [AccountFacts], _ detail: Evaluator.Detail
    ) -> [Notice] {
        for account in accounts { facts.accounts[account.account.id] = account }
        let verdicts = evaluator.apply(
            changes, facts: facts, at: changes.observedAt, detail: detail)
        return timeline.decide(verdicts, facts: facts, at: changes.observedAt).notices
    }

    /// Counts what is known anew after the clock was set back: sums forget what lay before their
    /// period (RL-35).
    private mutating func recount(at now: Date) {
        evaluator = builder.evaluator(for: rules, bindings: bindings)
        evaluator.learn(facts)
        guard let day = evaluator.historyNeeded(at: now) else { return }
        let known = shelves.values.flatMap(\.all).filter { !$0.isGone }.map(\.transaction)
        evaluator.seed(with: known.filter { $0.transactionDate >= day })
    }

    private mutating func playDue(until end: Date) -> [Notice] {
        timeline.advance(to: end, facts: facts).flatMap(\.notices)
    }

    /// What the store would hold for the answer: its days and what is still open, no older rows.
    func holdings(for snapshot: Snapshot) -> Holdings {
        var holdings = Holdings(accounts: facts.accounts)
        let days = Holdings.firstDayNeeded(for: snapshot)
        for account in snapshot.accounts {
            let id = account.details.id
            holdings.records[id] = shelves[id]?.touched(from: days[id]) ?? []
        }
        return holdings
    }
}

/// The records of one account in memory, by the days that answers touch.
///
/// What an answer needs is found without looking at older records, so a poll of a recording costs
/// what its days hold and not what was recorded before.
struct RecordShelf: Sendable {
    private var records: [UUID: TransactionRecord] = [:]
    /// The records of each day, by their later day of purchase and posting.
    private var days: [CalendarDay: [UUID]] = [:]
    /// Those days, in order.
    private var order: [CalendarDay] = []
    /// The reservations that are neither booked nor gone.
    private var open: [UUID] = []

    /// Takes a new or changed record.
    mutating func keep(_ record: TransactionRecord) {
        let id = record.transaction.id
        let known = records.updateValue(record, forKey: id)
        if known?.latestDay != record.latestDay {
            if let known { days[known.latestDay]?.removeAll { $0 == id } }
            put(id, on: record.latestDay)
        }
        guard known?.isOpen ?? false != record.isOpen else { return }
        if record.isOpen { open.append(id) } else { open.removeAll { $0 == id } }
    }

    /// Every record, in no particular order.
    var all: [TransactionRecord] { Array(records.values) }

    /// The records that an answer which covers the days from `day` on can touch: everything of these
    /// days, and what is still open before them.
    func touched(from day: CalendarDay?) -> [TransactionRecord] {
        let recent = order[firstPlace(from: day)...].flatMap { days[$0] ?? [] }
        let older = open.compactMap { records[$0] }.filter { record in
            day.map { record.latestDay < $0 } ?? true
        }
        return recent.compactMap { records[$0] } + older
    }

    private mutating func put(_ id: UUID, on day: CalendarDay) {
        if days[day] == nil { order.insert(day, at: firstPlace(from: day)) }
        days[day, default: []].append(id)
    }

    /// The place of the first day that is not before `day`; the end without one.
    private func firstPlace(from day: CalendarDay?) -> Int {
        guard let day else { return order.count }
        var (lower, upper) = (0, order.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if order[middle] < day { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

extension TransactionRecord {
    /// The later one of the days of purchase and posting.
    fileprivate var latestDay: CalendarDay {
        max(transaction.transactionDate, transaction.postedDate ?? transaction.transactionDate)
    }

    /// Whether it is a reservation that is neither booked nor gone.
    fileprivate var isOpen: Bool { transaction.status.isReservation && !isGone }
}
