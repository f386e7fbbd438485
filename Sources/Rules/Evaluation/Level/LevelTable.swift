import Finance
import Foundation
import HeapModule

/// All rules of a rule set on conditions, evaluated from what changed.
///
/// Rules on one quantity share a ``LevelGroup``; every other rule is a group of its own.
struct LevelTable: RuleTable {
    /// The facts besides accounts that all rules share: the program, and which banks have answered.
    private struct SharedFacts: Sendable {
        private let program: ProgramFacts
        private let banks: [String: SourceFacts]

        init(_ facts: Facts) {
            program = facts.program
            banks = facts.sources
        }

        /// Whether rules would see no difference in other facts.
        func isSame(as facts: Facts) -> Bool {
            banks.count == facts.sources.count && program == facts.program
                && facts.sources.allSatisfy { id, bank in
                    guard let old = banks[id] else { return false }
                    return (old.lastSuccess == nil) == (bank.lastSuccess == nil)
                        && (old.failingSince == nil) == (bank.failingSince == nil)
                }
        }
    }

    private var rules: [LevelRule] = []
    private var groups: [LevelGroup] = []
    /// The indexes of rules and of their groups, by the rule's identifier.
    private var places: [String: (rule: Int, group: Int)] = [:]
    /// The groups that every account affects, and those that the accounts of a selector affect.
    private var common: [Int] = []
    private var ofSelectors: [Int32: [Int]] = [:]
    private var fingerprints: [UUID: AccountFingerprint] = [:]
    /// The times at which the figures of accounts become too old.
    private var expiries = Heap<Expiry>()
    private var sharedFacts: SharedFacts?
    private var usable = AccountDelta.Usable()
    private var last: (now: Date, day: CalendarDay, detail: Evaluator.Detail)?

    /// Compiles the rules on conditions, and groups rules that one reading can decide.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { LevelRule($0, &compiler) }
        var numbers: [ReadingKey: Int] = [:]
        for (place, rule) in self.rules.enumerated() {
            let known = rule.readingKey.flatMap { numbers[$0] }
            let number = known ?? groups.count
            if known == nil {
                groups.append(LevelGroup(place, self.rules, compiler))
                if let key = rule.readingKey { numbers[key] = number }
            } else {
                groups[number].add(place)
            }
            places[rule.id] = (place, number)
        }
        for (number, group) in groups.enumerated() {
            if group.isOfEveryAccount { common.append(number) }
            for selector in group.interest.named where !group.isOfEveryAccount {
                ofSelectors[compiler.pool.add(selector), default: []].append(number)
            }
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    /// The verdicts now; they are not sorted by rule.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        if case .added(let accounts) = state.moment.accounts {
            for place in groups.indices { groups[place].add(accounts, rules, &state) }
        }
        let delta = look(&state)
        var wanted: [Int: [WantedRule]] = [:]
        for (id, subjects) in state.moment.wanted {
            guard let place = places[id] else { continue }
            wanted[place.group, default: []].append((place.rule, subjects))
        }
        return groupsToAsk(delta, wanted, state).flatMap { place in
            groups[place].verdicts(of: rules, delta, wanted: wanted[place] ?? [], &state)
        }
    }

    /// The groups that must be evaluated, each once.
    private func groupsToAsk(
        _ delta: AccountDelta, _ wanted: [Int: [WantedRule]], _ state: EvaluationState
    ) -> [Int] {
        if delta.isAll || delta.isOtherDay || state.moment.detail == .every {
            return Array(groups.indices)
        }
        var others = Set(wanted.keys)
        for account in delta.accounts {
            for selector in state.pool.selected.naming(account) {
                others.formUnion(ofSelectors[selector] ?? [])
            }
        }
        return common + others.filter { !groups[$0].isOfEveryAccount }
    }

    /// Compares the facts that may have changed with those of the last poll.
    private mutating func look(_ state: inout EvaluationState) -> AccountDelta {
        let moment = state.moment
        let isSame = sharedFacts?.isSame(as: moment.facts) ?? false
        if !isSame { sharedFacts = SharedFacts(moment.facts) }
        let isRebuilt = if case .rebuilt = moment.accounts { true } else { false }
        var delta = AccountDelta(
            isAll: isRebuilt || !isSame || moment.detail != last?.detail,
            isOtherDay: last.map { $0.day != moment.today } ?? true,
            transactions: Set(moment.transactions.compactMap(\.accountID)))
        // If time goes back, figures become fresh again.
        let isBack = last.map { moment.now < $0.now } ?? false
        last = (moment.now, moment.today, moment.detail)
        let expired = takeExpired(by: moment.now)
        if !delta.isAll, !isBack, let touched = moment.touchedAccounts {
            for id in touched { compare(id, moment, &delta) }
            for id in expired where !touched.contains(id) { compare(id, moment, &delta) }
        } else {
            for id in moment.facts.accounts.keys { compare(id, moment, &delta) }
        }
        delta.usable = usable
        delta.accounts = delta.figures.union(delta.rows).union(delta.transactions)
        return delta
    }

    private mutating func compare(
        _ id: UUID, _ moment: EvaluationMoment, _ delta: inout AccountDelta
    ) {
        guard let account = moment.facts.accounts[id] else {
            if let old = fingerprints.removeValue(forKey: id) { usable.follow(old, nil, of: id) }
            return
        }
        var new = AccountFingerprint(account, moment)
        let old = fingerprints[id]
        new.expires = old?.expires
        // A later expiry is only needed once the pending one has passed.
        if let due = new.nextExpiry(moment), due < new.expires ?? .distantFuture {
            new.expires = due
            expiries.insert(Expiry(due: due, account: id))
        }
        fingerprints[id] = new
        usable.follow(old, new, of: id)
        if new.figures != old?.figures { delta.figures.insert(id) }
        if new.rows != old?.rows { delta.rows.insert(id) }
    }

    private mutating func takeExpired(by now: Date) -> Set<UUID> {
        var expired: Set<UUID> = []
        while let first = expiries.min, first.due < now {
            expired.insert(first.account)
            fingerprints[first.account]?.expires = nil
            expiries.removeMin()
        }
        return expired
    }
}

/// Changes since the last poll that rules on conditions can see.
struct AccountDelta {
    /// Whether everything must be evaluated again.
    ///
    /// It must at the first poll, after renamed accounts and after a change of state of a bank or
    /// the program.
    let isAll: Bool
    /// Whether another day has begun.
    let isOtherDay: Bool
    /// The accounts whose figures changed, or became usable or unusable.
    var figures: Set<UUID> = []
    /// The accounts whose transactions became usable or unusable.
    var rows: Set<UUID> = []
    /// The accounts on which a transaction changed.
    let transactions: Set<UUID>
    /// The accounts with any change.
    fileprivate(set) var accounts: Set<UUID> = []
    var usable = Usable()

    /// The accounts whose figures or rows are fresh enough to be used now.
    struct Usable: Sendable {
        private(set) var figures: Set<UUID> = []
        private(set) var rows: Set<UUID> = []

        fileprivate mutating func follow(
            _ old: AccountFingerprint?, _ new: AccountFingerprint?, of account: UUID
        ) {
            Self.move(account, old?.hasFigures ?? false, new?.hasFigures ?? false, &figures)
            Self.move(account, old?.hasRows ?? false, new?.hasRows ?? false, &rows)
        }

        private static func move(
            _ account: UUID, _ wasIn: Bool, _ isIn: Bool, _ accounts: inout Set<UUID>
        ) {
            guard wasIn != isIn else { return }
            if isIn { accounts.insert(account) } else { accounts.remove(account) }
        }
    }
}

/// The time at which the data of an account becomes too old to be used.
private struct Expiry: Sendable, Comparable {
    let due: Date
    let account: UUID

    static func < (left: Expiry, right: Expiry) -> Bool { left.due < right.due }
}

/// The data of an account that rules can see: its facts and whether they can be used.
///
/// The times at which they were read are left out, because they change at every poll.
private struct AccountFingerprint: Sendable {
    struct Figures: Sendable, Equatable {
        let booked: Money?
        let available: Money?
        let creditLimit: Money?
        let reason: Verdict.UnknownReason?
    }

    struct Rows: Sendable, Equatable {
        let reason: Verdict.UnknownReason?
        /// The day of the last complete answer, from which a new period can be judged.
        let completeOn: CalendarDay?
        let firstSeen: Date
        let coveredFrom: CalendarDay?
    }

    let figures: Figures
    let rows: Rows
    /// The times at which figures and rows become too old.
    private let limits: (figures: Date, rows: Date?)
    /// When the account must be evaluated because its data may be too old.
    var expires: Date?

    var hasFigures: Bool { figures.reason == nil }
    var hasRows: Bool { rows.reason == nil }

    /// The first time, from the time of the poll on, after which data is too old.
    func nextExpiry(_ moment: EvaluationMoment) -> Date? {
        let dates = limits.rows.map { ($0, limits.figures) } ?? (limits.figures, limits.figures)
        let (first, last) = (min(dates.0, dates.1), max(dates.0, dates.1))
        return first >= moment.now ? first : last >= moment.now ? last : nil
    }

    init(_ account: AccountFacts, _ moment: EvaluationMoment) {
        let limit = moment.pollIntervals.freshness(of: account.account.institutionName)
        limits = (account.freshAt + limit, account.completeAt.map { $0 + limit })
        figures = Figures(
            booked: account.booked, available: account.available, creditLimit: account.creditLimit,
            reason: moment.reason(against: account))
        rows = Rows(
            reason: moment.reason(againstRowsOf: account),
            completeOn: account.completeAt.map { CalendarDay(of: $0, in: moment.zone) },
            firstSeen: account.firstSeen, coveredFrom: account.coveredFrom)
    }
}

extension TransactionChange { fileprivate var accountID: UUID? { (after ?? before)?.accountID } }

extension CompiledCondition {
    /// Whether only accounts, their rows and the day can change the result.
    func isSteady(_ compiler: RuleCompiler) -> Bool {
        leaves.allSatisfy { leaf in
            guard case .level(let level) = leaf else { return false }
            return level.quantities.allSatisfy { quantity in
                switch quantity {
                case .figure, .former: true
                case .window(let index, _): compiler.windows[index].isOfDays
                case .upcoming, .pace: false
                }
            }
        }
    }
}
