import Finance

extension Parser {
    mutating func filter() throws(ParseStop) -> Filter? {
        let start = position
        guard let kind = try filterKind() else { return nil }
        return Filter(kind: kind, span: span(from: start))
    }

    private mutating func filterKind() throws(ParseStop) -> Filter.Kind? {
        // Some phrases begin like a filter but belong to the caller: `at most once a day` is a
        // clause, `in the last …` a window, and `on the same day` the end of a repetition.
        if startsWithCallersPhrase { return nil }
        if accept("at a new merchant", .filter) { return .atNewMerchant }
        if let relation = accept(Vocabulary.relations) { return try amountFilter(relation) }
        if let kind = try selection() { return kind }
        if accept("except own transfers", .filter) { return .exceptOwnTransfers }
        guard accept("except", .filter) || acceptHidden("not", .filter) else { return nil }
        guard let kind = try selection() else { throw .unexpected }
        return .except(kind)
    }

    /// Reads a filter that may follow `except`.
    private mutating func selection() throws(ParseStop) -> Filter.Kind? {
        if accept("at", .filter) { return .at(try texts(groups.merchants)) }
        if accept("from", .filter) { return .from(try texts(sides)) }
        if accept("to", .filter) { return .to(try texts(sides)) }
        if accept("containing", .filter) { return .containing(try texts()) }
        if accept("on", .filter) { return .on(try scope()) }
        if accept("in a foreign currency", .filter) { return .inForeignCurrency }
        if accept("in category", .filter) { return .inCategory(try categories()) }
        if acceptHidden("in", .filter) {
            guard let currency = currency() else {
                throw stuck("a currency such as NOK", .currency)
            }
            return .inCurrency(currency)
        }
        return accept("of type", .filter) ? .ofType(try require(Vocabulary.types)) : nil
    }

    var startsWithCallersPhrase: Bool {
        if isAt("in the last") || isAt("on the same day") { return true }
        if Vocabulary.likenesses.contains(where: { isAt($0.phrase.text) }) { return true }
        return startsWithRateLimit
    }

    /// The words that begin clauses.
    static let clauseStarts: Set = ["for", "until", "between", "only", "remind", "at"]

    /// Whether a clause such as `at most once a day` may begin here.
    var startsWithRateLimit: Bool {
        guard isAt("at most") else { return false }
        if case .number = peek(2).kind { return peek(3).folded == "times" }
        return peek(2).folded == "once" || peek(2).folded == "twice"
    }

    private mutating func amountFilter(_ relation: Relation) throws(ParseStop) -> Filter.Kind {
        if relation == .over, let percent = try percent() {
            try require("above the previous one", .filter)
            return .percentAbovePrevious(percent)
        }
        if relation == .atMost, !isAtNumber {
            // A misspelt `at most once a day` gets stuck here.
            note("", .limit, word: "once")
            note("", .limit, word: "twice")
        }
        let amount = try amount()
        if relation == .atMost, amount.currency == nil { note("", .limit, word: "times") }
        if relation == .over, accept("above the previous one", .filter) {
            return .amountAbovePrevious(amount)
        }
        return .amount(relation, amount)
    }

    /// Reads `text , { "or" , text }`.
    private mutating func texts(
        _ known: [String: [String]] = [:]
    ) throws(ParseStop) -> [TextLiteral] {
        var texts = [try text(known)]
        while !isBeforeEvent, acceptHidden("or", .filter) { texts.append(try text(known)) }
        return texts
    }

    /// The groups that may be named after `from` and `to`.
    private var sides: [String: [String]] {
        groups.merchants.merging(groups.accounts) { merchants, _ in merchants }
    }

    /// Reads `cat , { "or" , cat }`.
    mutating func categories() throws(ParseStop) -> [Category] {
        var categories = [try category()]
        while !isBeforeEvent, acceptHidden("or", .filter) { categories.append(try category()) }
        return categories
    }

    private mutating func category() throws(ParseStop) -> Category {
        let start = position
        let others = groups.byTexts
        if let own = ownCategory() { return Category(kind: .own(own), span: span(from: start)) }
        if let group = accept(Vocabulary.categories) {
            return Category(kind: .group(group), span: span(from: start), others: others)
        }
        let token = next
        let written: String
        switch token.kind {
        case .number where token.span.count == 4: written = token.text
        case .quoted(let text): written = text
        default: throw stuck("a four-digit code", .category)
        }
        position += 1
        let isCode = written.utf8.count == 4 && written.utf8.allSatisfy { (48...57).contains($0) }
        if isCode, let code = MerchantCategoryCode(written) {
            return Category(kind: .code(code), span: token.span, others: others)
        }
        let folded = written.lowercased()
        if let entry = Vocabulary.categories.first(where: { $0.phrase.text == folded }) {
            return Category(kind: .group(entry.value), span: token.span, others: others)
        }
        throw problem(
            "unknown-category", "there is no merchant category \"\(written)\"", from: start,
            expected: MerchantCategory.allCases.map(\.rawValue)
                + groups.categories.values.map(\.name).sorted() + ["a four-digit code"])
    }

    private mutating func ownCategory() -> OwnCategory? {
        let written =
            switch next.kind {
            case .quoted(let text): text
            case .word: next.text
            default: ""
            }
        guard let own = groups.categories[MatchText.fold(written)] else { return nil }
        position += 1
        return own
    }
}

extension Parser {
    mutating func clause() throws(ParseStop) -> Clause? {
        let start = position
        guard let kind = try clauseKind() else { return nil }
        return Clause(kind: kind, span: span(from: start))
    }

    private mutating func clauseKind() throws(ParseStop) -> Clause.Kind? {
        if accept("for", .clause) { return .hold(try duration()) }
        if accept("until", .clause) { return .until(try comparison()) }
        if accept("between", .clause) || accept("only between", .clause) {
            let start = try time()
            try require("and", .moment)
            return .between(
                DailyInterval(startMinute: start, endMinute: try time(mayBeMidnight: true)))
        }
        if accept("only on", .clause) { return .onlyOn(try require(Vocabulary.dayKinds)) }
        if accept("at most", .clause) { return .limit(try limit()) }
        return accept("remind every", .clause) ? .remind(try duration()) : nil
    }

    private mutating func limit() throws(ParseStop) -> RateLimit {
        var count = accept("once", .limit) ? 1 : accept("twice", .limit) ? 2 : 0
        if count == 0 {
            count = try wholeNumber("a number of times")
            try require("times", .limit)
        }
        guard accept("a", .unit) || acceptHidden("an", .unit) || accept("per", .unit) else {
            throw .unexpected
        }
        return RateLimit(count: count, period: try require(Vocabulary.periods))
    }

    /// Reads `deadline = [ "every quarter" ] , ( "by the" | "within" , duration , "of the" ) , …`.
    mutating func deadline() throws(ParseStop) -> Absence.Deadline? {
        if accept("in the last", .window) { return .last(try duration()) }
        let isQuarterly = accept("every quarter", .deadline)
        if accept("by the", .deadline) {
            let day = try recurringDay(isQuarterly)
            return .by(day, minute: try atTime())
        }
        if accept("within", .deadline) {
            let tolerance = try duration()
            if !accept("of the", .deadline), !acceptHidden("of", .deadline) { throw .unexpected }
            return .within(tolerance, of: try recurringDay(isQuarterly))
        }
        guard !isQuarterly else { throw .unexpected }
        if accept("every", .deadline) { return .every(try duration()) }
        guard accept("by", .deadline) else { return nil }
        let weekday = try require(Vocabulary.weekdays)
        return .by(.weekday(weekday), minute: try atTime())
    }

    mutating func recurringDay(_ isQuarterly: Bool) throws(ParseStop) -> RecurringDay {
        let start = position
        let place = try dayPlace()
        if isQuarterly { return .inPeriod(place, .quarter) }
        guard accept("of", .deadline) else { return .inPeriod(place, .month) }
        let month = try require(Vocabulary.months)
        // 29 February means the last day of the month in other years.
        let last = CalendarDay.lastDay(ofMonth: month, year: 2_000)
        if case .number(let day) = place, day > last {
            throw problem(
                "bad-day", "this month has at most \(last) days", from: start,
                expected: ["1st to \(Self.ordinalText(last))", "last day"])
        }
        return .inPeriod(place, .year(month))
    }

    private mutating func dayPlace() throws(ParseStop) -> RecurringDay.Place {
        if accept("last working day", .deadline) { return .lastWorking }
        if accept("last day", .deadline) { return .last }
        if let which = accept(Vocabulary.places) {
            return .weekday(try require(Vocabulary.weekdays), which: which)
        }
        return .number(try ordinal())
    }

    private mutating func atTime() throws(ParseStop) -> Int? {
        accept("at", .moment) ? try time() : nil
    }
}
