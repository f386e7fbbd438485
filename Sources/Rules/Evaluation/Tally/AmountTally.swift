/// Counts amounts for many rules at once: each amount is counted in the one interval between
/// limits that it lies in, and only at the end it is added up which intervals a rule is about.
struct AmountTally: Sendable {
    /// The intervals of one rule.
    private struct Span {
        let place: Int
        let intervals: Range<Int>
    }

    /// Where one interval ends and the next begins, in order.
    private let limits: SortedLimits
    private var intervals: [Int]
    private let spans: [Span]

    /// Takes the rules by their places in the file, each with its smallest and largest amount.
    init(_ rules: [(place: Int, lower: Int64, upper: Int64)]) {
        let ends = rules.flatMap { rule in
            (rule.lower > .min ? [rule.lower] : []) + (rule.upper < .max ? [rule.upper + 1] : [])
        }
        let limits = Set(ends).sorted()
        self.limits = SortedLimits(sorted: limits)
        intervals = [Int](repeating: 0, count: limits.count + 1)
        let places = Dictionary(
            limits.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        spans = rules.map { rule in
            let first = rule.lower > .min ? (places[rule.lower] ?? 0) + 1 : 0
            let end = rule.upper < .max ? (places[rule.upper + 1] ?? 0) + 1 : limits.count + 1
            return Span(place: rule.place, intervals: first..<max(first, end))
        }
    }

    /// Counts an amount.
    @inline(__always)
    mutating func add(_ amount: Int64) {
        intervals[limits.reached(by: amount)] += 1
    }

    /// Adds the number of amounts of each rule to the counts by place.
    func add(to counts: inout [Int]) {
        var sums = [0]
        for count in intervals { sums.append(sums[sums.count - 1] + count) }
        for span in spans {
            counts[span.place] += sums[span.intervals.upperBound] - sums[span.intervals.lowerBound]
        }
    }
}
