import Finance
import Foundation

extension LevelGroup {
    /// What can have changed, for a look at what a poll touched.
    enum Touch {
        /// Another day, or another state of a bank: every account whose figures may be used.
        case all(fresh: [UUID])
        /// These accounts, with their places in the registry.
        case accounts(Set<UUID>, places: [Int])
    }

    /// The verdicts that can move an alert.
    mutating func decisive(
        of all: [LevelRule], _ touch: Touch, _ state: inout EvaluationState
    ) -> [Verdict] {
        if case .all = touch {
            _ = move(state)
            if key == nil { renew(all, &state) }
        }
        var calls = Calls()
        if case .accounts(_, let touched) = touch, concernsOnlyItself {
            for place in touched where place < places.count && places[place] >= 0 {
                let unit = places[place]
                if !isSettled(unit, state.windows) { decide(unit, all, &state, &calls) }
            }
        } else {
            for unit in due(touch, &state.registry) { decide(unit, all, &state, &calls) }
        }
        if isAttentive { attend(all, &state, &calls) }
        guard !calls.isEmpty else { return [] }
        return calls.inOrder.compactMap { call in
            let verdict = verdict(call, of: all, &state)
            if case .unknown = verdict?.finding { return nil }
            return verdict
        }
    }

    /// Whether nothing that a poll touched can have moved the sum of an account.
    private func isSettled(_ unit: Int, _ windows: WindowTable) -> Bool {
        guard let window, found[unit].isKnown, found[unit].bounds == bounds else { return false }
        return !windows.hasCounted(window)
    }

    /// Whether an account concerns nothing but the unit that it is itself.
    private var concernsOnlyItself: Bool {
        interest.isEach && !interest.isAny && interest.named.isEmpty
    }

    private func due(_ touch: Touch, _ registry: inout AccountRegistry) -> [Int] {
        let accounts: [UUID]
        switch touch {
        case .all(let fresh):
            guard concernsOnlyItself else { return Array(found.indices) }
            accounts = fresh
        case .accounts(let touched, _):
            if interest.isAny { return Array(found.indices) }
            for id in touched where !interest.named.isEmpty && interest.concerns(id, &registry) {
                return Array(found.indices)
            }
            accounts = Array(touched)
        }
        return accounts.compactMap { id in
            guard let place = registry.place(of: id), place < places.count, places[place] >= 0
            else { return nil }
            return places[place]
        }
    }

    private mutating func decide(
        _ unit: Int, _ all: [LevelRule], _ state: inout EvaluationState, _ calls: inout Calls
    ) {
        guard let key else { return decideAlone(unit, all, &state, &calls) }
        let new = read(unit, key, &state)
        found[unit].reading = new
        found[unit].isKnown = !new.isUnknown
        guard !new.isUnknown else { return }
        let (old, isSame) = (found[unit].known, found[unit].bounds?.isSamePeriod(bounds) ?? false)
        found[unit].known = new
        found[unit].bounds = bounds
        if !isSame { name(unit, state) }
        watch(unit, all, &state)
        guard let old else {
            for rule in rules { calls.add(rule, unit) }
            return
        }
        guard isSame || bounds?.isOfPeriod != true else {
            return begin(unit, old, all, &state, &calls)
        }
        guard old != new else { return }
        guard let pair = Reading.pair(old, new) else {
            for rule in rules { calls.add(rule, unit) }
            return
        }
        for rule in thresholds(in: pair.currency, all).crossed(from: pair.old, to: pair.new) {
            calls.add(rule, unit)
        }
    }

    /// A new period begins for a sum: what is so in it, and what was so in the last one.
    private mutating func begin(
        _ unit: Int, _ old: Reading, _ all: [LevelRule], _ state: inout EvaluationState,
        _ calls: inout Calls
    ) {
        let readings = [old, found[unit].known].compactMap(\.self)
        for rule in rules {
            let own = found[unit].unit
            let isSo = readings.contains { self.isSo(all[rule], $0, own, &state) }
            if isSo { calls.add(rule, unit) }
        }
    }

    /// Names the subject after the period of now.
    private mutating func name(_ unit: Int, _ state: EvaluationState) {
        guard let index = window,
            case .window(let account, let currency, _) = found[unit].unit.subject
        else { return }
        found[unit].unit.subject = .window(
            account: account, currency: currency,
            periodStart: state.windows.periodStart(index, state.moment))
    }

    private func isSo(
        _ rule: LevelRule, _ reading: Reading, _ unit: LevelUnit, _ state: inout EvaluationState
    ) -> Bool {
        guard case .level(let level) = rule.condition else { return false }
        let context = ReadingContext(currency: unit.currency, source: unit.source)
        return state.find(level.comparison, reading, context).truth == .isSo
    }

    private mutating func decideAlone(
        _ unit: Int, _ all: [LevelRule], _ state: inout EvaluationState, _ calls: inout Calls
    ) {
        let new = all[rules[0]].verdict(found[unit].unit, &state)
        found[unit].verdict = new
        guard let finding = new?.finding else { return }
        if case .unknown = finding { return }
        if finding != found[unit].finding { calls.add(rules[0], unit) }
        found[unit].finding = finding
        watch(unit, all, &state)
    }

    /// Notes whether a rule that looks at every poll is so on a unit.
    private mutating func watch(
        _ unit: Int, _ all: [LevelRule], _ state: inout EvaluationState
    ) {
        guard isAttentive else { return }
        let isSo =
            key == nil
            ? found[unit].finding == .holds || found[unit].finding == .clear(isRecovered: false)
            : attentive.contains { rule in
                let verdict = verdict(Calls.Call(rule: rule, unit: unit), of: all, &state)
                return verdict?.finding != .clear(isRecovered: true)
            }
        if isSo { watched.insert(unit) } else { watched.remove(unit) }
    }

    /// Rules that look at every poll want to hear of what is so, and that they were looked at.
    private mutating func attend(
        _ all: [LevelRule], _ state: inout EvaluationState, _ calls: inout Calls
    ) {
        for unit in watched.sorted() {
            decide(unit, all, &state, &calls)
            for rule in attentive { calls.add(rule, unit) }
        }
        let any = found.indices.first { unit in
            key == nil ? found[unit].finding != nil : found[unit].reading?.isUnknown == false
        }
        guard let any else { return }
        if !watched.contains(any) { decide(any, all, &state, &calls) }
        for rule in attentive { calls.add(rule, any) }
    }
}

extension WindowBounds {
    /// Whether two bounds are of the same calendar period, or of no period at all.
    fileprivate func isSamePeriod(_ other: WindowBounds?) -> Bool {
        !isOfPeriod || self == other
    }
}
