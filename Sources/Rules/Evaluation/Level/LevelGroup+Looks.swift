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
            return calls.add(
                isKnownWanted
                    ? rules.filter {
                        isSo(all[$0], old, unit, &state) || isSo(all[$0], new, unit, &state)
                    } : rules, unit)
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
        let new = all[rules[0]].verdict(found[unit].unit, &state)
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

    private func isSo(
        _ rule: LevelRule, _ reading: Reading, _ unit: Int, _ state: inout EvaluationState
    ) -> Bool {
        guard case .level(let level) = rule.condition else { return false }
        let unit = found[unit].unit
        let context = ReadingContext(currency: unit.currency, source: unit.source)
        return state.find(level.comparison, reading, context).truth == .isSo
    }

    /// Makes the verdict of a rule on a unit from the last reading.
    func verdict(
        _ call: Calls.Call, of all: [LevelRule], _ state: inout EvaluationState
    ) -> Verdict? {
        let (rule, found) = (all[call.rule], found[call.unit])
        guard hasKey else { return alone[found.unit.subject]?.verdict }
        guard case .level(let level) = rule.condition, let reading = found.reading else {
            return nil
        }
        let context = ReadingContext(currency: found.unit.currency, source: found.unit.source)
        let answer = state.find(level.comparison, reading, context)
        return rule.verdict(answer, found.unit) { unmet in
            guard case .level(let level) = unmet else { return Answer(.isNot) }
            return state.find(level.comparison, reading, context)
        }
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
