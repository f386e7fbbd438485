/// What of the past a rule would have to know to say how often it would have fired.
public enum StoredNeed: Sendable, Hashable, CaseIterable {
    /// Transactions.
    case rows
    /// The figures of accounts.
    case figures
    /// Credit limits.
    case creditLimits
    /// How polls and deliveries went.
    case health
    /// Planned payments.
    case planned
    /// Reservations that went away.
    case dropped
}

extension Rule {
    /// What of the past the rule would have to know.
    public var storedNeeds: Set<StoredNeed> {
        var needs = Set((body.condition?.leaves ?? []).flatMap(\.storedNeeds))
        switch body {
        case .event(let event):
            needs.insert(event.trigger == .reservationDropped ? .dropped : .rows)
        case .absence, .repetition: needs.insert(.rows)
        case .summary: needs.insert(.figures)
        case .condition: break
        }
        return needs
    }
}

extension Condition {
    /// What of the past a condition that is not joined would have to know.
    fileprivate var storedNeeds: Set<StoredNeed> {
        switch self {
        case .health: return [.health]
        case .forecast: return [.planned, .figures]
        case .reservationAge: return [.dropped, .rows]
        case .level(let level):
            var needs = Set(level.quantities.flatMap(\.storedNeeds))
            if case .its(let figure, _)? = level.comparison.reference {
                needs.insert(figure == .creditLimit ? .creditLimits : .figures)
            }
            return needs
        case .change(let change): return change.quantity.storedNeeds
        case .all, .any: return []
        }
    }
}

extension Quantity {
    /// What of the past a quantity would have to know.
    fileprivate var storedNeeds: Set<StoredNeed> {
        switch kind {
        case .figure(let figure, _, _): figure == .creditLimit ? [.creditLimits] : [.figures]
        case .aggregate: [.rows]
        case .upcomingPayments: [.planned]
        }
    }
}
