import Finance
import Foundation

/// All rules of a rule set on transactions that do not come.
struct AbsenceTable: RuleTable {
    private var rules: [AbsenceRule] = []
    private var index = RuleIndex()

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            guard let compiled = AbsenceRule(rule, &compiler.conditions.pool, compiler.holidays)
            else { continue }
            index.add(compiled.program, place: Int32(self.rules.count), compiler.conditions.pool)
            self.rules.append(compiled)
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? {
        rules.map { $0.time.historyNeeded(at: now, zone: state.moment.zone) }.min()
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

    mutating func forgetTexts() { index.forgetTexts() }

    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        rules.indices.flatMap { rules[$0].verdicts(&state) }
    }
}
