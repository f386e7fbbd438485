import Finance

/// The values that some comparisons leave, in whole steps of the smallest unit.
struct ValueRange: Sendable, Hashable {
    /// The smallest value, inclusive; the least number if there is no lower end.
    private(set) var lower = Int64.min
    /// The largest value, inclusive; the greatest number if there is no upper end.
    private(set) var upper = Int64.max

    /// Every value.
    init() {}

    /// The values that stand in `relation` to `limit`.
    init(_ relation: Relation, _ limit: Int64) {
        switch relation {
        case .under: upper = limit - 1
        case .atMost: upper = limit
        case .over: lower = limit + 1
        case .atLeast: lower = limit
        }
    }

    /// Whether no value is left.
    var isEmpty: Bool { lower > upper }

    /// The values in both.
    func intersection(_ other: ValueRange) -> ValueRange {
        var both = self
        both.lower = max(lower, other.lower)
        both.upper = min(upper, other.upper)
        return both
    }

    /// Some value in the range, as round as possible; `nil` if it is empty or has an open end.
    func example(unit: Int64) -> Int64? {
        guard !isEmpty, lower > .min, upper < .max else { return nil }
        let middle = lower + (upper - lower) / 2
        let round = middle / unit * unit
        return (lower...upper).contains(round) ? round : middle
    }
}

extension ValueRange {
    /// The values that a comparison with an amount leaves, in steps of `places` decimals.
    ///
    /// Percentages of the same reference count as amounts; anything else gives `nil`.
    init?(_ relation: Relation, _ number: DecimalLiteral, places: Int) {
        guard let limit = number.scaled(to: places), limit < Int64.max else { return nil }
        self.init(relation, limit)
    }
}
