import Finance
import Foundation

/// Evaluates one unit.
extension LevelGroup {
    /// Evaluates a unit and collects the rules whose verdict on it differs from the last one.
    mutating func look(
        _ unit: Int, _ all: [LevelRule], _ state: inout EvaluationState, _ calls: inout Calls
    ) {
        guard let key else { return lookAlone(unit, all, &state, &calls) }
        let new = read(unit, key, &state)
        let isKnownWanted = state.moment.detail == .known
        let (old, oldBounds) = (found[unit].old, found[unit].oldBounds)
        found[unit].reading = new
        found[unit].isKnown = !new.isUnknown
        if window != nil, let own = found[unit].unit.own {
            note(isLearning: new == .unknown(.learning), own)
        }
        if new.isUnknown, isKnownWanted { return }
        (found[unit].old, found[unit].oldBounds) = (new, bounds)
        guard let old else { return calls.add(rules, unit) }
        if let bounds, bounds.isOfPeriod, bounds != oldBounds {
            // A verdict on another period is new even if the finding is the same.
            guard isKnownWanted else { return calls.add(rules, unit) }
            let own = found[unit].unit
            let changed = rules.filter { rule in
                [old, new].contains {
                    find(all[rule].condition, $0, own, &state).truth == .isSo
                }
            }
            return calls.add(changed, unit)
        }
        guard old != new else { return }
        guard let pair = Reading.pair(old, new) else { return calls.add(rules, unit) }
        let index = thresholds(in: pair.currency, all)
        calls.add(index.crossed(from: pair.old, to: pair.new), unit)
    }

    /// Evaluates a unit for a single rule that compares more than one quantity.
    private mutating func lookAlone(
        _ unit: Int, _ all: [LevelRule], _ state: inout EvaluationState, _ calls: inout Calls
    ) {
        let subject = found[unit].unit.subject
        let context = found[unit].unit.context(state.moment)
        let new = all[rules[0]].verdict(found[unit].unit) { state.find($0, context) }
        var last = alone[subject] ?? FoundAlone()
        last.verdict = new
        found[unit].isKnown = new?.isKnown ?? false
        let isNews = found[unit].isKnown || state.moment.detail != .known
        if isNews, let new, new.finding != last.old { calls.add(rules, unit) }
        if isNews { last.old = new?.finding }
        alone[subject] = last
    }

    /// Reads the quantity for a unit.
    private func read(_ unit: Int, _ key: ReadingKey, _ state: inout EvaluationState) -> Reading {
        var context = found[unit].unit.context(state.moment)
        context.currency = context.currency ?? key.currency
        guard let total else { return state.read(key.quantity, context) }
        if let reason = state.unknownAccounts(key.quantity.selector) { return .unknown(reason) }
        return total.reading(in: context.currency, window.map { state.windows.measure($0) })
    }

    /// Makes the verdict of a rule on a unit from the last reading.
    func verdict(
        _ call: Calls.Call, of all: [LevelRule], _ state: inout EvaluationState
    ) -> Verdict? {
        let found = found[call.unit]
        guard hasKey else { return alone[found.unit.subject]?.verdict }
        guard let reading = found.reading else { return nil }
        return all[call.rule].verdict(found.unit) { find($0, reading, found.unit, &state) }
    }

    /// Whether a condition of one of the group's rules is true of a unit with a reading.
    private func find(
        _ condition: CompiledCondition, _ reading: Reading, _ unit: LevelUnit,
        _ state: inout EvaluationState
    ) -> Answer {
        guard case .level(let level) = condition else { return Answer(.notApplicable) }
        let context = ReadingContext(currency: unit.currency, source: unit.source)
        return state.find(level.comparison, reading, context)
    }

    /// The thresholds of the group's rules in a currency, or of counts.
    private mutating func thresholds(in currency: Currency?, _ all: [LevelRule]) -> ThresholdIndex {
        if let known = thresholds[currency] { return known }
        let made = ThresholdIndex(
            rules.flatMap { rule in
                all[rule].thresholds(in: currency).map { (value: $0, rule: rule) }
            })
        thresholds[currency] = made
        return made
    }
}

extension Verdict {
    /// Whether the finding is known.
    var isKnown: Bool { if case .unknown = finding { false } else { true } }
}
