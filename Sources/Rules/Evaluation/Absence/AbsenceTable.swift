import Finance
import Foundation

/// All rules of a rule set on what does not come.
struct AbsenceTable: RuleTable {
    private var rules: [AbsenceRule] = []
    /// Finds the rules that a row is for.
    private var index = RuleIndex()

    /// Compiles the rules on absences.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            guard
                let compiled = AbsenceRule(
                    rule, &compiler.conditions.pool, compiler.holidays)
            else { continue }
            index.add(
                compiled.program, place: Int32(self.rules.count), compiler.conditions.pool)
            self.rules.append(compiled)
        }
    }

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// The first day of history that some rule looks at.
    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? {
        rules.map { $0.time.historyNeeded(at: now, zone: state.moment.zone) }.min()
    }

    /// Counts a stored transaction.
    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {
        for place in matches(transaction, &state) { rules[place].add(transaction) }
    }

    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState) {
        if let before = change.before {
            for place in matches(before, &state) { rules[place].remove(before) }
        }
        if let after = change.after { seed(after, &state) }
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        index.forgetTexts()
    }

    /// The verdicts of all rules now.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        var verdicts: [Verdict] = []
        for index in rules.indices { verdicts += rules[index].verdicts(&state) }
        return verdicts
    }

    private mutating func matches(
        _ transaction: Transaction, _ state: inout EvaluationState
    ) -> [Int] {
        var places: [Int] = []
        index.forEachMatch(state.pool.subject(transaction), &state.pool) {
            places.append(Int($0))
        }
        return places
    }
}
