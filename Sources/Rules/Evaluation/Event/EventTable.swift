import Finance
import Foundation

/// All rules on new transactions of a rule set.
struct EventTable: Sendable {
    private var ids: [String] = []
    /// The first amount that each sentence names, shown as the limit of its verdicts.
    private var limits: [Amount?] = []
    private var rules: [EventRule] = []

    /// Starts empty.
    init() {}

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// Compiles a rule and adds it; a rule of another kind is left out.
    mutating func add(_ rule: Rule, _ pool: inout MatchPool) {
        guard case .event(let event) = rule.body, event.condition == nil,
            case .new(let stage, let noun) = event.trigger
        else { return }
        let amounts = event.filters.compactMap { filter -> Amount? in
            if case .amount(_, let amount) = filter.kind { amount } else { nil }
        }
        limits.append(amounts.first)
        ids.append(rule.id)
        rules.append(
            EventRule(
                index: Int32(ids.count - 1), stage: stage,
                program: pool.program(TransactionKinds(noun), event.filters)))
    }

    /// The verdicts on some changes, in the order of the changes.
    func verdicts(
        on changes: [TransactionChange], _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> [Verdict] {
        var verdicts: [Verdict] = []
        for change in changes {
            guard let change = EventChange(change, &pool) else { continue }
            for rule in rules {
                guard let finding = rule.finding(for: change, &pool, accounts: accounts) else {
                    continue
                }
                verdicts.append(verdict(rule, finding, change.after.transaction))
            }
        }
        return verdicts
    }

    private func verdict(
        _ rule: EventRule, _ finding: Verdict.Finding, _ transaction: Transaction
    ) -> Verdict {
        let amount = transaction.signedAmount
        return Verdict(
            ruleID: ids[Int(rule.index)], subject: .transaction(transaction.id), finding: finding,
            evidence: Verdict.Evidence(
                accountID: transaction.accountID, value: amount,
                limit: limits[Int(rule.index)]?.money(in: amount.currency),
                transaction: transaction))
    }
}
