import Finance

/// Compiles conditions, and keeps what rules of all kinds share while they are compiled.
///
/// Equal windows of several rules are kept once.
struct RuleCompiler {
    /// The distinct windows of the conditions compiled so far.
    private(set) var windows: [WindowAccumulator] = []
    /// The distinct series of figures that rules on changes follow.
    private(set) var series: [ChangeSeries] = []
    /// Whether a condition depends on expected salaries.
    private(set) var readsIncome = false
    /// The former figures that conditions compare with.
    private(set) var former: Set<FormerFigure> = []
    /// The tests and texts that match programs share.
    var pool = MatchPool()
    /// The earlier transactions that rules on new ones need.
    var history: HistoryTable
    /// The holidays that `the last working day` skips.
    let holidays: HolidayCalendar
    private var indexes: [String: Int] = [:]

    init(history: HistoryTable, holidays: HolidayCalendar = .norway) {
        self.history = history
        self.holidays = holidays
    }

    /// Compiles a condition; `nil` if it has a part that this version does not evaluate.
    mutating func compile(_ condition: Condition) -> CompiledCondition? {
        switch condition {
        case .all(let parts, _):
            return compile(parts).map { compiled in
                .all(compiled, isOfTroubledBank: compiled.contains(where: \.isOfTroubledBank))
            }
        case .any(let parts, _): return compile(parts).map { .any($0) }
        case .level(let level):
            guard let quantity = compile(level.quantity),
                let comparison = compile(level.comparison, against: quantity)
            else { return nil }
            return .level(CompiledLevel(quantity: quantity, comparison: comparison))
        case .reservationAge(let age): return .reservationAge(CompiledReservationAge(age))
        case .change(let change): return compile(change).map { .change($0) }
        case .forecast(let forecast):
            return compile(forecast).map { .forecast($0) }
        case .health(let health): return .health(CompiledHealth(health))
        }
    }

    private mutating func compile(_ change: Change) -> CompiledChange? {
        guard let quantity = compile(change.quantity),
            case .figure(let figure, let isTotal, let selector) = quantity
        else { return nil }
        let followed = ChangeSeries(
            figure: figure, isTotal: isTotal, selector: selector,
            currency: isTotal ? change.size.amount?.currency : nil, span: change.within.value)
        let index = series.firstIndex(of: followed) ?? series.count
        if index == series.count { series.append(followed) }
        return CompiledChange(
            quantity: quantity, series: index, direction: change.direction,
            relation: change.relation, size: change.size)
    }

    private mutating func compile(_ forecast: Forecast) -> CompiledForecast? {
        let quantity = CompiledQuantity.figure(
            forecast.figure, isTotal: false, AccountSelector(forecast.scope))
        return compile(forecast.comparison, against: quantity).map {
            CompiledForecast(
                quantity: quantity, figure: forecast.figure, comparison: $0,
                ahead: noted(forecast.within))
        }
    }

    private mutating func compile(_ parts: [Condition]) -> [CompiledCondition]? {
        let compiled = parts.compactMap { compile($0) }
        return compiled.count == parts.count ? compiled : nil
    }

    /// Compiles a comparison that has `quantity` on its left side.
    private mutating func compile(
        _ comparison: Comparison, against quantity: CompiledQuantity
    ) -> CompiledComparison? {
        let operand: CompiledOperand
        switch comparison.operand {
        case .amount(let amount): operand = .amount(amount)
        case .percent(let percent, let reference):
            guard let part = percent.number.scaled(to: 2),
                let whole = compile(reference, against: quantity)
            else { return nil }
            operand = .share(part, of: whole)
        case .reference(let reference):
            guard let other = compile(reference, against: quantity) else { return nil }
            operand = .quantity(other)
        }
        return CompiledComparison(relation: comparison.relation, operand: operand)
    }

    private mutating func compile(
        _ reference: Reference, against quantity: CompiledQuantity
    ) -> CompiledQuantity? {
        switch reference {
        case .quantity(let other): return compile(other)
        case .its(let figure, nil, _): return .figure(figure, isTotal: false, quantity.selector)
        case .its(let figure, let ago?, _):
            return self.former(figure, isTotal: false, quantity.selector, ago)
        case .usual:
            switch quantity {
            case .window(let window, let selector):
                return .window(index(of: .usual, like: window), selector)
            case .pace(let windows, let selector):
                return .window(index(of: .usual, like: windows.soFar), selector)
            case .figure, .former, .upcoming: return nil
            }
        }
    }

    private mutating func former(
        _ figure: Figure, isTotal: Bool, _ selector: AccountSelector, _ ago: LengthOfTime
    ) -> CompiledQuantity {
        let wanted = FormerFigure(figure: figure, span: ago.value)
        former.insert(wanted)
        return .former(wanted, isTotal: isTotal, selector)
    }

    private mutating func compile(_ quantity: Quantity) -> CompiledQuantity? {
        let selector = quantity.selector
        switch quantity.kind {
        case .figure(let figure, let isTotal, _): return .figure(figure, isTotal: isTotal, selector)
        case .aggregate(let aggregate): return .window(index(of: aggregate), selector)
        case .upcomingPayments(_, let within): return .upcoming(noted(within), selector)
        case .former(let figure, let isTotal, _, let ago):
            return former(figure, isTotal: isTotal, selector, ago)
        case .pace(let aggregate):
            let soFar = index(of: aggregate)
            let isFiltered = windows[soFar].isFiltered
            return .pace(
                PaceWindows(
                    soFar: soFar, rest: index(of: .usualRest, like: soFar),
                    restWithoutPayments: isFiltered
                        ? nil : index(of: .usualRest, like: soFar, withoutPayments: true)),
                selector)
        }
    }

    /// The window over the same transactions in the previous periods.
    private mutating func index(
        of role: WindowAccumulator.Role, like window: Int, withoutPayments: Bool = false
    ) -> Int {
        let key = "\(role) \(window) \(withoutPayments)"
        if let index = indexes[key] { return index }
        windows.append(windows[window].of(role, withoutPayments: withoutPayments))
        indexes[key] = windows.count - 1
        return windows.count - 1
    }

    /// Notes whether expected salaries are needed for looking ahead.
    private mutating func noted(_ ahead: Ahead) -> Ahead {
        if case .next = ahead { return ahead }
        readsIncome = true
        return ahead
    }

    private mutating func index(of aggregate: Aggregate) -> Int {
        let everywhere = Aggregate(
            measure: aggregate.measure, filters: aggregate.filters.besidesAccounts,
            window: aggregate.window, span: aggregate.span)
        let quantity = Quantity(kind: .aggregate(everywhere), span: aggregate.span)
        let key = CanonicalText(isKey: true).quantity(quantity)
        if let index = indexes[key] { return index }
        windows.append(WindowAccumulator(everywhere, pool: &pool))
        indexes[key] = windows.count - 1
        return windows.count - 1
    }
}
