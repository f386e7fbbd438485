import Finance

extension StoreCheck {
    /// Looks for texts that nothing in the whole history matches, alone or together.
    mutating func checkTexts() {
        let before = problems.count
        checkEachText()
        guard problems.count == before else { return }
        for part in parts where part.noun != nil || part.isAggregate {
            checkTogether(part.noun, part.filters, part.flow)
        }
    }

    /// Filters with what they stand beside.
    private struct Part {
        let noun: Noun?
        let filters: [Filter]
        let flow: MoneyFlow
        let isAggregate: Bool
    }

    private var parts: [Part] {
        let noun = rule.body.noun
        let flow = noun.map { MoneyFlow(TransactionKinds($0)) } ?? .either
        let own = Part(noun: noun, filters: rule.body.ownFilters, flow: flow, isAggregate: false)
        let sums = rule.body.quantities.compactMap(\.aggregate).map {
            Part(
                noun: $0.measure.noun, filters: $0.filters, flow: $0.measure.flow,
                isAggregate: true)
        }
        return [own] + sums
    }

    /// Looks whether anything is of the kind and has the texts at once; amounts may still come.
    private mutating func checkTogether(
        _ noun: Noun?, _ filters: [Filter], _ flow: MoneyFlow
    ) {
        let texts = filters.filter { filter in
            let all = Self.texts(of: filter.kind)
            return !all.isEmpty && !all.allSatisfy { isOwnAccount($0, filter) }
        }
        guard let first = texts.first else { return }
        var pool = MatchPool()
        let kinds = noun.map { TransactionKinds($0) } ?? .everything
        let program = pool.program(kinds, texts, flow: flow)
        var registry = store.registry
        pool.follow(.rebuilt, &registry)
        let isKnown = store.transactions.contains {
            program.matches(pool.subject($0), &pool)
        }
        guard !isKnown else { return }
        let name = noun.map { " is a \($0.rawValue) and" } ?? ""
        add(
            "matched-nothing", at: first.span,
            "nothing in the whole history\(name) matches the texts of this rule together")
    }

    private mutating func checkEachText() {
        for part in parts {
            for filter in part.filters {
                for text in Self.texts(of: filter.kind) where !isKnown(text, filter, part.flow) {
                    addNothing(text, filter)
                }
            }
        }
    }

    /// Whether the text names an own account where it may, or something in the history.
    private func isKnown(_ text: TextLiteral, _ filter: Filter, _ flow: MoneyFlow) -> Bool {
        if isOwnAccount(text, filter) { return true }
        var pool = MatchPool()
        let single = Filter(kind: Self.kind(filter.kind, with: text), span: filter.span)
        let program = pool.program(.everything, [single], flow: flow)
        return store.transactions.contains {
            program.matches(pool.subject($0), &pool)
        }
    }

    private func isOwnAccount(_ text: TextLiteral, _ filter: Filter) -> Bool {
        var registry = store.registry
        return !filter.kind.sides.isEmpty && !registry.identifiers(named: text.folded).isEmpty
    }

    private mutating func addNothing(_ literal: TextLiteral, _ filter: Filter) {
        let closest = closestMerchants(to: literal.text)
        add(
            "matched-nothing", at: literal.span,
            "nothing in the whole history matches \"\(literal.text)\"", expected: closest,
            replacement: closest.first.map { CanonicalText(isKey: false).quoted($0) })
    }

    private func closestMerchants(to text: String) -> [String] {
        let wanted = MatchText.fold(text).filter { $0 != "*" && $0 != "?" }
        guard !wanted.isEmpty else { return [] }
        let ranked = store.merchants.map { name -> (name: String, distance: Int) in
            let folded = MatchText.fold(name)
            if folded.contains(wanted) { return (name, 0) }
            let head = String(folded.prefix(wanted.count))
            return (
                name,
                1
                    + min(
                        EditDistance.between(wanted, head), EditDistance.between(wanted, folded))
            )
        }
        return ranked.filter { $0.distance <= 1 + EditDistance.tolerance(for: wanted) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3).map(\.name)
    }

    private static func texts(of kind: Filter.Kind) -> [TextLiteral] {
        switch kind {
        case .at(let texts), .from(let texts), .to(let texts), .containing(let texts): texts
        default: []
        }
    }

    private static func kind(_ kind: Filter.Kind, with text: TextLiteral) -> Filter.Kind {
        switch kind {
        case .at: .at([text])
        case .from: .from([text])
        case .to: .to([text])
        default: .containing([text])
        }
    }
}

extension Aggregate.Measure {
    /// The kind of transactions, if it names one.
    fileprivate var noun: Noun? {
        switch self {
        case .spending, .income: nil
        case .count(let noun), .largest(let noun): noun
        }
    }

    /// Which way its money goes.
    fileprivate var flow: MoneyFlow {
        switch self {
        case .spending: .out
        case .income: .in
        case .count(let noun), .largest(let noun): MoneyFlow(TransactionKinds(noun))
        }
    }
}

extension Body {
    /// The kind of transactions that the body itself is about.
    fileprivate var noun: Noun? {
        switch self {
        case .event(let event):
            switch event.trigger {
            case .new(_, let noun), .settled(let noun, _): noun
            case .reservationDropped: nil
            }
        case .absence(let absence): absence.noun
        case .repetition(let repetition): repetition.noun
        case .condition, .summary: nil
        }
    }
}
