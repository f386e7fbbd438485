import Finance
import Foundation

/// The input of rules at one moment, with the rows and figures that are kept for them.
struct EvaluationState: Sendable {
    /// The moment of the poll that is evaluated.
    var moment: EvaluationMoment
    /// The accounts, and the names found so far.
    var registry: AccountRegistry
    /// The parts that programs share.
    var pool: MatchPool
    /// The sums and counts of days.
    var windows: WindowTable
    /// The courses of figures that changes look at.
    var changes: ChangeTable
    /// The figures of former days that conditions compare with.
    var former = FormerFigures([])
    var reservations: OpenReservations
    /// The salaries that came, where some rule looks at the next one.
    var income = RegularIncome(isNeeded: false)
    /// The earlier transactions that rules on new ones need.
    var history: HistoryTable

    /// The accounts that a selector leaves, in the order of their names.
    mutating func accounts(of selector: AccountSelector) -> [AccountFacts] {
        registry.accounts(of: selector, moment.facts)
    }

    /// The facts of one account if a selector leaves it in.
    mutating func account(_ id: UUID?, of selector: AccountSelector) -> AccountFacts? {
        guard let id, registry.includes(id, selector) else { return nil }
        return moment.facts.accounts[id]
    }
}

/// The input of one poll: made once and shared by every reader.
final class EvaluationMoment: Sendable {
    /// The known facts.
    let facts: Facts
    let now: Date
    /// The zone of the person's calendar.
    let zone: TimeZone
    /// The person's calendar day at the moment.
    let today: CalendarDay
    /// How old figures may be.
    let freshness: Freshness
    /// The rows that the poll changed.
    let transactions: [TransactionChange]
    /// What became of the accounts.
    let accounts: AccountRegistry.Change
    /// The only accounts whose facts may differ from the last poll; `nil` if any may.
    let touchedAccounts: Set<UUID>?
    /// Which verdicts are wanted.
    let detail: Evaluator.Detail
    /// The verdicts that are wanted even unchanged: subjects by rule.
    let wanted: [String: Set<Subject>]

    /// Makes the input of one poll.
    ///
    /// - Parameter today: the day of `now`, if it is known already.
    init(
        facts: Facts, now: Date, zone: TimeZone, today: CalendarDay? = nil, freshness: Freshness,
        transactions: [TransactionChange] = [], accounts: AccountRegistry.Change = .none,
        touched: Set<UUID>? = nil, detail: Evaluator.Detail = .every,
        wanted: [String: Set<Subject>] = [:]
    ) {
        self.facts = facts
        self.now = now
        self.zone = zone
        self.today = today ?? CalendarDay(of: now, in: zone)
        self.freshness = freshness
        self.transactions = transactions
        self.accounts = accounts
        touchedAccounts = touched
        self.detail = detail
        self.wanted = wanted
    }

    /// The same moment without the facts, so that their owner can change them in place.
    var withoutFacts: EvaluationMoment {
        EvaluationMoment(facts: Facts(), now: now, zone: zone, today: today, freshness: freshness)
    }
}

/// All rules of one kind, from their compilation to their verdicts.
///
/// A new kind is a folder with a type of its own and a line in ``Evaluator/kinds``.
protocol RuleTable: Sendable {
    /// Compiles the rules that are of its kind.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler)
    /// Whether there is no rule of its kind.
    var isEmpty: Bool { get }
    /// The first day of stored history that it has to be seeded with; `nil` if it needs none.
    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay?
    /// Counts a stored transaction at start.
    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState)
    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState)
    /// The verdicts at the moment of the state, in any order of rules.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict]
    /// Drops cached results about texts, whose numbers change.
    mutating func forgetTexts()
}

extension RuleTable {
    /// Most kinds need no history.
    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? { nil }
    /// Nothing to count.
    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {}
    /// Nothing to follow.
    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState) {}
    /// Nothing is remembered of texts.
    mutating func forgetTexts() {}
}

/// What rules of all kinds share while they are compiled.
struct RuleCompiler {
    /// The conditions' windows and series, and the parts that programs share.
    var conditions = ConditionCompiler()
    /// The earlier transactions that rules on new ones need.
    var history: HistoryTable
    /// Which days the last working day knows.
    var holidays = HolidayCalendar.norway
}
