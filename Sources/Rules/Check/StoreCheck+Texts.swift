import Finance

extension StoreCheck {
    /// Reports texts that match nothing in the whole history, alone or together.
    mutating func checkTexts() {
        let before = problems.count
        for part in parts {
            for filter in part.filters {
                for text in filter.kind.texts where !isKnown(text, filter, part.flow) {
                    addNothing(text, filter)
                }
            }
        }
        guard problems.count == before else { return }
        for part in parts where part.isOfKind { checkTogether(part) }
    }

    private struct Part {
        let noun: Noun?
        let filters: [Filter]
        let flow: MoneyFlow
        /// Whether the part names a kind of transactions or is a sum.
        var isOfKind = true
    }

    /// The transactions that the body itself is about, then those of its sums.
    private var parts: [Part] {
        let own = rule.body.selections.map { noun, filters in
            Part(
                noun: noun, filters: filters, flow: MoneyFlow(TransactionKinds(noun)),
                isOfKind: noun != nil)
        }
        let sums = rule.body.quantities.compactMap(\.aggregate).map {
            Part(noun: $0.measure.noun, filters: $0.filters, flow: $0.measure.flow)
        }
        return own + sums
    }

    /// Reports texts that no transaction of the kind has together; amounts are left out.
    private mutating func checkTogether(_ part: Part) {
        let texts = part.filters.filter { filter in
            !filter.kind.texts.allSatisfy { isOwnAccount($0, filter) }
        }
        guard let first = texts.first else { return }
        guard
            !isMatched(TransactionKinds(part.noun), texts, part.flow, registry: store.registry)
        else { return }
        let name = part.noun.map { " is a \($0.rawValue) and" } ?? ""
        add(
            "matched-nothing", at: first.span,
            "nothing in the whole history\(name) matches the texts of this rule together")
    }

    /// Whether a stored transaction matches; `registry` tells which names are own accounts.
    private func isMatched(
        _ kinds: TransactionKinds, _ filters: [Filter], _ flow: MoneyFlow,
        registry: AccountRegistry? = nil
    ) -> Bool {
        var pool = MatchPool()
        let program = pool.program(kinds, filters, flow: flow)
        if var registry { pool.follow(.rebuilt, &registry) }
        return store.transactions.contains { program.matches(pool.subject($0), &pool) }
    }

    /// Whether a text names an own account where it may, or matches something in the history.
    private func isKnown(_ text: TextLiteral, _ filter: Filter, _ flow: MoneyFlow) -> Bool {
        if isOwnAccount(text, filter) { return true }
        let single = Filter(kind: Self.kind(filter.kind, with: text), span: filter.span)
        return isMatched(.everything, [single], flow)
    }

    private func isOwnAccount(_ text: TextLiteral, _ filter: Filter) -> Bool {
        var registry = store.registry
        return !filter.kind.sides.isEmpty && !registry.identifiers(named: text.folded).isEmpty
    }

    private mutating func addNothing(_ literal: TextLiteral, _ filter: Filter) {
        let closest = closestMerchants(to: literal.text, isWhole: filter.isOfWholeName)
        add(
            "matched-nothing", at: literal.span,
            "nothing in the whole history matches \"\(literal.text)\"", expected: closest,
            replacement: closest.first.map(CanonicalText.quoted))
    }

    /// The names of merchants that are most like a text, and beginnings of names with a `*`.
    ///
    /// `Rena 1000` is most like `REMA 1000*`, whatever shop of that chain the history has.
    private func closestMerchants(to text: String, isWhole: Bool) -> [String] {
        let wanted = MatchText.fold(text).filter { $0 != "*" && $0 != "?" }
        guard !wanted.isEmpty else { return [] }
        let tolerance = wanted.count < 6 ? 1 : EditDistance.tolerance(for: wanted)
        let ranked = store.merchants.map { name -> (name: String, distance: Int) in
            let folded = MatchText.fold(name)
            let head = folded.prefix(wanted.count)
            let isWord = folded.dropFirst(head.count).first.map { !$0.isLetter && !$0.isNumber }
            if isWord == true, folded.count == name.count {
                let start = String(name.prefix(head.count)) + (isWhole ? "*" : "")
                return (start, EditDistance.between(wanted, String(head)))
            }
            return (name, folded.contains(wanted) ? 0 : EditDistance.between(wanted, folded))
        }
        var seen: Set<String> = []
        return ranked.filter { $0.distance <= tolerance }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .map(\.name).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
    }

    private static func kind(_ kind: Filter.Kind, with text: TextLiteral) -> Filter.Kind {
        switch kind {
        case .at: .at([text])
        case .from: .from([text])
        case .to: .to([text])
        case .except(let excluded): self.kind(excluded, with: text)
        default: .containing([text])
        }
    }
}

extension Filter {
    /// Whether its texts stand for whole names, unlike those of `containing`.
    fileprivate var isOfWholeName: Bool {
        switch kind {
        case .at, .from, .to: true
        case .except(let excluded): Filter(kind: excluded, span: span).isOfWholeName
        default: false
        }
    }
}

extension Aggregate.Measure {
    var noun: Noun? {
        switch self {
        case .spending, .income: nil
        case .count(let noun), .largest(let noun): noun
        }
    }

    /// The direction of the money; refunds are money that did not leave.
    fileprivate var flow: MoneyFlow { self == .spending ? .out : MoneyFlow(kinds) }
}
