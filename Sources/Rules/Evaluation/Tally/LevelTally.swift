public import Finance

/// Counts for how many figures each rule on a level is so: the arithmetic of evaluation alone, over
/// figures that lie side by side in memory.
///
/// Like evaluation itself it finds between which limits a figure lies instead of comparing it with
/// each of them.
public struct LevelTally: Sendable {
    /// A rule's place in the file, and whether it is so below its step.
    private struct Side {
        let place: Int
        let isBelow: Bool
    }

    private let steps: LadderSteps
    private let sides: [Side]
    private var intervals: [Int]
    private let ruleCount: Int

    /// Takes the rules that compare a figure with an amount.
    ///
    /// - Parameter currency: that of the figures.
    public init(rules: RuleSet, currency: Currency) {
        var found: [(value: Int64, rule: Int)] = []
        var sides: [Side] = []
        for (place, rule) in rules.rules.enumerated() {
            guard case .condition(.level(let level)) = rule.body,
                case .figure = level.quantity.kind,
                case .amount(let amount) = level.comparison.operand,
                let limit = amount.money(in: currency),
                let step = level.comparison.relation.step(at: limit.minorUnits)
            else { continue }
            found.append((step, sides.count))
            sides.append(Side(place: place, isBelow: level.comparison.relation.isUpperBound))
        }
        steps = LadderSteps(found)
        self.sides = sides
        intervals = [Int](repeating: 0, count: found.count + 1)
        ruleCount = rules.rules.count
    }

    /// Compares figures, in minor units, with every limit.
    public mutating func take(_ figures: [Int64]) {
        for figure in figures { intervals[steps.reached(by: figure)] += 1 }
    }

    /// For each rule in the order of the file, for how many figures it was so.
    public var counts: [Int] {
        var counts = [Int](repeating: 0, count: ruleCount)
        let all = intervals.reduce(0, +)
        var below = 0
        for step in 0..<steps.count {
            below += intervals[step]
            let side = sides[steps.rule(at: step)]
            counts[side.place] = side.isBelow ? below : all - below
        }
        return counts
    }
}
