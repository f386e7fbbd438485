import Finance

/// Reads limits and times.
extension PartReader {
    mutating func readsLimit() -> Bool {
        if let limit = attempt({ try $0.shareOfUsual() }) { return keepsLimit(limit) }
        if let rise = attempt({ try $0.rise() }) { return keeps(rise) }
        if let limit = attempt({ try $0.limitBefore() }) { return keepsAmount(limit) }
        if let limits = attempt({ try $0.bothLimits() }) { return keepsBoth(limits) }
        if reads(\.former, { try $0.shareOfFormer() }) { return true }
        if readsStep() { return true }
        guard parser.isAtComparison else { return false }
        if reads(\.age, { try $0.limitOfTime() }) || reads(\.former, { try $0.limitOfFormer() })
            || reads(\.former, { try $0.limitOfAccount() })
        {
            return true
        }
        if let limit = attempt({ try $0.limitOfTimes() }) {
            return keepsLimit(limit) && keep(\.isCounted, true)
        }
        if let limit = attempt({ try $0.comparisonOfShare() }) { return keepsLimit(limit) }
        return attempt { try $0.filter() }.map { keeps($0) } ?? false
    }

    private mutating func keepsLimit(_ limit: Comparison) -> Bool {
        parts.limits.append(limit)
        return true
    }

    private mutating func keepsBoth(_ limits: [Comparison]) -> Bool {
        parts.limits += limits
        parts.isLinked = true
        return true
    }

    private mutating func keeps(_ filter: Filter) -> Bool {
        guard case .amount(let relation, let amount) = filter.kind else {
            parts.filters.append(filter)
            return true
        }
        return keepsAmount(
            Comparison(relation: relation, operand: .amount(amount), span: filter.span))
    }

    private mutating func keepsAmount(_ limit: Comparison) -> Bool {
        parts.limits.append(limit)
        if parser.isLink {
            skip()
            parts.isLinked = true
        }
        guard limit.amount?.currency == nil else { return true }
        if isAt(.times) {
            skip()
            return keep(\.isCounted, true)
        }
        guard parts.measure == nil, parts.noun == nil,
            let noun = attempt({ $0.accept(Vocabulary.countedNouns) })
        else { return true }
        readPrice()
        return keep(\.noun, noun) && keep(\.isCounted, true)
    }

    /// Reads the price in `more than 3 purchases over 1000`, where it follows the noun directly.
    ///
    /// Anywhere else, a second limit may be one of their sum.
    private mutating func readPrice() {
        let start = parser.position
        if isAt(.places) || parser.isAt("of") { skip() }
        if let price = attempt({ try $0.filter() }), price.kind.isLimit {
            parts.filters.append(price)
        } else {
            parser.position = start
        }
    }

    /// Reads the direction of a movement, and the size if the direction was read: `up … 500`.
    private mutating func readsStep() -> Bool {
        guard parts.direction == nil else {
            let start = parser.position
            if parser.isAt("by") { skip() }
            if let limit = attempt({ try $0.stepSize() }) { return keepsLimit(limit) }
            parser.position = start
            return false
        }
        var behind = parser
        behind.position += 1
        guard parts.step == nil, let direction = direction(),
            behind.isAt("by") || behind.isAtNumber || behind.isAtComparison
        else { return false }
        skip()
        return keep(\.direction, direction)
    }

    private func direction() -> Change.Direction? {
        if isAt(.rising) { return .rose }
        if isAt(.falling) { return .dropped }
        return isAt(.moving) ? .changed : nil
    }

    /// Reads a comparison with another period or figure: `more … than last month`.
    mutating func readsComparative() -> Bool {
        if isAt(.more, .less) {
            let relation: Relation = isAt(.more) ? .over : .under
            skip()
            return keep(\.relation, relation)
        }
        guard isAt(.than) else { return false }
        var former = SentenceParts.Former(span: parser.next.span)
        let start = parser.position
        skip()
        while readsFormer(&former) {}
        guard former.isEmpty else { return keep(\.former, former) }
        parser.position = start
        return false
    }

    private mutating func readsFormer(_ former: inout SentenceParts.Former) -> Bool {
        if former.window == nil, let window = attempt({ try $0.window() }) {
            former.window = window
        } else if former.measure == nil, let measure = attempt({ try $0.measure() }) ?? verb() {
            former.measure = measure
        } else if former.isEmpty, let scope = formerScope() {
            former.scope = scope
        } else if former.isEmpty, let ago = attempt({ try $0.lengthAgo() }) {
            former.ago = ago
        } else {
            return false
        }
        return true
    }

    private mutating func formerScope() -> Scope? {
        guard isAt(.places) else { return attempt { try $0.ofScope() } }
        skip()
        return attempt { try $0.scope() }
    }

    private mutating func verb() -> Aggregate.Measure? {
        guard isAt(.out, .into) else { return nil }
        defer { skip() }
        return isAt(.out) ? .spending : .income
    }

    mutating func readsTime() -> Bool {
        reads(\.minute) { try $0.moment() } || reads(\.window) { try $0.looseWindow() }
            || reads(\.ahead) { try $0.ahead() } || reads(\.recurrence) { try $0.recurrence() }
            || reads(\.deadline) { try $0.deadline() } || reads(\.closeness) { try $0.closeness() }
            || reads(\.within) { try $0.lengthWithin() } || reads(\.day) { try $0.dayOfTime() }
    }
}

/// Reads the subject of a sentence and its filters.
extension PartReader {
    /// Reads an exclusion: `not at REMA`, `not in groceries`.
    ///
    /// An account after `not` is not an exclusion, but where money was expected.
    mutating func readsExclusion() -> Bool {
        // `except groceries` is read by ``readsFilter()``.
        guard isAt(.not) || parser.isAt("except") && words[.bills].contains(parser.peek(1).folded)
        else { return false }
        var behind = self
        behind.skip()
        if ["is", "are"].contains(behind.parser.next.folded) { behind.skip() }
        let filter =
            behind.attempt { try $0.filter() } ?? behind.categoryBehindPlace()
            ?? (followsTransactions || parser.isAt("except") ? behind.thingExcluded() : nil)
        guard let filter, filter.kind.isOfWhat else { return false }
        let span = parser.next.span.lowerBound..<filter.span.upperBound
        parts.filters.append(Filter(kind: .except(filter.kind), span: span))
        parser.position = behind.parser.position
        return true
    }

    /// Whether transactions, a sum or an amount come before: `purchases not groceries`.
    private var followsTransactions: Bool {
        var place = parser.position
        // Goes back over the verb in `that is not groceries`.
        while place > 0, ["is", "are"].contains(parser.tokens[place - 1].folded) { place -= 1 }
        guard place > 0 else { return false }
        let before = parser.tokens[place - 1]
        let nouns = Vocabulary.countedNouns.map(\.phrase.text) + ["spending", "income"]
        return parser.tokens.hasNumber(before: place) || Slot.isCurrency(before)
            || nouns.contains(before.folded) || Self.periods.contains(before.folded)
    }

    /// The last words of windows, before which a sum was named: `spending this month not …`.
    private static let periods: Set = ["month", "today", "week", "year"]

    /// Reads `groceries` as a category, or `rent` as a text of the bank.
    private mutating func thingExcluded() -> Filter? {
        if parser.isAt("the") || parser.isAt("a") { skip() }
        guard isAt(.bills) else { return attempt { try $0.bareCategory() } }
        defer { skip() }
        return Filter(kind: .containing([bill]), span: parser.next.span)
    }

    /// Reads a category after a preposition: `in groceries`.
    private mutating func categoryBehindPlace() -> Filter? {
        guard isAt(.places) else { return nil }
        skip()
        return attempt { try $0.bareCategory() }
    }

    mutating func readsSubject() -> Bool {
        if isAt(.negations) || parser.isAt("no") || parser.isAt("missing") {
            // `late, not in by the 12th` is one negation in other words.
            let isAgain =
                parser.isAt("missing")
                && parser.tokens[..<parser.position].contains { $0.folded == "missing" }
            guard parts.isNegated == nil || isAgain else { return false }
            skip()
            // `not on weekends` restricts the time, and is not the same as `only`.
            guard !isBeforeTimes else { return false }
            return keep(\.isNegated, true)
        }
        if parser.isAt("summary of spending") {
            skip(3)
            return keep(\.isSummary, true) && keep(\.measure, .spending)
        }
        for (phrase, part) in Self.flags where parser.isAt(phrase) {
            skip(phrase.split(separator: " ").count)
            return (part != \.isNew || isAtThing) && keep(part, true)
        }
        if parser.isAt("dropped"), parts.takes(\.isReservation) {
            skip()
            return keep(\.isDropped, true)
        }
        return reads(\.figure) { $0.accept(Vocabulary.figures) }
            || reads(\.measure) { try $0.measure() } || reads(\.step) { try $0.move() }
            || reads(\.grouping) { $0.accept(Vocabulary.groupings) }
            || reads(\.health) { try $0.health() }
    }

    private static var flags: [(String, WritableKeyPath<SentenceParts, Bool?>)] {
        [
            ("new", \.isNew), ("upcoming payments", \.isUpcoming),
            ("reservation dropped", \.isDropped), ("a reservation", \.isReservation),
            ("reservation", \.isReservation), ("on pace for", \.isPace),
            ("projected", \.isProjected), ("summary", \.isSummary), ("total", \.isTotal),
            ("subscription", \.isSubscription), ("duplicate", \.isDuplicate), ("both", \.isBoth),
        ]
    }

    mutating func readsNoun() -> Bool {
        if let likeness = attempt({ $0.accept(Vocabulary.likenesses) }) {
            parts.likenesses.insert(likeness)
            return true
        }
        if let (count, noun) = attempt({ try $0.countedNoun() }) {
            return keep(\.count, count) && keep(\.noun, noun)
        }
        if parser.isAt("twice"), parts.count == nil {
            skip()
            return keep(\.count, 2)
        }
        if words[.times].contains(parser.peek(1).folded),
            let count = attempt({ try $0.wholeNumber("") })
        {
            skip()
            return keep(\.count, count)
        }
        return reads(\.stage) { $0.accept(Vocabulary.stages) }
            || reads(\.noun) { $0.accept(Vocabulary.countedNouns) }
    }

    mutating func readsFilter() -> Bool {
        if parser.isAt("of") || parser.isAt("on"), let scope = attempt({ try $0.ofScope() }) {
            return keep(\.scope, scope)
        }
        let filter = attempt { try $0.filter() } ?? attempt { try $0.exceptedCategory() }
        guard let filter else { return false }
        // No transaction is at two merchants.
        guard !filter.kind.isAt || !parts.filters.contains(where: \.kind.isAt) else { return false }
        parts.filters.append(filter)
        return true
    }

    /// Reads a name or a category without a preposition that has a meaning.
    mutating func readsName() -> Bool {
        let start = parser.position
        if isAt(.places) || ["on", "of", "for"].contains(parser.next.folded) { skip() }
        if isAt(.bills) {
            defer { skip() }
            return keep(\.bill, bill)
        }
        let reach = ["any account", "each account", "all accounts"]
        if isList || reach.contains(where: parser.isAt), reads(\.scope, { try $0.scope() }) {
            return true
        }
        if isClearName, reads(\.name, { try $0.name() }) { return true }
        if ["a", "an", "any"].contains(parser.next.folded) { skip() }
        if reads(\.category, { try $0.bareCategory() }) { return true }
        parser.position = start
        return false
    }
}

extension PartReader {
    /// Whether a list of names begins here: `Brukskonto and Felles`.
    private var isList: Bool {
        ["and", "or"].contains(parser.peek(1).folded) && parser.isName(0) && parser.isName(2)
    }

    /// Whether the next word is a name, and not only capitalised because it comes first.
    ///
    /// In `Leia er ikke betalt`, the first word is not a name.
    private var isClearName: Bool {
        if Slot.isCurrency(parser.next) { return false }
        guard parser.position == 0 else { return true }
        let name = parser.next.text
        if case .word = parser.next.kind {
            return !EverydayWords.isKnown(parser.next.folded) || Names.isAccount(name)
                || Names.isMerchant(name) || isAt(.large, .small)
        }
        guard case .quoted(name) = parser.next.kind else { return true }
        let hasMore = name.dropFirst().contains { $0.isUppercase || $0.isNumber }
        return hasMore || Names.isMerchant(name) || Names.isAccount(name)
    }
}

extension Filter.Kind {
    var isAt: Bool { if case .at = self { true } else { false } }

    /// Whether the filter is about things or shops, not about the sides of a payment.
    fileprivate var isOfWhat: Bool {
        switch self {
        case .at, .containing, .inCategory, .ofType: true
        default: false
        }
    }
}

extension SentenceParts.Former {
    fileprivate var isEmpty: Bool { measure == nil && window == nil && scope == nil && ago == nil }
}
