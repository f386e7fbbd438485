import Finance

/// Parts that the grammar has only in other places or with more words.
extension Parser {
    /// Reads `20 % over usual`.
    mutating func shareOfUsual() throws(ParseStop) -> Comparison? {
        let start = position
        let (share, relation) = try shareAndRelation()
        try require("usual", .amount)
        let usual = Reference.usual(span: span(from: position - 1))
        return Comparison(
            relation: relation, operand: .percent(share, of: usual), span: span(from: start))
    }

    /// Reads `10 % under last month`.
    mutating func shareOfFormer() throws(ParseStop) -> SentenceParts.Former? {
        let start = position
        let (share, relation) = try shareAndRelation()
        guard let window = try window() else { throw .unexpected }
        return SentenceParts.Former(
            relation: relation, percent: share, window: window, span: span(from: start))
    }

    /// Reads `20 % over` as over 120 %, and `20 % under` as under 80 %.
    private mutating func shareAndRelation() throws(ParseStop) -> (Percent, Relation) {
        guard let percent = try percent(), let share = percent.number.scaled(to: 2) else {
            throw .unexpected
        }
        let relation = try require(Vocabulary.relations)
        guard share <= 10_000 || !relation.isUpperBound else { throw .unexpected }
        let whole = DecimalNumber(
            digits: 10_000 + (relation.isUpperBound ? -share : share), decimals: 2)
        return (Percent(number: whole, span: percent.span), relation)
    }

    /// Reads `under Brukskonto` as a comparison with the figure of another account.
    mutating func limitOfAccount() throws(ParseStop) -> SentenceParts.Former? {
        let start = position
        let relation = try require(Vocabulary.relations)
        guard isName(0) else { throw .unexpected }
        let scope = try scope()
        guard scope.names.allSatisfy(groups.isAccount) else { throw .unexpected }
        return SentenceParts.Former(relation: relation, scope: scope, span: span(from: start))
    }

    /// Reads `over last month`, `over 120 % of last month`.
    mutating func limitOfFormer() throws(ParseStop) -> SentenceParts.Former? {
        let start = position
        let relation = try require(Vocabulary.relations)
        let percent = try percent()
        if percent != nil { try require("of", .amount) }
        guard let window = try window(), case .previous = window.kind else { throw .unexpected }
        return SentenceParts.Former(
            relation: relation, percent: percent, window: window, span: span(from: start))
    }

    /// Reads `over 2 weeks`.
    mutating func limitOfTime() throws(ParseStop) -> LengthOfTime? {
        let relation = try require(Vocabulary.relations)
        guard !relation.isUpperBound else { throw .unexpected }
        return try duration()
    }

    /// Reads `over twice`, `at least once`.
    mutating func limitOfTimes() throws(ParseStop) -> Comparison? {
        let start = position
        let relation = try require(Vocabulary.relations)
        guard let count: Int64 = ["once": 1, "twice": 2][next.folded] else { throw .unexpected }
        position += 1
        let amount = Amount(
            number: DecimalNumber(digits: count), currency: nil, span: span(from: position - 1))
        return Comparison(relation: relation, operand: .amount(amount), span: span(from: start))
    }

    /// Reads `200 or less`.
    mutating func limitBefore() throws(ParseStop) -> Comparison? {
        let start = position
        let amount = try amount()
        try require("or", .comparison)
        let isMost = acceptHidden("less", .comparison)
        if !isMost { try require("more", .comparison) }
        return Comparison(
            relation: isMost ? .atMost : .atLeast, operand: .amount(amount), span: span(from: start)
        )
    }

    /// Reads `exactly 99`, `between 100 and 200` as a lower and an upper limit.
    mutating func bothLimits() throws(ParseStop) -> [Comparison]? {
        let start = position
        let isRange = acceptHidden("between", .comparison)
        if !isRange { try require("exactly", .comparison) }
        let least = try amount()
        if isRange { try require("and", .comparison) }
        let most = isRange ? try amount() : least
        let currency = least.currency ?? most.currency
        return [(Relation.atLeast, least), (.atMost, most)].map { relation, amount in
            let whole = Amount(number: amount.number, currency: currency, span: amount.span)
            return Comparison(relation: relation, operand: .amount(whole), span: span(from: start))
        }
    }

    /// Reads `above the previous one`, also with a percentage or an amount before it.
    mutating func rise() throws(ParseStop) -> Filter? {
        let start = position
        let isOver = acceptHidden("over", .comparison)
        let nothing = Percent(number: DecimalNumber(digits: 0), span: span(from: start))
        var kind = Filter.Kind.percentAbovePrevious(nothing)
        if let percent = try percent() {
            kind = .percentAbovePrevious(percent)
        } else if isAtNumber {
            kind = .amountAbovePrevious(try amount())
        } else if isOver || tokens.hasAmount(before: start) {
            // No rule has the limit `at least 500 above the previous one`.
            return nil
        }
        try require("above the previous one", .filter)
        return Filter(kind: kind, span: span(from: start))
    }

    /// Reads hours such as `between 8 and 22`, `from 8 to 16`, `not between 22 and 7`.
    mutating func hours() throws(ParseStop) -> Clause? {
        let start = position
        let isNot = acceptHidden("not", .clause) || acceptHidden("except", .clause)
        if !isNot { _ = acceptHidden("only", .clause) }
        let isFrom = acceptHidden("from", .clause)
        if !isFrom { try require("between", .clause) }
        let first = try hour()
        try require(isFrom ? "to" : "and", .moment)
        let second = try hour()
        let interval = DailyInterval(
            startMinute: isNot ? second : first, endMinute: isNot ? first : second)
        return Clause(kind: .between(interval), span: span(from: start))
    }

    private mutating func hour() throws(ParseStop) -> Int {
        guard let hour = Slot.hour(in: tokens, at: position) else { throw .unexpected }
        position += hour.length
        return hour.minutes
    }

    /// Reads the size of a movement: `500`, `over 10 % of its balance`.
    mutating func stepSize() throws(ParseStop) -> Comparison? {
        let start = position
        let relation = accept(Vocabulary.relations) ?? .atLeast
        guard let percent = try percent() else {
            let amount = try amount()
            guard !Vocabulary.unitWords.contains(next.folded) else { throw .unexpected }
            return Comparison(relation: relation, operand: .amount(amount), span: span(from: start))
        }
        _ = acceptHidden("of its balance", .amount)
        let whole = Reference.usual(span: span(from: start))
        return Comparison(
            relation: relation, operand: .percent(percent, of: whole), span: span(from: start))
    }

    /// Reads `rose by 500`.
    mutating func move() throws(ParseStop) -> SentenceParts.Step? {
        let direction = try require(Vocabulary.directions)
        let step = try step()
        return SentenceParts.Step(direction: direction, relation: step.relation, size: step.size)
    }

    /// Reads `30 days ago`.
    mutating func lengthAgo() throws(ParseStop) -> LengthOfTime? {
        let length = try duration()
        try require("ago", .duration)
        return length
    }

    /// Reads `in 2 weeks`.
    mutating func lengthWithin() throws(ParseStop) -> LengthOfTime? {
        guard acceptHidden("in", .duration) || acceptHidden("by", .duration) else { return nil }
        return try duration()
    }

    /// Reads `this week`, `in this week`, `a week`, `this month from 25th`.
    mutating func looseWindow() throws(ParseStop) -> Window? {
        let start = position
        if isAt("in this") { position += 1 }
        if acceptHidden("a", .window) {
            return Window(kind: .current(try period()), span: span(from: start))
        }
        let window = try window()
        // Articles in front of days are left out before.
        guard case .current(let period) = window?.kind, period.unit == .month,
            next.folded == "from", case .ordinal = peek(1).kind
        else { return window }
        position += 1
        let month = WindowPeriod(.month, monthStart: try ordinal())
        return Window(kind: .current(month), span: span(from: start))
    }

    /// Reads `at 08:00`, `at 8`, `08:00`.
    mutating func moment() throws(ParseStop) -> Int? {
        if case .time = next.kind { return try time() }
        if acceptHidden("at", .moment) { return try hour() }
        guard acceptHidden("by", .moment) else { return nil }
        // `by 2` may also be a day.
        if case .number = next.kind, peek(1).folded != "am", peek(1).folded != "pm" {
            throw .unexpected
        }
        return try hour()
    }

    /// Reads `on the 15th`, `last working day`, `friday`, `1st july`, `july 1st`.
    mutating func dayOfTime() throws(ParseStop) -> RecurringDay? {
        for phrase in ["by", "on", "every month on"] where acceptHidden(phrase, .deadline) { break }
        _ = acceptHidden("the", .deadline)
        if let weekday = accept(Vocabulary.weekdays) { return .weekday(weekday) }
        if let month = accept(Vocabulary.months) {
            return .inPeriod(.number(try dayOfMonth()), .year(month))
        }
        if case .number = next.kind {
            let day = try dayOfMonth()
            guard let month = accept(Vocabulary.months) else { return nil }
            return .inPeriod(.number(day), .year(month))
        }
        let day = try recurringDay(false)
        guard case .inPeriod(let place, .month) = day, let month = accept(Vocabulary.months) else {
            return day
        }
        return .inPeriod(place, .year(month))
    }

    /// Reads the day in `march 15th` or `15 march`.
    private mutating func dayOfMonth() throws(ParseStop) -> Int {
        guard case .number = next.kind, let day = Int(next.text), (1...31).contains(day) else {
            return try ordinal()
        }
        position += 1
        return day
    }

    /// Reads `3 purchases`.
    mutating func countedNoun() throws(ParseStop) -> (Int, Noun)? {
        let count = try wholeNumber("")
        return (count, try require(Vocabulary.countedNouns))
    }

    /// Reads `except groceries`.
    mutating func exceptedCategory() throws(ParseStop) -> Filter? {
        let start = position
        guard acceptHidden("except", .filter), let category = try bareCategory() else { return nil }
        return Filter(kind: .except(category.kind), span: span(from: start))
    }

    /// Reads `groceries`, `groceries and restaurants`.
    mutating func bareCategory() throws(ParseStop) -> Filter? {
        let start = position
        _ = acceptHidden("category", .category)
        guard case .word = next.kind else { return nil }
        var categories = try categories()
        while isAt("and") || isAt("plus"), case .word = peek(1).kind {
            let link = position
            position += 1
            guard let more = try? self.categories() else {
                position = link
                break
            }
            categories += more
        }
        return Filter(kind: .inCategory(categories), span: span(from: start))
    }

    /// Reads a limit that is not an amount: `over 10 % of its credit limit`, `under its balance`.
    mutating func comparisonOfShare() throws(ParseStop) -> Comparison? {
        let comparison = try comparison()
        return comparison.amount == nil ? comparison : nil
    }

    /// Whether a limit comes next, and not a clause or window that begins like one.
    var isAtComparison: Bool {
        !startsWithCallersPhrase && Vocabulary.relations.contains { isAt($0.phrase.text) }
    }

    /// Whether the `and` between two limits comes next: `at least 100 and at most 200`.
    var isLink: Bool {
        guard isAt("and") else { return false }
        var behind = self
        behind.position += 1
        return behind.isAtComparison
    }
}
