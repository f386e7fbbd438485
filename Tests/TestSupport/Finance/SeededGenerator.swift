/// A random number generator that gives the same numbers for the same seed (SplitMix64).
///
/// ```swift
/// var random = SeededGenerator(seed: 7)
/// let shuffled = rows.shuffled(using: &random)
/// ```
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts a sequence.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that happens `permille` times in a thousand.
    public mutating func happens(_ permille: Int) -> Bool {
        Int.random(in: 0..<1_000, using: &self) < permille
    }
}

extension Sequence {
    /// Every order of the elements; for a handful of elements only.
    public var permutations: [[Element]] {
        var orders: [[Element]] = [[]]
        for element in self {
            orders = orders.flatMap { order in
                (0...order.count).map { place in
                    var longer = order
                    longer.insert(element, at: place)
                    return longer
                }
            }
        }
        return orders
    }
}
