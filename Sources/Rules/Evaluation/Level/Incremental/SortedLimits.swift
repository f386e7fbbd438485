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
    /// A few are all looked at, several at once, which is quicker than any choice between them.
    @inline(__always)
    func reached(by value: Int64) -> Int {
        values.withUnsafeBufferPointer { values in
            values.count <= Self.few ? Self.counted(values, value) : Self.searched(values, value)
        }
    }

    private static let few = 32

    @inline(__always)
    private static func counted(_ values: UnsafeBufferPointer<Int64>, _ value: Int64) -> Int {
        var reached = 0
        for limit in values { reached &+= limit <= value ? 1 : 0 }
        return reached
    }

    /// Both halves are chosen without a jump, because no processor can guess which it will be.
    @inline(__always)
    private static func searched(_ values: UnsafeBufferPointer<Int64>, _ value: Int64) -> Int {
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
