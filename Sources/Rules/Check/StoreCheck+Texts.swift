import Finance

extension StoreCheck {
    /// Looks for texts that nothing in the whole history matches, alone or together.
    mutating func checkTexts() {
        let before = problems.count
        checkEachText()
        guard problems.count == before else { return }
        if let noun = rule.body.noun { checkTogether(noun, rule.body.ownFilters) }
        for aggregate in rule.body.quantities.compactMap(\.aggregate) {
            checkTogether(aggregate.measure.noun, aggregate.filters)
        }
    }

    /// Looks whether anything is of the kind and has the texts at once; amounts may still come.
    private mutating func checkTogether(_ noun: Noun?, _ filters: [Filter]) {
        let texts = filters.filter { !Self.texts(of: $0.kind).isEmpty }
        guard let first = texts.first else { return }
        var pool = MatchPool()
        let kinds = noun.map { TransactionKinds($0) } ?? .everything
        let program = pool.program(kinds, texts)
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
        for filter in rule.body.filters {
            for literal in Self.texts(of: filter.kind) {
                let single = Self.kind(filter.kind, with: literal)
                var pool = MatchPool()
                let program = pool.program(
                    .everything, [Filter(kind: single, span: filter.span)])
                let isKnown = store.transactions.contains {
                    program.matches(pool.subject($0), &pool)
                }
                if !isKnown { addNothing(literal, filter) }
            }
        }
    }

    private mutating func addNothing(_ literal: TextLiteral, _ filter: Filter) {
        let closest = closestMerchants(to: literal.text)
        add(
            "matched-nothing", at: literal.span,
            "nothing in the whole history matches \"\(literal.text)\"", expected: closest,
            replacement: closest.first.map { CanonicalWords(isKey: false).quoted($0) })
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
