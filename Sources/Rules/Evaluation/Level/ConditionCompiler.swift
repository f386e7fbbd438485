import Finance

/// Turns checked conditions into compiled ones; equal windows of several rules are kept once.
struct ConditionCompiler {
    /// The windows so far.
    private(set) var windows: [WindowAccumulator] = []
    /// The parts that programs share.
    var pool = MatchPool()
    private var indexes: [String: Int] = [:]

    /// Compiles a condition; `nil` if it has a part that this version does not evaluate.
    mutating func compile(_ condition: Condition) -> CompiledCondition? {
        switch condition {
        case .all(let parts, _): return compile(parts).map { .all($0) }
        case .any(let parts, _): return compile(parts).map { .any($0) }
        case .level(let level):
            guard let quantity = compile(level.quantity),
                let comparison = compile(level.comparison, against: quantity)
            else { return nil }
            return .level(CompiledLevel(quantity: quantity, comparison: comparison))
        case .reservationAge, .change, .forecast, .health:
            return nil
        }
    }

    private mutating func compile(_ parts: [Condition]) -> [CompiledCondition]? {
        var compiled: [CompiledCondition] = []
        for part in parts {
            guard let next = compile(part) else { return nil }
            compiled.append(next)
        }
        return compiled
    }

    /// Compiles a comparison with `quantity` on its left.
    mutating func compile(
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
        case .quantity(let other): compile(other)
        case .its(let figure, _): .figure(figure, isTotal: false, quantity.selector)
        }
    }

    private mutating func compile(_ quantity: Quantity) -> CompiledQuantity? {
        let selector = AccountSelector(quantity.scope)
        switch quantity.kind {
        case .figure(let figure, let isTotal, _):
            return .figure(figure, isTotal: isTotal, selector)
        case .aggregate(let aggregate):
            return .window(index(of: aggregate), selector)
        case .upcomingPayments:
            return nil
        }
    }

    private mutating func index(of aggregate: Aggregate) -> Int {
        let everywhere = Aggregate(
            measure: aggregate.measure, filters: aggregate.filters.filter { $0.scope == nil },
            window: aggregate.window, span: aggregate.span)
        let quantity = Quantity(kind: .aggregate(everywhere), span: aggregate.span)
        let key = CanonicalWords(isKey: true).quantity(quantity)
        if let index = indexes[key] { return index }
        windows.append(WindowAccumulator(everywhere, pool: &pool))
        indexes[key] = windows.count - 1
        return windows.count - 1
    }
}
