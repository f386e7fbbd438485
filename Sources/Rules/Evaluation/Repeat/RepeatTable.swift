import Finance
import Foundation

/// All rules of a rule set on similar transactions, with the recent rows that they count.
///
/// A verdict is given whenever a new row belongs to a complete set; it contains all rows of the
/// set. Alerts send a set only once. Rows of the silent first poll are counted, but cause no
/// verdict (D27).
struct RepeatTable: RuleTable {
    private struct Membership: Sendable, Hashable {
        let rule: Int
        let key: RepeatKey
        let day: CalendarDay
    }

    private var rules: [RepeatRule] = []
    private var index = RuleIndex()
    private var sets: [RepeatSets] = []
    /// The rules and keys under which each transaction is counted.
    private var memberships: [UUID: [Membership]] = [:]
    private var forgottenOn: CalendarDay?

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            guard case .repetition(let repetition) = rule.body else { continue }
            // Accounts are checked when a set is found, because their names are unknown before the
            // first poll.
            let program = compiler.pool.program(
                TransactionKinds(repetition.noun), repetition.filters.besidesAccounts)
            index.add(program, place: Int32(self.rules.count), compiler.pool)
            let compiled = RepeatRule(repetition, id: rule.id, &compiler.pool)
            self.rules.append(compiled)
            sets.append(RepeatSets(compiled))
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    /// How many rows have been visited to find sets.
    var rowsLookedAt: Int { sets.map(\.lookedAt).reduce(0, +) }

    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? {
        let today = CalendarDay(of: now, in: state.moment.zone)
        return rules.map { $0.firstDay(at: today) }.min()
    }

    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {
        add(transaction, nil, &state)
    }

    private mutating func add(
        _ transaction: Transaction, _ moment: RepeatMoment?, _ state: inout EvaluationState
    ) {
        let found = index.places(of: transaction, &state.pool).compactMap { place in
            rules[place].key(of: transaction).map {
                Membership(rule: place, key: $0, day: transaction.transactionDate)
            }
        }
        for one in found { sets[one.rule].insert(transaction, one.key, moment) }
        if !found.isEmpty { memberships[transaction.id] = found }
    }

    /// Applies the changes of a poll and returns verdicts on the sets that rows were added to.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        guard !state.moment.transactions.isEmpty else { return [] }
        forget(state.moment.today)
        var joined: [(Transaction, Membership)] = []
        for change in state.moment.transactions {
            let before = change.before.map { remove($0) } ?? []
            guard let after = change.after else { continue }
            add(after, state.repeatMoment(of: after), &state)
            guard !change.isBaseline else { continue }
            let news = (memberships[after.id] ?? []).filter {
                change.cause == .returned || !before.contains($0)
            }
            joined += news.map { (after, $0) }
        }
        return joined.isEmpty ? [] : verdicts(joined, state)
    }

    private mutating func remove(_ transaction: Transaction) -> [Membership] {
        let old = memberships.removeValue(forKey: transaction.id) ?? []
        for one in old { sets[one.rule].remove(transaction, one.key) }
        return old
    }

    /// Removes rows that are too old to become part of a set, once a day.
    private mutating func forget(_ today: CalendarDay) {
        guard forgottenOn != today else { return }
        forgottenOn = today
        for place in rules.indices {
            for id in sets[place].forget(before: rules[place].firstDay(at: today)) {
                memberships[id]?.removeAll { $0.rule == place }
                if memberships[id]?.isEmpty == true { memberships[id] = nil }
            }
        }
    }

    private mutating func verdicts(
        _ joined: [(Transaction, Membership)], _ state: EvaluationState
    ) -> [Verdict] {
        var verdicts: [Verdict] = []
        var notified: [Int: Set<UUID>] = [:]
        for (row, membership) in joined where notified[membership.rule]?.contains(row.id) != true {
            let rule = rules[membership.rule]
            let first = rule.firstDay(at: state.moment.today)
            let set = sets[membership.rule].set(around: row, membership.key) { other in
                other.transactionDate >= first
                    && state.pool.selected.includes(other.accountID, rule.accounts)
            } moment: { other in
                state.repeatMoment(of: other)
            }
            guard let set else { continue }
            notified[membership.rule, default: []].formUnion(set.map(\.id))
            verdicts.append(verdict(rule, set))
        }
        return verdicts
    }

    /// Makes the verdict on a set, which is identified by the transactions that completed it first.
    private func verdict(_ rule: RepeatRule, _ set: [Transaction]) -> Verdict {
        let arrivals = set.sorted { ($0.firstSeen, $0.id) < ($1.firstSeen, $1.id) }
        let first = arrivals.prefix(rule.count).map(\.id.uuidString)
        let amounts = set.map(\.signedAmount)
        var evidence = Verdict.Evidence(
            accountID: Set(set.map(\.accountID)).count == 1 ? set[0].accountID : nil,
            value: amounts.sum, limit: rule.limit?.money(in: amounts[0].currency), count: set.count,
            transaction: arrivals[arrivals.count - 1])
        evidence.repeated = set
        return Verdict(
            ruleID: rule.id, subject: .set(StableHash("set", first.joined(separator: " ")).hex),
            finding: .occurred, evidence: evidence)
    }
}

extension EvaluationState {
    /// When a transaction happened, as far as a repetition can know.
    fileprivate func repeatMoment(of transaction: Transaction) -> RepeatMoment {
        let start = moment.facts.accounts[transaction.accountID]?.firstSeen
        return RepeatMoment(transaction, since: start, zone: moment.zone)
    }
}
