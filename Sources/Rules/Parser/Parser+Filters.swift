import Finance

extension Parser {
    /// Reads a filter if one starts here.
    mutating func filter() throws(ParseStop) -> Filter? {
        let start = position
        guard let kind = try filterKind() else { return nil }
        return Filter(kind: kind, span: span(from: start))
    }

    private mutating func filterKind() throws(ParseStop) -> Filter.Kind? {
        // `at most once a day` is a clause, `in the last …` a window, `on the same day` the end
        // of a repetition: they start like filters and belong to the caller.
        if startsWithCallersPhrase { return nil }
        if accept(Keyword.atNewMerchant) { return .atNewMerchant }
        if let relation = accept(Vocabulary.relations) { return try amountFilter(relation) }
        if accept(Keyword.at) { return .at(try texts()) }
        if accept(Keyword.from) { return .from(try texts()) }
        if accept(Keyword.to) { return .to(try texts()) }
        if accept(Keyword.containing) { return .containing(try texts()) }
        if accept(Keyword.on) { return .on(try scope()) }
        if accept(Keyword.inForeignCurrency) { return .inForeignCurrency }
        if accept(Keyword.inCategory) { return .inCategory(try categories()) }
        if accept(Keyword.inCurrency) { return try currencyFilter() }
        if accept(Keyword.ofType) { return .ofType(try require(Vocabulary.types)) }
        return accept(Keyword.exceptOwnTransfers) ? .exceptOwnTransfers : nil
    }

    private var startsWithCallersPhrase: Bool {
        if isAt(Keyword.inTheLast) || isAt(Keyword.onSameDay) { return true }
        if Vocabulary.likenesses.contains(where: { isAt($0.phrase) }) { return true }
        guard isAt(Keyword.atMost) else { return false }
        if case .number = peek(2).kind { return peek(3).folded == "times" }
        return peek(2).folded == "once" || peek(2).folded == "twice"
    }

    private mutating func amountFilter(_ relation: Relation) throws(ParseStop) -> Filter.Kind {
        if relation == .over, let percent = try percent() {
            try require(Keyword.abovePrevious)
            return .percentAbovePrevious(percent)
        }
        if relation == .atMost, !isAtNumber {
            // The place where a misspelt `at most once a day` gets stuck.
            note("", .limit, word: Keyword.once.text)
            note("", .limit, word: Keyword.twice.text)
        }
        let amount = try amount()
        if relation == .atMost, amount.currency == nil { note("", .limit, word: "times") }
        if relation == .over, accept(Keyword.abovePrevious) { return .amountAbovePrevious(amount) }
        return .amount(relation, amount)
    }

    private mutating func currencyFilter() throws(ParseStop) -> Filter.Kind {
        if let currency = currency() { return .inCurrency(currency) }
        note("a currency such as NOK", .currency)
        throw .unexpected
    }

    /// Reads `texts = text , { "or" , text }`.
    private mutating func texts() throws(ParseStop) -> [TextLiteral] {
        var texts = [try text()]
        while accept(Keyword.orText) { texts.append(try text()) }
        return texts
    }

    /// Reads `cats = cat , { "or" , cat }`.
    private mutating func categories() throws(ParseStop) -> [Category] {
        var categories = [try category()]
        while accept(Keyword.orText) { categories.append(try category()) }
        return categories
    }

    private mutating func category() throws(ParseStop) -> Category {
        let start = position
        if let group = accept(Vocabulary.categories) {
            return Category(kind: .group(group), span: span(from: start))
        }
        let written: String
        switch next.kind {
        case .number where next.span.count == 4: written = next.text
        case .quoted(let text): written = text
        default:
            note("a four-digit code", .category)
            throw .unexpected
        }
        position += 1
        return try category(written, from: start)
    }

    /// Looks up a category in quotes or a code.
    private func category(_ text: String, from start: Int) throws(ParseStop) -> Category {
        let span = span(from: start)
        let isCode = text.utf8.count == 4 && text.utf8.allSatisfy { (48...57).contains($0) }
        if isCode, let code = MerchantCategoryCode(text) {
            return Category(kind: .code(code), span: span)
        }
        let folded = text.lowercased()
        if let entry = Vocabulary.categories.first(where: { $0.phrase.text == folded }) {
            return Category(kind: .group(entry.value), span: span)
        }
        throw problem(
            "unknown-category", "there is no merchant category \"\(text)\"", from: start,
            expected: MerchantCategory.allCases.map(\.rawValue) + ["a four-digit code"])
    }
}

extension Parser {
    /// Reads a clause if one starts here.
    mutating func clause() throws(ParseStop) -> Clause? {
        let start = position
        guard let kind = try clauseKind() else { return nil }
        return Clause(kind: kind, span: span(from: start))
    }

    private mutating func clauseKind() throws(ParseStop) -> Clause.Kind? {
        if accept(Keyword.hold) { return .hold(try duration()) }
        if accept(Keyword.until) { return .until(try comparison()) }
        if accept(Keyword.between) || accept(Keyword.onlyBetween) {
            return .between(try interval())
        }
        if accept(Keyword.onlyOn) { return .onlyOn(try require(Vocabulary.dayKinds)) }
        if accept(Keyword.atMost) { return .limit(try limit()) }
        return accept(Keyword.remindEvery) ? .remind(try duration()) : nil
    }

    private mutating func interval() throws(ParseStop) -> DailyInterval {
        let start = try time()
        try require(Keyword.andTime)
        let end = try time(mayBeMidnight: true)
        return DailyInterval(startMinute: start, endMinute: end)
    }

    private mutating func limit() throws(ParseStop) -> RateLimit {
        let count = try limitCount()
        for word in Keyword.per where accept(word) {
            return RateLimit(count: count, period: try require(Vocabulary.periods))
        }
        throw .unexpected
    }

    private mutating func limitCount() throws(ParseStop) -> Int {
        if accept(Keyword.once) { return 1 }
        if accept(Keyword.twice) { return 2 }
        let count = try wholeNumber("a number of times")
        try require(Keyword.times)
        return count
    }

    /// Reads `deadline = "by the" , … | "by" , weekday , … | "in the last" , duration`.
    mutating func deadline() throws(ParseStop) -> Absence.Deadline? {
        if accept(Keyword.inTheLast) { return .last(try duration()) }
        if accept(Keyword.byThe) {
            if accept(Keyword.lastWorkingDay) { return .lastWorkingDay(minute: try atTime()) }
            if accept(Keyword.lastDay) { return .lastDay(minute: try atTime()) }
            guard let day = try ordinal() else { throw .unexpected }
            return .monthDay(day, minute: try atTime())
        }
        guard accept(Keyword.byDay) else { return nil }
        let weekday = try require(Vocabulary.weekdays)
        return .weekday(weekday, minute: try atTime())
    }

    private mutating func atTime() throws(ParseStop) -> Int? {
        accept(Keyword.atTime) ? try time() : nil
    }
}
