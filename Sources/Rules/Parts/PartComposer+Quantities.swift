import Finance

/// Makes conditions on figures and sums from parts.
extension PartComposer {
    func change(_ parts: inout SentenceParts) -> Body? {
        guard let step = step(&parts), let within = length(&parts) else { return nil }
        return .condition(
            .change(
                Change(
                    quantity: figure(&parts), direction: step.direction, relation: step.relation,
                    size: step.size, within: within, span: span)))
    }

    func step(_ parts: inout SentenceParts) -> SentenceParts.Step? {
        if let step = parts.take(\.step) { return step }
        guard let direction = parts.take(\.direction), parts.limits.count == 1,
            let limit = parts.limits.popLast(), !limit.relation.isUpperBound
        else { return nil }
        let size: Change.Size
        switch limit.operand {
        case .amount(let amount): size = .amount(amount)
        case .percent(let percent, _): size = .percent(percent)
        case .reference: return nil
        }
        return SentenceParts.Step(direction: direction, relation: limit.relation, size: size)
    }

    /// Takes the length of time of `in 2 weeks` or `in the last 2 weeks`.
    func length(_ parts: inout SentenceParts) -> LengthOfTime? {
        if let within = parts.take(\.within) { return within }
        if case .within(let length) = parts.closeness {
            parts.closeness = nil
            return length
        }
        guard let window = parts.window, case .last(let length) = window.kind else { return nil }
        parts.window = nil
        return LengthOfTime(value: length, span: window.span)
    }

    func forecast(_ parts: inout SentenceParts) -> Body? {
        let isProjected = parts.takes(\.isProjected)
        guard let ahead = ahead(&parts, isProjected) else { return nil }
        if parts.takes(\.isUpcoming) || !isProjected && parts.noun == .payment {
            (parts.noun, parts.isTotal) = (nil, nil)
            let kind = Quantity.Kind.upcomingPayments(scope: parts.take(\.scope), within: ahead)
            if parts.limits.isEmpty { parts.limits = [.overNothing(span)] }
            return limited(Quantity(kind: kind, span: span), &parts)
        }
        guard parts.limits.count == 1, let comparison = parts.limits.popLast() else { return nil }
        return .condition(
            .forecast(
                Forecast(
                    figure: parts.take(\.figure) ?? .balance, scope: parts.take(\.scope),
                    comparison: comparison, within: ahead, span: span)))
    }

    private func ahead(_ parts: inout SentenceParts, _ isProjected: Bool) -> Ahead? {
        if let ahead = parts.take(\.ahead) { return ahead }
        guard isProjected || parts.isUpcoming == true else { return nil }
        if let within = length(&parts) { return .next(within) }
        guard case .by(.inPeriod(.last, .month), nil) = parts.take(\.deadline) else { return nil }
        return .endOf(WindowPeriod(.month))
    }

    func level(_ parts: inout SentenceParts) -> Body? {
        guard parts.figure != nil || parts.scope != nil || parts.isOfCreditLimit,
            takesSize(&parts)
        else { return nil }
        if parts.figure == nil, parts.isOfCreditLimit { parts.figure = creditFigure(&parts) }
        if parts.takes(\.isBoth) { return both(&parts) }
        let quantity = figure(&parts)
        if let former = parts.take(\.former) {
            guard let relation = former.relation ?? parts.take(\.relation),
                let reference = reference(former, to: quantity)
            else { return nil }
            parts.limits.append(
                Comparison(relation: relation, operand: .reference(reference), span: former.span))
        }
        return limited(quantity, &parts)
    }

    /// Makes a condition on each of several accounts: `both Brukskonto and Felles under 500`.
    private func both(_ parts: inout SentenceParts) -> Body? {
        guard let scope = parts.take(\.scope), scope.reach == .all, scope.members.count > 1,
            parts.limits.count == 1, let limit = parts.limits.popLast()
        else { return nil }
        let figure = parts.take(\.figure) ?? .balance
        let levels = scope.members.map { name in
            let own = Scope(reach: .named(name), span: name.span)
            let kind = Quantity.Kind.figure(figure, isTotal: false, scope: own)
            return Condition.level(
                Level(quantity: Quantity(kind: kind, span: span), comparison: limit, span: span))
        }
        return .condition(.all(levels, span: span))
    }

    /// The used or available credit that is compared with the limit.
    ///
    /// Examples: `over 80 % of its credit limit spent`, `under 10 % of its credit limit left`.
    private func creditFigure(_ parts: inout SentenceParts) -> Figure {
        if parts.measure == .spending || parts.flow == .out {
            (parts.measure, parts.flow) = (nil, nil)
            return .creditUsed
        }
        return parts.limits.allSatisfy(\.relation.isUpperBound) ? .available : .creditUsed
    }

    /// The other figure of a comparison: `than on Sparekonto`, `than 30 days ago`.
    private func reference(_ former: SentenceParts.Former, to quantity: Quantity) -> Reference? {
        guard former.measure == nil, former.window == nil,
            case .figure(let figure, let isTotal, _) = quantity.kind, figure != .creditUsed
        else { return nil }
        if let ago = former.ago { return .its(figure, ago: ago, span: former.span) }
        return former.scope.map {
            let kind = Quantity.Kind.figure(figure, isTotal: isTotal, scope: $0)
            return .quantity(Quantity(kind: kind, span: former.span))
        }
    }

    private func figure(_ parts: inout SentenceParts) -> Quantity {
        let isTotal = parts.takes(\.isTotal)
        let figure = parts.take(\.figure) ?? .balance
        return Quantity(
            kind: .figure(figure, isTotal: isTotal, scope: parts.take(\.scope)), span: span)
    }

    func aggregate(_ parts: inout SentenceParts) -> Body? {
        let rhythm = parts.take(\.rhythm)
        guard
            let window = parts.take(\.window) ?? period(&parts)
                ?? rhythm.map({ Window(kind: .current($0), span: span) }),
            rhythm.map({ window.isOf($0) }) ?? true,
            // In `number of purchases over 10 today`, 10 may be a price or a number of purchases.
            !parts.countsByName || parts.limits.allSatisfy({ $0.isBehind(window) }),
            let measure = measure(&parts)
        else { return nil }
        _ = (parts.take(\.isTotal), parts.take(\.isNew))
        let (limits, isLinked) = (parts.limits, parts.isLinked)
        parts.limits = []
        let aggregate = Aggregate(
            measure: measure,
            filters: filters(&parts, of: measure == .income ? .credit : measure.noun ?? .debit),
            window: window, span: span)
        (parts.limits, parts.isLinked) = (limits, isLinked)
        if let former = parts.take(\.former) {
            guard former.scope == nil, former.ago == nil,
                let relation = former.relation ?? parts.take(\.relation)
            else { return nil }
            parts.limits.append(comparison(relation, former, aggregate))
        }
        let isPace = parts.takes(\.isPace)
        return limited(
            Quantity(kind: isPace ? .pace(aggregate) : .aggregate(aggregate), span: span), &parts)
    }

    /// The period of a count or a comparison: `in one day`, `more than last month`.
    private func period(_ parts: inout SentenceParts) -> Window? {
        if parts.closeness == .sameDay, parts.isCounted == true || parts.countsByName {
            parts.closeness = nil
            return Window(kind: .current(WindowPeriod(.day)), span: span)
        }
        if let former = parts.former?.window, case .previous(let period, _) = former.kind {
            return Window(kind: .current(period), span: former.span)
        }
        guard let length = parts.take(\.within) else { return nil }
        // `in one day` means a calendar day, `in a week` any seven days.
        if length.value.count == 1, length.value.unit == .day {
            return Window(kind: .current(WindowPeriod(.day)), span: length.span)
        }
        return Window(kind: .last(length.value), span: length.span)
    }

    private func comparison(
        _ relation: Relation, _ former: SentenceParts.Former, _ aggregate: Aggregate
    ) -> Comparison {
        let other = Aggregate(
            measure: former.measure ?? aggregate.measure, filters: aggregate.filters,
            window: former.window ?? aggregate.window, span: former.span)
        let reference = Reference.quantity(Quantity(kind: .aggregate(other), span: former.span))
        let operand =
            former.percent.map { Operand.percent($0, of: reference) } ?? .reference(reference)
        return Comparison(relation: relation, operand: operand, span: former.span)
    }

    private func measure(_ parts: inout SentenceParts) -> Aggregate.Measure? {
        let isOfCategory = parts.category != nil
        if parts.takes(\.isCounted) {
            let noun = isOfCategory && parts.noun == nil ? .purchase : noun(&parts)
            parts.flow = nil
            return noun.map { .count($0) }
        }
        let flow = parts.take(\.flow)
        if let measure = parts.take(\.measure) {
            return flow == nil || (flow == .into) == (measure == .income) ? measure : nil
        }
        if parts.noun == .fee {
            parts.noun = nil
            parts.filters.append(Filter(kind: .ofType(.fee), span: span))
            return .spending
        }
        guard let flow else { return isOfCategory ? .spending : nil }
        return flow == .into ? .income : .spending
    }

    /// The condition that a quantity meets one or two limits.
    private func limited(_ quantity: Quantity, _ parts: inout SentenceParts) -> Body? {
        let levels = parts.limits.map {
            Condition.level(Level(quantity: quantity, comparison: $0, span: $0.span))
        }
        parts.limits = []
        if levels.count == 1 { return .condition(levels[0]) }
        return levels.count == 2 && parts.takes(\.isLinked)
            ? .condition(.all(levels, span: span)) : nil
    }
}

extension SentenceParts {
    /// Whether a limit is a share of a credit limit.
    fileprivate var isOfCreditLimit: Bool {
        limits.contains {
            if case .its(.creditLimit, _, _) = $0.reference { true } else { false }
        }
    }

    fileprivate var countsByName: Bool { if case .count = measure { true } else { false } }
}

extension Comparison {
    /// The limit of a sentence that names none: `bills due in the next 3 days`.
    fileprivate static func overNothing(_ span: Range<Int>) -> Comparison {
        let amount = Amount(number: DecimalNumber(digits: 0), currency: nil, span: span)
        return Comparison(relation: .over, operand: .amount(amount), span: span)
    }

    fileprivate func isBehind(_ window: Window) -> Bool {
        span.lowerBound >= window.span.lowerBound
    }
}

extension Window {
    /// Whether the window is one period of the length of another one.
    fileprivate func isOf(_ period: WindowPeriod) -> Bool {
        switch kind {
        case .current(let own), .previous(let own, _): own.unit == period.unit
        case .last: false
        }
    }
}
