import Finance

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
