import Finance
import Foundation

/// All rules on new transactions of a rule set.
struct EventTable: Sendable {
    private var ids: [String] = []
    /// The first amount that each sentence names, shown as the limit of its verdicts.
    private var limits: [Amount?] = []
    private var rules: [EventRule] = []
    /// The place of each rule in the file.
    private var positions: [Int] = []
    private var index = EventIndex()
    /// The rules that match the transaction at hand; kept for its room.
    private var matching: [Int32] = []

    /// Starts empty.
    init() {}

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// How many rules there are.
    var count: Int { rules.count }

    /// Compiles a rule and adds it; a rule of another kind is left out.
    mutating func add(_ rule: Rule, at position: Int, _ pool: inout MatchPool) {
        guard case .event(let event) = rule.body, event.condition == nil,
            case .new(let stage, let noun) = event.trigger
        else { return }
        let amounts = event.filters.compactMap { filter -> Amount? in
            if case .amount(_, let amount) = filter.kind { amount } else { nil }
        }
        limits.append(amounts.first)
        ids.append(rule.id)
        positions.append(position)
        let compiled = EventRule(
            index: Int32(ids.count - 1), stage: stage,
            program: pool.program(TransactionKinds(noun), event.filters))
        index.add(compiled, place: compiled.index)
        rules.append(compiled)
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        index.forgetTexts()
    }

    /// The verdicts on some changes, in the order of the changes.
    mutating func verdicts(
        on changes: [TransactionChange], _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> [Verdict] {
        var verdicts: [Verdict] = []
        for change in changes {
            guard let change = EventChange(change, &pool) else { continue }
            guard change.cause != .appeared else {
                match(change.after, &pool, accounts: accounts)
                matching.sort()
                verdicts += matching.map {
                    verdict(rules[Int($0)], .occurred, change.after.transaction)
                }
                continue
            }
            for rule in rules {
                guard let finding = rule.finding(for: change, &pool, accounts: accounts) else {
                    continue
                }
                verdicts.append(verdict(rule, finding, change.after.transaction))
            }
        }
        return verdicts
    }

    /// Calls `body` with the place in the file of every rule that a new transaction matches.
    mutating func forEachOccurrence(
        of transaction: Transaction, _ pool: inout MatchPool, accounts: [Set<UUID>?],
        _ body: (Int) -> Void
    ) {
        match(pool.subject(transaction), &pool, accounts: accounts)
        for place in matching { body(positions[Int(place)]) }
    }

    /// Finds the rules that a new transaction matches, in no particular order.
    private mutating func match(
        _ subject: MatchSubject, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) {
        matching.removeAll(keepingCapacity: true)
        // Taken out while it is filled, so that nothing is copied.
        var found: [Int32] = []
        swap(&found, &matching)
        let rules = rules
        index.forEachCandidate(subject, rules, &pool) { place, pool in
            if rules[Int(place)].occurs(subject, &pool, accounts: accounts) {
                found.append(place)
            }
        }
        swap(&found, &matching)
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
