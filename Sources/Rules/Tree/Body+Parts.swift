import Finance

/// The parts of a body, wherever they occur, for checks, explanations and compilation.
extension Body {
    /// The kind of rule that the body makes.
    ///
    /// Conditions joined by `and` or `or` have the kind that all of them share, or else they are a
    /// level.
    public var kind: RuleKind {
        switch self {
        case .condition:
            let kinds = Set(leaves.map(\.leafKind))
            return kinds.count == 1 ? kinds.first ?? .level : .level
        case .event: return .event
        case .absence: return .absence
        case .repetition: return .repeat
        case .summary: return .summary
        }
    }

    /// The condition that the body is, or the condition after its `while`.
    var condition: Condition? {
        switch self {
        case .condition(let condition): condition
        case .event(let event): event.condition
        case .absence(let absence): absence.condition
        case .repetition(let repetition): repetition.condition
        case .summary: nil
        }
    }

    /// The conditions that are not `and` or `or` themselves, from left to right.
    var leaves: [Condition] { condition?.leaves ?? [] }

    var filters: [Filter] { filterLists.flatMap(\.self) }

    /// The filters that apply together: those of the body itself, then those of each aggregate.
    var filterLists: [[Filter]] {
        selections.map(\.filters) + quantities.compactMap { $0.aggregate?.filters }
    }

    /// The filters of the transactions that the body itself is about.
    var ownFilters: [Filter] { selections.flatMap(\.filters) }

    /// The kinds of transactions that the body itself is about, each with its filters.
    var selections: [(noun: Noun?, filters: [Filter])] {
        switch self {
        case .event(let event): event.parts.map { ($0.trigger.noun, $0.filters) }
        case .absence(let absence): [(absence.noun, absence.filters)]
        case .repetition(let repetition): [(repetition.noun, repetition.filters)]
        case .summary(let summary): summary.spending.map { [(nil, $0.filters)] } ?? []
        case .condition: []
        }
    }

    /// Every quantity in the body, left and right sides, from left to right.
    var quantities: [Quantity] { leaves.flatMap(\.quantities) }

    /// The length of time of an absence, a repetition or a spending summary, if the sentence names
    /// one.
    var length: LengthOfTime? {
        switch self {
        case .absence(let absence): absence.deadline.length
        case .repetition(let repetition):
            if case .within(let length) = repetition.closeness { length } else { nil }
        case .summary(let summary): summary.spending?.window?.length
        case .condition, .event: nil
        }
    }

    var scopes: [Scope] { (ownReadings + leaves.flatMap(\.readings)).flatMap(\.scopes) }

    /// The accounts that the body reads, from left to right.
    var readings: [ScopeReading] {
        let conditions = leaves.flatMap(\.readings)
        if case .condition = self { return conditions }
        // After `while`, a part that names no account refers to the rule's own accounts.
        return ownReadings + conditions.filter { $0.scope != nil }
    }

    private var ownReadings: [ScopeReading] {
        guard case .summary(let summary) = self else {
            return selections.map { ScopeReading(scope: $0.filters.scope, filters: $0.filters) }
        }
        switch summary.content {
        case .figures(let scope): return [ScopeReading(scope: scope)]
        case .spending(let spending):
            let filters = spending.filters
            return [ScopeReading(scope: filters.scope, isSum: true, filters: filters)]
        }
    }

    /// Whether a condition of the body is decided by rows.
    var readsRows: Bool {
        leaves.contains { leaf in
            if case .reservationAge = leaf { return true }
            return leaf.quantities.contains { $0.aggregate != nil }
        }
    }

    var readsScheduledItems: Bool { leaves.contains { $0.storedNeeds.contains(.planned) } }

    /// Whether the body asks whether notifications are being delivered.
    var readsChannels: Bool { leaves.contains { $0.health?.kind == .notificationsFailing } }

    /// The ages of figures at which the body may become true without a new fact.
    var ages: [CalendarSpan] {
        leaves.compactMap { leaf in
            guard case .dataOlder(_, let age) = leaf.health?.kind else { return nil }
            return age.value
        }
    }

    /// Whether the body measures how long a state of the program or of its banks has lasted.
    var readsAge: Bool {
        leaves.contains { leaf in
            switch leaf.health?.kind {
            case .dataOlder, .notificationsFailing: true
            case .bankUnreachable, .signInExpires, nil: false
            }
        }
    }
}

/// The accounts that a part of a body reads: with the figure of each, or as a sum over them.
struct ScopeReading {
    var figure: Figure?
    let scope: Scope?
    var isSum = false
    /// The filters of the transactions that are read, which may exclude accounts.
    var filters: [Filter] = []
    /// The currency of the limit, which excludes accounts in others (D16); `nil` for any.
    var currency: Currency?

    /// The accounts that the part names, and those that its filters exclude.
    var scopes: [Scope] {
        (filters.isEmpty ? [scope] : filters.map { $0.scope ?? $0.excluded }).compactMap(\.self)
    }

    var selector: AccountSelector {
        filters.isEmpty ? AccountSelector(scope) : AccountSelector(filters)
    }
}

// Most of these members are about a single condition and give nothing for `and` and `or`.
extension Condition {
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

    var quantities: [Quantity] {
        switch self {
        case .level(let level): level.quantities
        case .change(let change): [change.quantity]
        case .forecast(let forecast): forecast.comparison.quantities
        case .all, .any, .reservationAge, .health: []
        }
    }

    /// The quantity that is compared: the left side of a level, or the figure that a forecast
    /// projects.
    var compared: (quantity: Quantity, comparison: Comparison)? {
        switch self {
        case .level(let level): (level.quantity, level.comparison)
        case .forecast(let forecast): (forecast.quantity, forecast.comparison)
        case .all, .any, .reservationAge, .change, .health: nil
        }
    }

    var comparison: Comparison? { compared?.comparison }

    var health: Health? {
        if case .health(let health) = self { health } else { nil }
    }

    /// The accounts that the condition reads, from left to right.
    var readings: [ScopeReading] {
        let own: [ScopeReading] =
            switch self {
            case .health(let health): health.scope.map { [ScopeReading(scope: $0)] } ?? []
            case .reservationAge(let age): [ScopeReading(scope: age.scope)]
            case .forecast(let forecast):
                [ScopeReading(figure: forecast.figure, scope: forecast.scope)]
            case .level, .change, .all, .any: []
            }
        let currency = comparison?.amount?.currency
        return (own + quantities.map(\.reading)).map { reading in
            var reading = reading
            reading.currency = currency
            return reading
        }
    }
}

extension Quantity {
    fileprivate var reading: ScopeReading {
        if case .figure(let figure, let isTotal, let scope) = kind {
            return ScopeReading(figure: figure, scope: scope, isSum: isTotal)
        }
        return ScopeReading(scope: scope, isSum: true, filters: aggregate?.filters ?? [])
    }
}

extension Health {
    var scope: Scope? {
        if case .dataOlder(let scope, _) = kind { scope } else { nil }
    }
}

extension Event.Trigger {
    var noun: Noun? {
        switch self {
        case .new(_, let noun), .settled(let noun, _): noun
        case .newSubscription, .subscriptionRose: .debit
        case .reservationDropped: nil
        }
    }

    var isOfSubscription: Bool {
        switch self {
        case .newSubscription, .subscriptionRose: true
        case .new, .reservationDropped, .settled: false
        }
    }

    var isNew: Bool {
        if case .new = self { true } else { false }
    }
}

extension Absence.Deadline {
    var length: LengthOfTime? {
        switch self {
        case .last(let length), .every(let length), .within(let length, _), .overdue(let length):
            length
        case .by: nil
        }
    }
}

extension Change.Size {
    var amount: Amount? {
        if case .amount(let amount) = self { amount } else { nil }
    }
}

extension Forecast {
    /// The projected figure as a quantity, as if its present value were compared.
    var quantity: Quantity {
        Quantity(kind: .figure(figure, isTotal: false, scope: scope), span: span)
    }
}

extension Level {
    /// The quantities on the left side and, if there is one, on the right side.
    var quantities: [Quantity] { [quantity] + comparison.quantities }
}

extension Comparison {
    /// The quantity on the right side; empty if the right side is not a quantity.
    var quantities: [Quantity] {
        if case .quantity(let quantity)? = reference { [quantity] } else { [] }
    }

    var amount: Amount? {
        if case .amount(let amount) = operand { amount } else { nil }
    }

    /// How long ago the figure on the right side was, if it is a former figure.
    var ago: LengthOfTime? {
        switch reference {
        case .its(_, let ago, _): return ago
        case .quantity(let quantity):
            guard case .former(_, _, _, let ago) = quantity.kind else { return nil }
            return ago
        case .usual, nil: return nil
        }
    }

    /// The quantity that the right side refers to, such as `its credit limit`; `nil` for an amount.
    var reference: Reference? {
        switch operand {
        case .amount: nil
        case .percent(_, let reference), .reference(let reference): reference
        }
    }
}

extension Quantity {
    /// The present figure of accounts, if the quantity is one.
    var figure: Figure? {
        if case .figure(let figure, _, _) = kind { figure } else { nil }
    }

    var aggregate: Aggregate? {
        switch kind {
        case .aggregate(let aggregate), .pace(let aggregate): aggregate
        case .figure, .former, .upcomingPayments: nil
        }
    }
}

extension Window {
    /// How far the window looks back; `nil` for a calendar period.
    var length: LengthOfTime? {
        if case .last(let length) = kind { LengthOfTime(value: length, span: span) } else { nil }
    }
}

extension Filter {
    var amount: Amount? {
        switch kind {
        case .amount(_, let amount), .amountAbovePrevious(let amount): amount
        default: nil
        }
    }
}
