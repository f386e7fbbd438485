import Finance
import Foundation

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
    /// Follows one changed transaction.
    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState)
    /// The verdicts at the moment of the state, in any order of rules.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict]
    /// Forgets what was found about texts, whose numbers change.
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
    /// What rules on new transactions need to know of earlier ones.
    var history: HistoryTable
}
