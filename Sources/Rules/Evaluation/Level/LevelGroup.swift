import Finance
import Foundation

/// Rules that one reading answers, or a single rule on more than one quantity, with what was found
/// about each account or sum that they speak of.
struct LevelGroup: Sendable {
    /// One account or sum, and what was found about it last.
    struct Found: Sendable {
        /// Whom or what it is about.
        var unit: LevelUnit
        /// The reading that answers all rules.
        var reading: Reading?
        /// The same, but for readings that were unknown.
        var known: Reading?
        /// The answer of a single rule.
        var verdict: Verdict?
        /// The finding of a single rule, but for unknown ones.
        var finding: Verdict.Finding?
        /// In which bounds it was read.
        var bounds: WindowBounds?
        /// Whether it was ever looked at.
        var isSeen = false
        /// Whether the last reading was none that can't be known.
        var isKnown = false
    }

    /// What one reading answers; `nil` for a single rule.
    let key: ReadingKey?
    /// The numbers of its rules, in the order of the file.
    private(set) var rules: [Int]
    /// Those of them whose verdicts are wanted even unchanged.
    var attentive: [Int] = []
    /// Which accounts concern it.
    let interest: Interest
    /// What was found about each unit.
    var found: [Found] = []
    /// The units by the place of their account.
    var places: [Int] = []
    /// The units of which a rule that looks at every poll is so.
    var watched: Set<Int> = []
    /// The thresholds in each currency that was met, and those of counts.
    var thresholds: [Currency?: ThresholdIndex] = [:]
    /// The bounds of its window at the last poll.
    var bounds: WindowBounds?
    /// The window that it reads, if it does.
    let window: Int?
    /// Whether its window moves from minute to minute.
    let isRestless: Bool

    /// Which accounts can change what is found.
    struct Interest: Sendable {
        /// Whether an account concerns the unit that is itself.
        var isEach = false
        /// Whether every account concerns all units.
        var isAny = false
        /// The accounts that concern all units.
        var named: [AccountSelector] = []
    }

    /// Starts with a rule by its number.
    init(_ rule: Int, _ all: [LevelRule], _ compiler: ConditionCompiler) {
        key = all[rule].readingKey
        window = if case .window(let index, _) = key?.quantity { index } else { nil }
        isRestless = !all[rule].condition.isSteady(compiler)
        rules = []
        interest = Interest(all[rule].reaches)
        add(rule, all)
    }

    /// Adds a rule with the same key.
    mutating func add(_ rule: Int, _ all: [LevelRule]) {
        rules.append(rule)
        if all[rule].isAttentive { attentive.append(rule) }
    }

    /// Whether some rule looks at every poll.
    var isAttentive: Bool { !attentive.isEmpty }
}

extension LevelGroup {
    /// Finds anew what its rules speak of.
    mutating func rebuild(_ all: [LevelRule], _ state: inout EvaluationState) {
        found = all[rules[0]].units(&state).map { Found(unit: $0) }
        watched = []
        places = []
        for place in found.indices { note(place, state.registry) }
    }

    /// Finds anew what its rules speak of, but keeps what was found about what is the same.
    mutating func renew(_ all: [LevelRule], _ state: inout EvaluationState) {
        let old = Dictionary(
            found.map { ($0.unit.subject, $0) }, uniquingKeysWith: { first, _ in first })
        rebuild(all, &state)
        for place in found.indices {
            if let known = old[found[place].unit.subject] { found[place] = known }
        }
    }

    /// Takes in new accounts.
    mutating func add(
        _ accounts: [UUID], _ all: [LevelRule], _ state: inout EvaluationState
    ) {
        let rule = all[rules[0]]
        for id in accounts {
            guard let new = state.moment.facts.accounts[id] else { continue }
            let units = rule.units(with: new, &state) { currency in
                found.contains { $0.unit.currency == currency }
            }
            guard let units else {
                if interest.isAny || interest.concerns(id, &state.registry) {
                    return rebuild(all, &state)
                }
                continue
            }
            for unit in units {
                found.append(Found(unit: unit))
                note(found.count - 1, state.registry)
            }
        }
    }

    private mutating func note(_ unit: Int, _ registry: AccountRegistry) {
        guard let account = found[unit].unit.own, let place = registry.place(of: account) else {
            return
        }
        while places.count <= place { places.append(-1) }
        places[place] = unit
    }

    /// Follows the bounds of its window; gives whether they moved.
    mutating func move(_ state: EvaluationState) -> Bool {
        guard let index = window else { return false }
        let now = state.windows.bounds(index, state.moment)
        defer { bounds = now }
        return now != bounds
    }

    /// The verdicts that are wanted after a look at all accounts.
    mutating func verdicts(
        of all: [LevelRule], _ news: AccountDelta, _ state: inout EvaluationState
    ) -> [Verdict] {
        let isMoved = move(state)
        var isWhole = state.moment.detail == .every
        if news.isAnew || (isMoved && bounds?.isOfPeriod == true) {
            rebuild(all, &state)
            isWhole = true
        }
        let isDue = news.isOtherDay && key == nil
        if isDue, !news.isAnew { renew(all, &state) }
        var calls = Calls()
        for unit in found.indices {
            if !found[unit].isSeen || isMoved || isDue || concerns(unit, news, &state.registry) {
                update(unit, all, &state, &calls, notes: !isWhole)
            }
            for rule in isWhole ? rules : attentive { calls.add(rule, unit) }
        }
        return calls.inOrder.compactMap { verdict($0, of: all, &state) }
    }

    private func concerns(
        _ unit: Int, _ news: AccountDelta, _ registry: inout AccountRegistry
    ) -> Bool {
        if interest.isAny, !news.accounts.isEmpty { return true }
        if interest.isEach, let own = found[unit].unit.own, news.accounts.contains(own) {
            return true
        }
        guard !interest.named.isEmpty else { return false }
        return news.accounts.contains { interest.concerns($0, &registry) }
    }

    /// Looks at a unit again and notes the rules whose verdict on it is another now.
    private mutating func update(
        _ unit: Int, _ all: [LevelRule], _ state: inout EvaluationState, _ calls: inout Calls,
        notes: Bool
    ) {
        found[unit].isSeen = true
        guard let key else {
            let old = found[unit].verdict
            let new = all[rules[0]].verdict(found[unit].unit, &state)
            found[unit].verdict = new
            if notes, new?.finding != old?.finding { calls.add(rules[0], unit) }
            return
        }
        let old = found[unit].reading
        let new = read(unit, key, &state)
        found[unit].reading = new
        guard notes, old != new else { return }
        guard let old, let pair = Reading.pair(old, new) else {
            for rule in rules { calls.add(rule, unit) }
            return
        }
        for rule in thresholds(in: pair.currency, all).crossed(from: pair.old, to: pair.new) {
            calls.add(rule, unit)
        }
    }

    /// Reads the quantity for a unit.
    func read(
        _ unit: Int, _ key: ReadingKey, _ state: inout EvaluationState
    ) -> Reading {
        var context = found[unit].unit.context(state.moment)
        context.currency = context.currency ?? key.currency
        return state.read(key.quantity, context)
    }

    /// Makes a verdict of what was found.
    func verdict(
        _ call: Calls.Call, of all: [LevelRule], _ state: inout EvaluationState
    ) -> Verdict? {
        let (rule, found) = (all[call.rule], found[call.unit])
        guard key != nil else { return found.verdict }
        guard case .level(let level) = rule.condition, let reading = found.reading else {
            return nil
        }
        let context = ReadingContext(currency: found.unit.currency, source: found.unit.source)
        let answer = state.find(level.comparison, reading, context)
        return rule.verdict(answer, found.unit, &state) { recovery, state in
            guard case .level(_, let comparison) = recovery else { return true }
            return state.find(comparison, reading, context).truth == .isSo
        }
    }

    /// The thresholds of its rules in a currency, or those of counts.
    mutating func thresholds(
        in currency: Currency?, _ all: [LevelRule]
    ) -> ThresholdIndex {
        if let known = thresholds[currency] { return known }
        let made = ThresholdIndex(
            rules.flatMap { rule in
                all[rule].thresholds(in: currency).map { (value: $0, rule: rule) }
            })
        thresholds[currency] = made
        return made
    }
}

extension LevelGroup.Interest {
    /// Reads it from what the parts of a rule are read of.
    init(_ reaches: [CompiledReach]) {
        for reach in reaches {
            if reach.isPerAccount {
                isEach = true
            } else if reach.selector.isNamed {
                named.append(reach.selector)
            } else {
                isAny = true
            }
        }
    }

    /// Whether an account is one of those that are named.
    func concerns(_ account: UUID, _ registry: inout AccountRegistry) -> Bool {
        for selector in named where registry.includes(account, selector) { return true }
        return false
    }
}

/// The verdicts to be made, each once, in the order of rules and units.
struct Calls {
    /// One verdict: of a rule, on a unit.
    struct Call: Comparable {
        let rule: Int
        let unit: Int

        static func < (left: Call, right: Call) -> Bool {
            (left.rule, left.unit) < (right.rule, right.unit)
        }
    }

    private var calls: [Call] = []

    mutating func add(_ rule: Int, _ unit: Int) { calls.append(Call(rule: rule, unit: unit)) }

    /// Whether there is none.
    var isEmpty: Bool { calls.isEmpty }

    /// All of them.
    var inOrder: [Call] {
        guard calls.count > 1 else { return calls }
        var last: Call?
        return calls.sorted().filter { call in
            defer { last = call }
            return call != last
        }
    }
}
