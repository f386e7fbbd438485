import Finance
import Foundation

/// All rules of a rule set on what does not come.
struct AbsenceTable: Sendable {
    private var rules: [AbsenceRule] = []

    /// Starts empty.
    init() {}

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// Compiles a rule and adds it; a rule of another kind is left out.
    mutating func add(_ rule: Rule, _ pool: inout MatchPool) {
        if let compiled = AbsenceRule(rule, &pool) { rules.append(compiled) }
    }

    /// The first day of history that some rule looks at; `nil` if there is no rule.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        rules.map { $0.time.historyNeeded(at: now, zone: zone) }.min()
    }

    /// Counts a stored transaction.
    mutating func add(_ transaction: Transaction, _ pool: inout MatchPool) {
        guard !rules.isEmpty else { return }
        let subject = pool.subject(transaction)
        for index in rules.indices { rules[index].add(subject, &pool) }
    }

    /// Follows one change.
    mutating func apply(_ change: TransactionChange, _ pool: inout MatchPool) {
        guard !rules.isEmpty else { return }
        if let before = change.before {
            let subject = pool.subject(before)
            for index in rules.indices { rules[index].remove(subject, &pool) }
        }
        if let after = change.after { add(after, &pool) }
    }

    /// The verdicts of all rules now.
    mutating func verdicts(
        _ moment: EvaluationMoment, _ names: inout AccountNames, _ pool: MatchPool
    ) -> [Verdict] {
        var verdicts: [Verdict] = []
        for index in rules.indices { verdicts += rules[index].verdicts(moment, &names, pool) }
        return verdicts
    }
}
