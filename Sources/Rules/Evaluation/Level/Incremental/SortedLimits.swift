/// Limits in order, side by side in memory, so that it is found quickly between which of them a
/// value lies.
struct SortedLimits: Sendable {
    private let values: [Int64]

    /// Takes limits that are in order.
    init(sorted values: [Int64]) {
        self.values = values
    }

    /// How many there are.
    var count: Int { values.count }

    /// How many of them are at or below a value.
    ///
    /// Both halves are chosen without a jump, because no processor can guess which it will be.
    @inline(__always)
    func reached(by value: Int64) -> Int {
        values.withUnsafeBufferPointer { values in
            var (lower, rest) = (0, values.count)
            while rest > 0 {
                let half = rest / 2
                let isReached = values[lower + half] <= value
                lower = isReached ? lower + half + 1 : lower
                rest = isReached ? rest - half - 1 : half
            }
            return lower
        }
    }
}
