import Finance

extension Parser {
    /// Reads `quantity = snap , [ of ] | "total" , snap , [ of ] | agg , { filter } , window | …`.
    mutating func quantity() throws(ParseStop) -> Quantity {
        let start = position
        let isTotal = accept(Keyword.total)
        if let figure = accept(Vocabulary.figures) {
            let scope = try ofScope()
            return Quantity(
                kind: .figure(figure, isTotal: isTotal, scope: scope), span: span(from: start))
        }
        guard !isTotal else { throw .unexpected }
        if let measure = try measure() {
            let aggregate = try aggregate(measure, from: start)
            return Quantity(kind: .aggregate(aggregate), span: span(from: start))
        }
        try require(Keyword.upcomingPayments)
        let scope = try ofScope()
        try require(Keyword.inTheNext)
        let within = try duration()
        return Quantity(
            kind: .upcomingPayments(scope: scope, within: within), span: span(from: start))
    }

    private mutating func measure() throws(ParseStop) -> Aggregate.Measure? {
        if accept(Keyword.spending) { return .spending }
        if accept(Keyword.income) { return .income }
        if accept(Keyword.numberOf) { return .count(try require(Vocabulary.countedNouns)) }
        return accept(Keyword.largest) ? .largest(try require(Vocabulary.nouns)) : nil
    }

    private mutating func aggregate(
        _ measure: Aggregate.Measure, from start: Int
    ) throws(ParseStop) -> Aggregate {
        var filters: [Filter] = []
        while true {
            if let window = try window() {
                return Aggregate(
                    measure: measure, filters: filters, window: window, span: span(from: start))
            }
            guard let filter = try filter() else { throw .unexpected }
            filters.append(filter)
        }
    }

    private mutating func window() throws(ParseStop) -> Window? {
        let start = position
        if accept(Keyword.today) {
            return Window(kind: .current(.day), span: span(from: start))
        }
        if accept(Keyword.this) {
            let period = try require(Vocabulary.periods)
            return Window(kind: .current(period), span: span(from: start))
        }
        guard accept(Keyword.inTheLast) else { return nil }
        let length = try duration()
        return Window(kind: .last(length.value), span: span(from: start))
    }

    /// Reads `of = ( "of" | "on" ) , scope`.
    mutating func ofScope() throws(ParseStop) -> Scope? {
        guard accept(Keyword.ofIt) || accept(Keyword.onIt) else { return nil }
        return try scope()
    }

    /// Reads `scope = text | name | "any account" | "each account" | "all accounts" , …`.
    mutating func scope() throws(ParseStop) -> Scope {
        let start = position
        let reach: Scope.Reach
        if accept(Keyword.anyAccount) || accept(Keyword.eachAccount) {
            reach = .each
        } else if accept(Keyword.allAccounts) {
            reach = .all
        } else {
            reach = .named(try name())
            return Scope(reach: reach, span: span(from: start))
        }
        return Scope(reach: reach, exceptions: try exceptions(), span: span(from: start))
    }

    private mutating func exceptions() throws(ParseStop) -> [TextLiteral] {
        // `except own transfers` is a filter of its own.
        guard peek(1).folded != "own", accept(Keyword.except) else { return [] }
        var names = [try name()]
        while next.folded == ",", Self.isText(peek(1)) {
            position += 1
            names.append(try name())
        }
        return names
    }
}
