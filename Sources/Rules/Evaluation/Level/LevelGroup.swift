import Finance
import Foundation

/// Rules that share one reading, with their last findings about each account or sum.
///
/// A rule that compares more than one quantity is a group of its own.
struct LevelGroup: Sendable {
    /// One account or sum, and the last findings about it.
    struct Found: Sendable {
        var unit: LevelUnit
        /// The last reading, which decides all rules of the group.
        var reading: Reading?
        /// The reading that the next one is compared with, and the bounds of its window.
        ///
        /// It is the last reading, or the last known one if only known verdicts are wanted.
        var old: Reading?
        var oldBounds: WindowBounds?
        /// Whether the last evaluation gave a known result.
        var isKnown = false
    }

    /// The last verdict of a single rule on a unit.
    struct FoundAlone: Sendable {
        var verdict: Verdict?
        /// The finding that the next one is compared with, as for a shared reading.
        var old: Verdict.Finding?
    }

    /// Which accounts can change the findings.
    struct Interest: Sendable {
        /// Whether each account affects only its own unit.
        var isEach = false
        /// Whether every account affects all units.
        var isAny = false
        /// Selectors of accounts that affect all units.
        var named: [AccountSelector] = []
    }

    /// The properties of the shared reading; `nil` for a single rule.
    let key: ReadingKey?
    /// Whether there is a key.
    ///
    /// It is stored because testing `key` would copy it every time that a unit is evaluated.
    let hasKey: Bool
    /// The indexes of the group's rules, in the order of the file.
    private(set) var rules: [Int]
    /// Which accounts affect the group.
    let interest: Interest
    /// The index of the window that the group reads, if it reads one.
    let window: Int?
    /// Whether the findings can change with time alone, from minute to minute.
    let isRestless: Bool
    var found: [Found] = []
    /// The last findings of a single rule, by subject.
    var alone: [Subject: FoundAlone] = [:]
    /// The indexes of units, by the number of their account; −1 if it has none.
    var places: [Int] = []
    /// The units that were never evaluated.
    var unseen: [Int] = []
    /// The thresholds in each currency met so far; the key `nil` has those of counts.
    var thresholds: [Currency?: ThresholdIndex] = [:]
    /// The bounds of the window at the last poll.
    var bounds: WindowBounds?
    /// The total over the accounts for a sum; `nil` until every account has been read.
    var total: RunningTotal?
    /// The accounts whose history does not reach back to the start of the window yet.
    var learning: Set<UUID> = []

    init(_ rule: Int, _ all: [LevelRule], _ compiler: RuleCompiler) {
        key = all[rule].readingKey
        hasKey = key != nil
        window = if case .window(let index, _) = key?.quantity { index } else { nil }
        isRestless = !all[rule].condition.isSteady(compiler)
        rules = [rule]
        interest = Interest(all[rule].reaches)
    }

    /// Adds a rule with the same key.
    mutating func add(_ rule: Int) { rules.append(rule) }

    /// Whether any account, or time alone, can change the findings.
    var isOfEveryAccount: Bool { interest.isAny || interest.isEach || isRestless }
}

/// A rule whose verdicts on some subjects are wanted even if nothing changed.
typealias WantedRule = (rule: Int, subjects: Set<Subject>)

extension LevelGroup {
    /// The verdicts that are wanted at this poll.
    mutating func verdicts(
        of all: [LevelRule], _ delta: AccountDelta, wanted: [WantedRule],
        _ state: inout EvaluationState
    ) -> [Verdict] {
        let move = move(state)
        prepare(all, delta, move, &state)
        let touched = touched(delta, state)
        if let key, key.isOverAccounts { addUp(key.quantity, touched, move, delta.usable, &state) }
        let due = due(touched, move, delta, &state)
        guard !due.isEmpty || !wanted.isEmpty || state.moment.detail == .every else { return [] }
        var calls = Calls()
        let asked = wanted.map { rule, subjects in
            (rule: rule, units: subjects.compactMap { unit(about: $0, state.registry) })
        }
        let wantedUnits = Set(asked.flatMap(\.units))
        for unit in wantedUnits.union(due) { look(unit, all, &state, &calls) }
        unseen = []
        call(asked, delta.usable, state.moment.detail, &calls)
        let ordered = calls.inOrder { inOrder($0, state.registry) }
        return ordered.compactMap { call in
            let verdict = verdict(call, of: all, &state)
            let isNews = state.moment.detail != .known || verdict?.isKnown != false
            return isNews || wantedUnits.contains(call.unit) ? verdict : nil
        }
    }

    mutating func add(_ accounts: [UUID], _ all: [LevelRule], _ state: inout EvaluationState) {
        for id in accounts {
            guard let new = state.moment.facts.accounts[id] else { continue }
            let units = all[rules[0]].units(with: new, &state) { currency in
                found.contains { $0.unit.currency == currency }
            }
            guard let units else {
                if interest.isAny || interest.concerns(id, &state.registry) { rebuild(all, &state) }
                continue
            }
            for unit in units { append(Found(unit: unit), state.registry) }
        }
    }

    private mutating func prepare(
        _ all: [LevelRule], _ delta: AccountDelta, _ move: Move, _ state: inout EvaluationState
    ) {
        if delta.isAll {
            (found, alone, total, learning) = ([], [:], nil, [])
            rebuild(all, &state)
        } else if !hasKey, isRestless || delta.isOtherDay {
            rebuild(all, &state)
        } else if move == .toOtherDays, let window {
            let start = state.windows.periodStart(window)
            for unit in found.indices { found[unit].unit.begin(periodFrom: start) }
        }
    }

    /// Finds the units of the group again, and keeps the findings about subjects that remain.
    private mutating func rebuild(_ all: [LevelRule], _ state: inout EvaluationState) {
        let old = Dictionary(
            found.map { ($0.unit.subject, $0) }, uniquingKeysWith: { first, _ in first })
        (found, places, unseen) = ([], [], [])
        for unit in all[rules[0]].units(&state) {
            var next = old[unit.subject] ?? Found(unit: unit)
            next.unit = unit
            append(next, state.registry)
        }
        if alone.count > found.count {
            let subjects = Set(found.map(\.unit.subject))
            alone = alone.filter { subjects.contains($0.key) }
        }
    }

    private mutating func append(_ new: Found, _ registry: AccountRegistry) {
        found.append(new)
        if new.reading == nil, alone[new.unit.subject] == nil { unseen.append(found.count - 1) }
        guard let account = new.unit.own, let place = registry.place(of: account) else { return }
        while places.count <= place { places.append(-1) }
        places[place] = found.count - 1
    }
}

/// Adds wanted verdicts to the changed ones.
extension LevelGroup {
    func call(
        _ wanted: [(rule: Int, units: [Int])], _ usable: AccountDelta.Usable,
        _ detail: Evaluator.Detail, _ calls: inout Calls
    ) {
        if detail == .every { for unit in found.indices { calls.add(rules, unit) } }
        guard !wanted.isEmpty else { return }
        let known = found.indices.first { found[$0].isKnown && isUsable($0, usable) }
        for (rule, units) in wanted {
            // A known verdict shows that the rule could be judged.
            for unit in units + [known].compactMap(\.self) {
                calls.add(CollectionOfOne(rule), unit)
            }
        }
    }

    /// The unit about a subject; for a sum, the period does not matter.
    private func unit(about subject: Subject, _ registry: AccountRegistry) -> Int? {
        switch subject {
        case .account(let id), .window(account: let id?, _, _): unit(of: id, registry)
        case .window(account: nil, let currency, _):
            found.firstIndex { $0.unit.currency == currency }
        default: found.firstIndex { $0.unit.subject == subject }
        }
    }

    /// Sorts units by the names of their accounts, or by their currencies.
    private func inOrder(_ units: Set<Int>, _ registry: AccountRegistry) -> [Int] {
        units.sorted { left, right in
            let (left, right) = (found[left].unit, found[right].unit)
            guard let one = left.own, let other = right.own else {
                return (left.currency?.code ?? "") < (right.currency?.code ?? "")
            }
            return registry.isBefore(one, other)
        }
    }
}

extension LevelGroup.Interest {
    /// Combines the accounts that the parts of a rule read.
    init(_ reaches: [CompiledReach]) {
        for reach in reaches {
            if reach.selector.isNamed {
                named.append(reach.selector)
            } else if reach.isPerAccount {
                isEach = true
            } else {
                isAny = true
            }
        }
    }

    /// Whether an account is covered by one of the selectors in `named`.
    func concerns(_ account: UUID, _ registry: inout AccountRegistry) -> Bool {
        named.contains { registry.includes(account, $0) }
    }
}

/// The verdicts to make.
struct Calls {
    /// One verdict to make: of a rule on a unit.
    struct Call: Hashable {
        let rule: Int
        let unit: Int
    }

    private var calls: Set<Call> = []

    mutating func add(_ rules: some Sequence<Int>, _ unit: Int) {
        for rule in rules { calls.insert(Call(rule: rule, unit: unit)) }
    }

    /// The calls sorted by rule; `order` sorts the units of one rule.
    func inOrder(_ order: (Set<Int>) -> [Int]) -> [Call] {
        let units = Set(calls.map(\.unit))
        guard units.count > 1 else { return calls.sorted { $0.rule < $1.rule } }
        let ranks = Dictionary(
            order(units).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return calls.sorted { ($0.rule, ranks[$0.unit] ?? 0) < ($1.rule, ranks[$1.unit] ?? 0) }
    }
}
