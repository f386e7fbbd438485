import Finance
import Foundation

/// All rules of a rule set on like transactions, with the rows of the last weeks that they count.
///
/// A set is answered whenever a row that was not there before belongs to it, complete and with all
/// its rows: telling it once is the alert engine's work. Rows of the silent first poll are counted
/// and answer nothing (D27).
struct RepeatTable: Sendable {
    private struct Membership: Sendable {
        let rule: Int
        let key: RepeatKey
        let day: CalendarDay
    }

    private var rules: [RepeatRule] = []
    private var programs: [EventRule] = []
    private var index = EventIndex()
    private var sets: [RepeatSets] = []
    /// The sets that each transaction is in.
    private var memberships: [UUID: [Membership]] = [:]
    private var forgottenOn: CalendarDay?
    private let zone: TimeZone

    /// Starts empty.
    init(zone: TimeZone) {
        self.zone = zone
    }

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// Compiles a rule and adds it; a rule of another kind is left out.
    mutating func add(_ rule: Rule, _ pool: inout MatchPool) {
        guard case .repetition(let repetition) = rule.body else { return }
        // Accounts are looked at when a set is: their names are not known before the first poll.
        let program = pool.program(
            TransactionKinds(repetition.noun), repetition.filters.filter { $0.scope == nil })
        let place = Int32(rules.count)
        index.add(program, place: place, pool)
        programs.append(
            EventRule(
                index: place, trigger: .new, stage: nil, program: program, need: HistoryNeed()))
        rules.append(RepeatRule(repetition, id: rule.id, &pool))
        sets.append(RepeatSets())
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        index.forgetTexts()
    }

    /// The first day of stored history that has to be counted; `nil` without a rule.
    func historyNeeded(at now: Date) -> CalendarDay? {
        let today = CalendarDay(of: now, in: zone)
        return rules.map { $0.firstDay(at: today) }.min()
    }

    /// Counts a stored transaction.
    mutating func add(_ transaction: Transaction, _ pool: inout MatchPool) {
        guard !isEmpty else { return }
        let subject = pool.subject(transaction)
        let rules = rules
        var found: [Membership] = []
        index.forEachCandidate(subject, programs, &pool, accounts: []) { place, isInside, pool in
            let program = programs[Int(place)]
            let isMember =
                isInside
                ? program.occursInside(subject, pool)
                : program.occurs(subject, &pool, accounts: [])
            guard isMember, let key = rules[Int(place)].key(of: transaction) else { return }
            found.append(
                Membership(rule: Int(place), key: key, day: transaction.transactionDate))
        }
        for one in found { sets[one.rule].insert(transaction, one.key) }
        if !found.isEmpty { memberships[transaction.id] = found }
    }

    /// Follows the changes of a poll and gives the sets that rows came to.
    mutating func apply(
        _ changes: [TransactionChange], _ pool: inout MatchPool, accounts: [Set<UUID>?],
        facts: Facts, at now: Date
    ) -> [Verdict] {
        guard !isEmpty else { return [] }
        forget(at: now)
        var joined: [(id: UUID, Membership)] = []
        for change in changes {
            let before = change.before.map { remove($0.id) } ?? []
            guard let after = change.after else { continue }
            add(after, &pool)
            guard !change.isBaseline else { continue }
            let news = (memberships[after.id] ?? []).filter { one in
                change.cause == .returned
                    || !before.contains {
                        $0.rule == one.rule && $0.key == one.key && $0.day == one.day
                    }
            }
            joined += news.map { (after.id, $0) }
        }
        guard !joined.isEmpty else { return [] }
        return verdicts(joined, accounts, facts, firstDayOf: CalendarDay(of: now, in: zone))
    }

    private mutating func remove(_ id: UUID) -> [Membership] {
        let old = memberships.removeValue(forKey: id) ?? []
        for one in old { sets[one.rule].remove(id, one.key) }
        return old
    }

    /// Once a day forgets what is too old to become part of a set.
    private mutating func forget(at now: Date) {
        let today = CalendarDay(of: now, in: zone)
        guard forgottenOn != today else { return }
        forgottenOn = today
        for place in rules.indices {
            for id in sets[place].forget(before: rules[place].firstDay(at: today)) {
                memberships[id]?.removeAll { $0.rule == place }
                if memberships[id]?.isEmpty == true { memberships[id] = nil }
            }
        }
    }

    private func verdicts(
        _ joined: [(id: UUID, Membership)], _ accounts: [Set<UUID>?], _ facts: Facts,
        firstDayOf today: CalendarDay
    ) -> [Verdict] {
        var verdicts: [Verdict] = []
        var told: [Int: Set<UUID>] = [:]
        for (id, membership) in joined where told[membership.rule]?.contains(id) != true {
            let rule = rules[membership.rule]
            let first = rule.firstDay(at: today)
            let selected = rule.accounts < 0 ? nil : accounts[Int(rule.accounts)]
            let set = sets[membership.rule].set(around: id, membership.key, of: rule) { row in
                guard row.transactionDate >= first,
                    selected.map({ $0.contains(row.accountID) }) ?? true
                else { return nil }
                return RepeatMoment(
                    row, since: facts.accounts[row.accountID]?.firstSeen, zone: zone)
            }
            guard let set else { continue }
            told[membership.rule, default: []].formUnion(set.map(\.id))
            verdicts.append(verdict(rule, set))
        }
        return verdicts
    }

    /// A set is named after the transactions that made it complete: the first ones seen.
    private func verdict(_ rule: RepeatRule, _ set: [Transaction]) -> Verdict {
        let arrivals = set.sorted { ($0.firstSeen, $0.id) < ($1.firstSeen, $1.id) }
        let first = arrivals.prefix(rule.count).map(\.id.uuidString)
        let amounts = set.map(\.signedAmount)
        let currency = amounts[0].currency
        let sum = amounts.dropFirst().reduce(Optional(amounts[0])) { sum, next in
            sum.flatMap { try? $0.adding(next) }
        }
        var evidence = Verdict.Evidence(
            accountID: Set(set.map(\.accountID)).count == 1 ? set[0].accountID : nil, value: sum,
            limit: rule.limit?.money(in: currency), count: set.count,
            transaction: arrivals[arrivals.count - 1])
        evidence.repeated = set
        return Verdict(
            ruleID: rule.id, subject: .set(StableHash("set", first.joined(separator: " ")).hex),
            finding: .occurred, evidence: evidence)
    }
}
