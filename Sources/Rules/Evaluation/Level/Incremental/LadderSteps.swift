import Finance

/// The values at which rules on one quantity change their mind, in order.
///
/// Each limit is a step: below it a rule says one thing, at and above it the other. A value that
/// moves can only concern the rules whose steps lie between where it was and where it is.
///
/// The bench measures it, hence `package`.
package struct LadderSteps: Sendable {
    private let limits: SortedLimits
    private let rules: [Int32]

    /// Sorts steps, each with the number of its rule.
    package init(_ steps: [(value: Int64, rule: Int)]) {
        let sorted = steps.sorted { ($0.value, $0.rule) < ($1.value, $1.rule) }
        limits = SortedLimits(sorted: sorted.map(\.value))
        rules = sorted.map { Int32($0.rule) }
    }

    /// How many steps there are.
    package var count: Int { limits.count }

    /// The number of the rule whose step that is.
    package func rule(at step: Int) -> Int { Int(rules[step]) }

    /// How many steps a value has reached.
    @inline(__always)
    func reached(by value: Int64) -> Int { limits.reached(by: value) }

    /// How many of some values lie below the first step, between each and the next, and above the last.
    package func distribution(of values: [Int64]) -> [Int] {
        var counts = [Int](repeating: 0, count: count + 1)
        counts.withUnsafeMutableBufferPointer { counts in
            for value in values { counts[reached(by: value)] &+= 1 }
        }
        return counts
    }

    /// Calls `body` with the rule of every step between two values, in any order.
    func forEachCrossed(from old: Int64, to new: Int64, _ body: (Int) -> Void) {
        guard old != new else { return }
        for place in reached(by: min(old, new))..<reached(by: max(old, new)) {
            body(Int(rules[place]))
        }
    }
}

extension CompiledComparison {
    /// The smallest amount of a currency at which the answer is another than below; `nil` if there
    /// is none, because the limit does not speak of the currency or no amount is as large.
    func step(in currency: Currency) -> Int64? {
        guard case .amount(let amount) = operand else { return nil }
        return amount.money(in: currency).flatMap { relation.step(at: $0.minorUnits) }
    }

    /// The smallest count at which the answer is another than below.
    var countStep: Int64? {
        guard case .amount(let amount) = operand, let limit = amount.number.whole else {
            return nil
        }
        return relation.step(at: Int64(limit))
    }
}

extension Relation {
    /// The smallest whole number for which the answer is another than for those below it.
    func step(at limit: Int64) -> Int64? {
        switch self {
        case .under, .atLeast: limit
        case .over, .atMost: limit == .max ? nil : limit + 1
        }
    }
}
