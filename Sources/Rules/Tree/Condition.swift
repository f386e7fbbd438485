/// A condition that is true or false now, possibly joined with `and` and `or`.
public indirect enum Condition: Sendable, Hashable {
    /// Two or more conditions that must all be true: `… and …`
    case all([Condition], span: Range<Int>)
    /// Two or more conditions of which at least one must be true: `… or …`
    case any([Condition], span: Range<Int>)
    case level(Level)
    case reservationAge(ReservationAge)
    case change(Change)
    case forecast(Forecast)
    case health(Health)

    public var span: Range<Int> {
        switch self {
        case .all(_, let span), .any(_, let span): span
        case .level(let level): level.span
        case .reservationAge(let age): age.span
        case .change(let change): change.span
        case .forecast(let forecast): forecast.span
        case .health(let health): health.span
        }
    }

    /// Whether conditions in it are joined by `or`.
    var hasAlternatives: Bool {
        switch self {
        case .all(let parts, _): parts.contains(where: \.hasAlternatives)
        case .any: true
        case .level, .reservationAge, .change, .forecast, .health: false
        }
    }

    /// The conditions that are not `and` or `or` themselves, from left to right.
    public var leaves: [Condition] {
        switch self {
        case .all(let parts, _), .any(let parts, _): parts.flatMap(\.leaves)
        case .level, .reservationAge, .change, .forecast, .health: [self]
        }
    }
}

/// A figure compared with a limit: `balance of 'Brukskonto' is under 100 NOK`.
public struct Level: Sendable, Hashable {
    public let quantity: Quantity
    public let comparison: Comparison
    public let span: Range<Int>
}

/// A relation and its right side: `under 100 NOK`, `at least 10% of its credit limit`.
public struct Comparison: Sendable, Hashable {
    public let relation: Relation
    public let operand: Operand
    public let span: Range<Int>
}

/// The right side of a comparison.
public indirect enum Operand: Sendable, Hashable {
    /// An amount, or a count if the left side is a count.
    case amount(Amount)
    /// A part of another quantity: `10% of its credit limit`
    case percent(Percent, of: Reference)
    case reference(Reference)

    public var span: Range<Int> {
        switch self {
        case .amount(let amount): amount.span
        case .percent(let percent, let reference):
            percent.span.lowerBound..<reference.span.upperBound
        case .reference(let reference): reference.span
        }
    }
}

/// A quantity on the right side of a comparison.
public enum Reference: Sendable, Hashable {
    /// A quantity in its own right: `available on 'Brukskonto'`
    case quantity(Quantity)
    /// Another figure of the account on the left side, or a former one: `its balance 30 days ago`
    case its(Figure, ago: LengthOfTime?, span: Range<Int>)
    /// The mean of the left side over its last complete periods.
    case usual(span: Range<Int>)

    public var span: Range<Int> {
        switch self {
        case .quantity(let quantity): quantity.span
        case .its(_, _, let span), .usual(let span): span
        }
    }
}

/// How a value relates to a limit (RL-10).
public enum Relation: String, Sendable, Hashable, CaseIterable {
    case under
    case over
    case atLeast = "at least"
    case atMost = "at most"

    public func holds<Value: Comparable>(_ value: Value, _ limit: Value) -> Bool {
        switch self {
        case .under: value < limit
        case .over: value > limit
        case .atLeast: value >= limit
        case .atMost: value <= limit
        }
    }

    /// Whether the relation limits a value from above: `under` and `at most`.
    public var isUpperBound: Bool { self == .under || self == .atMost }
}
