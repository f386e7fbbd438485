import Finance
import Foundation

/// The input of rules at one moment, with the rows and figures that are kept for them.
struct EvaluationState: Sendable {
    /// The moment of the poll that is evaluated.
    var moment: EvaluationMoment
    /// The accounts, with the names that were found for them.
    var registry: AccountRegistry
    /// The tests and texts that match programs share.
    var pool: MatchPool
    /// The sums and counts of each day.
    var windows: WindowTable
    /// The histories of the figures that rules on changes follow.
    var changes: ChangeTable
    /// The figures of earlier days that conditions compare with.
    var former = FormerFigures([])
    var reservations: OpenReservations
    /// The salaries that came, if some rule depends on the next one.
    var income = RegularIncome(isNeeded: false)
    /// The earlier transactions that rules on new ones need.
    var history: HistoryTable

    /// The accounts that a selector covers, sorted by name.
    mutating func accounts(of selector: AccountSelector) -> [AccountFacts] {
        registry.accounts(of: selector, moment.facts)
    }

    /// The facts of an account; `nil` if the selector does not cover it.
    mutating func account(_ id: UUID?, of selector: AccountSelector) -> AccountFacts? {
        guard let id, registry.includes(id, selector) else { return nil }
        return moment.facts.accounts[id]
    }
}

/// The input of one poll, made once and shared by all tables of rules.
final class EvaluationMoment: Sendable {
    let facts: Facts
    let now: Date
    /// The zone of the person's calendar.
    let zone: TimeZone
    /// The person's calendar day at the moment.
    let today: CalendarDay
    /// How often the banks are polled, which decides how long figures are fresh.
    let pollIntervals: PollIntervals
    /// The rows that the poll changed.
    let transactions: [TransactionChange]
    /// How the set of accounts changed.
    let accounts: AccountRegistry.Change
    /// The only accounts whose facts may differ from the last poll; `nil` if any may.
    let touchedAccounts: Set<UUID>?
    /// Which verdicts the caller wants.
    let detail: Evaluator.Detail
    /// The subjects, by rule, whose verdicts are wanted even if nothing changed.
    let wanted: [String: Set<Subject>]

    /// Makes the input of one poll.
    ///
    /// - Parameter today: the day of `now`, if it is known already.
    init(
        facts: Facts, now: Date, zone: TimeZone, today: CalendarDay? = nil,
        pollIntervals: PollIntervals,
        transactions: [TransactionChange] = [], accounts: AccountRegistry.Change = .none,
        touched: Set<UUID>? = nil, detail: Evaluator.Detail = .every,
        wanted: [String: Set<Subject>] = [:]
    ) {
        self.facts = facts
        self.now = now
        self.zone = zone
        self.today = today ?? CalendarDay(of: now, in: zone)
        self.pollIntervals = pollIntervals
        self.transactions = transactions
        self.accounts = accounts
        touchedAccounts = touched
        self.detail = detail
        self.wanted = wanted
    }

    /// The same moment without the facts, so that their owner can change them in place.
    var withoutFacts: EvaluationMoment {
        EvaluationMoment(
            facts: Facts(), now: now, zone: zone, today: today, pollIntervals: pollIntervals)
    }
}

/// All rules of one kind, from their compilation to their verdicts.
///
/// A new kind is a folder with a type of its own and an entry in ``Evaluator/kinds``.
protocol RuleTable: Sendable {
    /// Compiles the rules that are of the table's kind.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler)
    /// Whether the table has no rules.
    var isEmpty: Bool { get }
    /// The first day of stored history that the table needs; `nil` if it needs none.
    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay?
    /// Adds a stored transaction before the first poll.
    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState)
    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState)
    /// The verdicts at the moment of the state; the order of rules does not matter.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict]
}

extension RuleTable {
    /// Most kinds need no history.
    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? { nil }
    /// Most kinds count no stored transactions.
    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {}
    /// Most kinds keep nothing of transactions.
    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState) {}
}
