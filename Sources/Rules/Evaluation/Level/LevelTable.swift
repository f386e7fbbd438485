import Finance
import Foundation

/// All rules of a rule set on conditions, evaluated from what changed.
///
/// Rules on one quantity share a ``LevelGroup``; others that look only at accounts, their rows and
/// the day are a group of one; the rest is evaluated at every poll.
struct LevelTable: RuleTable {
    /// What rules can see besides accounts: the program, and which banks have answered.
    private struct Surroundings: Sendable, Equatable {
        private let program: ProgramFacts
        private let areRead: [String: Bool]
        private let areFailing: [String: Bool]

        init(_ facts: Facts) {
            program = facts.program
            areRead = facts.sources.mapValues { $0.lastSuccess != nil }
            areFailing = facts.sources.mapValues { $0.failingSince != nil }
        }
    }

    private var rules: [LevelRule] = []
    private var groups: [LevelGroup] = []
    private var restless: [Int] = []
    /// The groups that every account concerns, and those that one of a selector concerns.
    private var common: [Int] = []
    private var isCommon: [Bool] = []
    private var ofSelectors: [Int32: [Int]] = [:]
    private var sights: [UUID: AccountFingerprint] = [:]
    private var surroundings: Surroundings?
    private var day: CalendarDay?

    /// Compiles the rules on conditions and sorts them by how they are evaluated.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { LevelRule($0, &compiler.conditions) }
        var numbers: [ReadingKey: Int] = [:]
        for (place, rule) in self.rules.enumerated() {
            if let key = rule.readingKey, let number = numbers[key] {
                groups[number].add(place, self.rules)
            } else if rule.readingKey != nil || rule.condition.isSteady(compiler.conditions) {
                if let key = rule.readingKey { numbers[key] = groups.count }
                groups.append(LevelGroup(place, self.rules, compiler.conditions))
            } else {
                restless.append(place)
            }
        }
        for (number, group) in groups.enumerated() {
            let interest = group.interest
            if interest.isAny || interest.isEach || group.isAttentive || group.isRestless {
                common.append(number)
            }
            isCommon.append(common.last == number)
            for selector in interest.named {
                ofSelectors[compiler.conditions.pool.add(selector), default: []].append(number)
            }
        }
    }

    /// Whether there is no rule.
    var isEmpty: Bool { rules.isEmpty }

    /// The verdicts now, not sorted by rule.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        var found: [Verdict] = []
        for rule in restless { found += rules[rule].verdicts(&state) }
        if case .decisive(let accounts) = state.moment.detail {
            return found + decisive(accounts, &state)
        }
        let news = look(&state)
        for place in groups.indices { found += groups[place].verdicts(of: rules, news, &state) }
        return found
    }

    /// The verdicts of the groups that some accounts concern, or of all if more changed.
    private mutating func decisive(
        _ accounts: Set<UUID>, _ state: inout EvaluationState
    ) -> [Verdict] {
        follow(&state)
        let around = Surroundings(state.moment.facts)
        let isOther = day != state.moment.today || around != surroundings
        day = state.moment.today
        surroundings = around
        var found: [Verdict] = []
        let touched = accounts.union(state.moment.touched)
        if isOther {
            let fresh = state.fresh(and: touched)
            for place in groups.indices {
                found += groups[place].decisive(of: rules, .all(fresh: fresh), &state)
            }
            return found
        }
        let places = touched.compactMap { state.registry.place(of: $0) }
        for place in common {
            // What moves from minute to minute moves for everybody.
            let touch: LevelGroup.Touch =
                groups[place].isRestless
                ? .all(fresh: state.fresh(and: touched))
                : .accounts(touched, places: places)
            found += groups[place].decisive(of: rules, touch, &state)
        }
        for account in touched {
            for selector in state.pool.selected.naming(account) {
                for place in ofSelectors[selector] ?? [] where !isCommon[place] {
                    found += groups[place].decisive(
                        of: rules, .accounts(touched, places: places), &state)
                }
            }
        }
        return found
    }

    /// Takes in new accounts, or finds anew what rules speak of.
    private mutating func follow(_ state: inout EvaluationState) {
        switch state.moment.accounts {
        case .none:
            if surroundings == nil { rebuild(&state) }
        case .rebuilt: rebuild(&state)
        case .added(let accounts):
            guard surroundings != nil else { return rebuild(&state) }
            for place in groups.indices { groups[place].add(accounts, rules, &state) }
        }
    }

    private mutating func rebuild(_ state: inout EvaluationState) {
        for place in groups.indices { groups[place].rebuild(rules, &state) }
    }

    /// Compares all accounts with what was seen of them at the last poll.
    private mutating func look(_ state: inout EvaluationState) -> AccountDelta {
        let moment = state.moment
        let seen = moment.facts.accounts.mapValues { AccountFingerprint($0, moment) }
        let around = Surroundings(moment.facts)
        let isSame = if case .none = moment.accounts { true } else { false }
        let changed = seen.filter { $0.value != sights[$0.key] }.map(\.key)
        let news = AccountDelta(
            isAnew: !isSame || around != surroundings || sights.count != seen.count,
            accounts: moment.touched.union(changed), isOtherDay: day != moment.today)
        sights = seen
        surroundings = around
        day = moment.today
        return news
    }
}

/// What changed since the last poll, as far as rules on conditions can see it.
struct AccountDelta {
    /// Whether there is nothing to compare with: the first poll, or other accounts or names.
    let isAnew: Bool
    /// The accounts about which something changed.
    let accounts: Set<UUID>
    /// Whether another day has begun.
    let isOtherDay: Bool
}

/// What rules can see of an account: its facts and whether they may be used, but not the instants
/// at which they were read, which every poll moves.
private struct AccountFingerprint: Sendable, Equatable {
    /// The facts without their instants.
    private let facts: AccountFacts
    private let figures: Verdict.UnknownReason?
    private let rows: Verdict.UnknownReason?
    /// The day of the last complete answer: a new period is judged only from then on.
    private let completeOn: CalendarDay?

    /// Looks at an account.
    init(_ account: AccountFacts, _ moment: EvaluationMoment) {
        var facts = account
        facts.freshAt = .distantPast
        if facts.completeAt != nil { facts.completeAt = .distantPast }
        self.facts = facts
        completeOn = account.completeAt.map { CalendarDay(of: $0, in: moment.zone) }
        figures = moment.freshness.reason(against: account, in: moment.facts, at: moment.now)
        rows = moment.freshness.windowReason(against: account, in: moment.facts, at: moment.now)
    }
}

extension EvaluationMoment {
    /// The accounts on which a transaction changed.
    fileprivate var touched: Set<UUID> {
        var accounts: Set<UUID> = []
        for change in transactions {
            if let id = (change.after ?? change.before)?.accountID { accounts.insert(id) }
        }
        return accounts
    }
}

extension EvaluationState {
    /// The accounts whose figures are fresh, and some others.
    fileprivate func fresh(and touched: Set<UUID>) -> [UUID] {
        moment.facts.accounts.values.lazy.filter { account in
            moment.freshness.isFresh(account.freshAt, at: moment.now)
                || touched.contains(account.account.id)
        }.map(\.account.id)
    }
}

extension CompiledCondition {
    /// Whether nothing but accounts, their rows and the day can change it.
    func isSteady(_ compiler: ConditionCompiler) -> Bool {
        leaves.allSatisfy { leaf in
            guard case .level(let level) = leaf else { return false }
            return level.quantities.allSatisfy { quantity in
                switch quantity {
                case .figure: true
                case .window(let index, _): compiler.windows[index].isOfDays
                case .upcoming: false
                }
            }
        }
    }
}
