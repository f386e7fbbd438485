extension Body {
    /// Which column of the state table the body follows.
    ///
    /// Conditions joined with `and` or `or` are levels, unless all of them are windows.
    public var kind: RuleKind {
        switch self {
        case .condition(let condition):
            let kinds = Set(condition.leaves.map(\.leafKind))
            return kinds.count == 1 ? kinds.first ?? .level : .level
        case .event: return .event
        case .absence: return .absence
        case .repetition: return .repeat
        case .summary: return .summary
        }
    }

    /// The condition that the body is, or that its event depends on.
    var condition: Condition? {
        switch self {
        case .condition(let condition): condition
        case .event(let event): event.condition
        case .absence, .repetition, .summary: nil
        }
    }

    /// Every filter in it, wherever it stands.
    var filters: [Filter] { filterLists.flatMap(\.self) }

    /// The filters that apply together: those of the body itself, then those of each aggregate.
    var filterLists: [[Filter]] {
        [ownFilters] + quantities.compactMap { $0.aggregate?.filters }
    }

    /// The filters of the transactions that the body itself is about.
    var ownFilters: [Filter] {
        switch self {
        case .event(let event): event.filters
        case .absence(let absence): absence.filters
        case .repetition(let repetition): repetition.filters
        case .condition, .summary: []
        }
    }

    /// Every quantity in it, left and right sides, from left to right.
    var quantities: [Quantity] { condition?.leaves.flatMap(\.quantities) ?? [] }
}

extension Condition {
    /// The kind of a condition that is not joined.
    var leafKind: RuleKind {
        switch self {
        case .level(let level): level.quantities.contains { $0.aggregate != nil } ? .window : .level
        case .reservationAge: .event
        case .change: .change
        case .forecast: .forecast
        case .health: .health
        case .all, .any: .level
        }
    }

    /// The quantities of a condition that is not joined.
    var quantities: [Quantity] {
        switch self {
        case .level(let level): level.quantities
        case .change(let change): [change.quantity]
        case .forecast(let forecast): forecast.comparison.quantities
        case .all, .any, .reservationAge, .health: []
        }
    }

    /// The comparisons of a condition that is not joined.
    var comparison: Comparison? {
        switch self {
        case .level(let level): level.comparison
        case .forecast(let forecast): forecast.comparison
        case .all, .any, .reservationAge, .change, .health: nil
        }
    }
}

extension Level {
    /// The left side and, if there is one, the right.
    var quantities: [Quantity] { [quantity] + comparison.quantities }
}

extension Comparison {
    /// The quantity on the right side, if it is one.
    var quantities: [Quantity] {
        switch operand {
        case .amount: []
        case .percent(_, let reference), .reference(let reference):
            if case .quantity(let quantity) = reference { [quantity] } else { [] }
        }
    }

    /// The amount on the right side, if it is one.
    var amount: Amount? {
        if case .amount(let amount) = operand { amount } else { nil }
    }

    /// The quantity that the right side measures against, `its …` included.
    var reference: Reference? {
        switch operand {
        case .amount: nil
        case .percent(_, let reference), .reference(let reference): reference
        }
    }
}

extension Quantity {
    /// The window over transactions, if it is one.
    var aggregate: Aggregate? {
        if case .aggregate(let aggregate) = kind { aggregate } else { nil }
    }
}
