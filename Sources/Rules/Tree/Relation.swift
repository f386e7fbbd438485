/// How a value relates to a limit (RL-10).
public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// Strictly smaller.
    case under
    /// Strictly greater.
    case over
    /// Greater or equal.
    case atLeast = "at least"
    /// Smaller or equal.
    case atMost = "at most"

    /// Whether `value` stands in this relation to `limit`.
    public func holds<Value: Comparable>(_ value: Value, _ limit: Value) -> Bool {
        switch self {
        case .under: value < limit
        case .over: value > limit
        case .atLeast: value >= limit
        case .atMost: value <= limit
        }
    }

    /// Whether it is met by values without a lower end: `under` and `at most`.
    public var isUpperBound: Bool { self == .under || self == .atMost }
}
