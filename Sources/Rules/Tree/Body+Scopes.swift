extension Body {
    /// Every scope in it, wherever it stands.
    var scopes: [Scope] {
        let own: [Scope?] =
            switch self {
            case .event(let event): event.filters.map(\.scope)
            case .absence(let absence): absence.filters.map(\.scope)
            case .repetition(let repetition): repetition.filters.map(\.scope)
            case .summary(let summary): [summary.scope]
            case .condition: []
            }
        return own.compactMap(\.self) + (condition?.leaves ?? []).flatMap(\.scopes)
    }
}

extension Condition {
    /// Every scope of a condition that is not joined.
    fileprivate var scopes: [Scope] {
        let own: [Scope?] =
            switch self {
            case .forecast(let forecast): [forecast.scope]
            case .reservationAge(let age): [age.scope]
            case .health(let health): [health.scope]
            case .level, .change, .all, .any: []
            }
        let inside = quantities.flatMap { quantity -> [Scope?] in
            quantity.aggregate?.filters.map(\.scope) ?? [quantity.scope]
        }
        return (own + inside).compactMap(\.self)
    }
}

extension Health {
    /// The accounts whose figures may be old.
    fileprivate var scope: Scope? {
        if case .dataOlder(let scope, _) = kind { scope } else { nil }
    }
}
