import Finance

extension Parser {
    /// Reads `cond = conj , { "or" , conj }`.
    mutating func condition() throws(ParseStop) -> Condition {
        let start = position
        var parts = [try conjunction()]
        while accept(Keyword.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts, span: span(from: start))
    }

    /// Reads `conj = unit , { "and" , unit }`.
    private mutating func conjunction() throws(ParseStop) -> Condition {
        let start = position
        var parts = [try unit()]
        while accept(Keyword.and) { parts.append(try unit()) }
        return parts.count == 1 ? parts[0] : .all(parts, span: span(from: start))
    }

    private mutating func unit() throws(ParseStop) -> Condition {
        let start = position
        guard accept(Keyword.open) else { return try leaf() }
        guard depth < Self.depthLimit else {
            throw problem(
                "too-deep", "parentheses nest at most \(Self.depthLimit) deep", from: start)
        }
        depth += 1
        let condition = try condition()
        try require(Keyword.close)
        depth -= 1
        return condition
    }

    private mutating func leaf() throws(ParseStop) -> Condition {
        let start = position
        if accept(Keyword.aReservation) { return try reservationAge(from: start) }
        if let health = try health() { return .health(health) }
        let quantity = try quantity()
        skipIs()
        let hadIs = tokens[position - 1].folded == "is" || tokens[position - 1].folded == "are"
        if !hadIs, let direction = accept(Vocabulary.directions) {
            return .change(try change(of: quantity, direction, from: start))
        }
        if case .figure(let figure, false, let scope) = quantity.kind, accept(Keyword.projected) {
            return .forecast(try forecast(figure, scope, from: start))
        }
        let comparison = try comparison()
        return .level(
            Level(quantity: quantity, comparison: comparison, span: span(from: start)))
    }

    /// Reads the optional `is` or `are`.
    private mutating func skipIs() {
        if !accept(Keyword.isSo) { _ = accept(Keyword.areSo) }
    }

    private mutating func reservationAge(from start: Int) throws(ParseStop) -> Condition {
        let scope = try ofScope()
        _ = accept(Keyword.isSo)
        try require(Keyword.olderThan)
        let age = try duration()
        return .reservationAge(ReservationAge(scope: scope, age: age, span: span(from: start)))
    }

    private mutating func health() throws(ParseStop) -> Health? {
        let start = position
        let kind: Health.Kind
        if accept(Keyword.bank) {
            _ = accept(Keyword.isSo)
            try require(Keyword.unreachable)
            kind = .bankUnreachable
        } else if accept(Keyword.data) {
            let scope = try ofScope()
            _ = accept(Keyword.isSo)
            try require(Keyword.olderThan)
            kind = .dataOlder(scope: scope, than: try duration())
        } else if accept(Keyword.signIn) {
            kind = .signInExpires(try duration())
        } else if accept(Keyword.notifications) {
            kind = .notificationsFailing
        } else {
            return nil
        }
        return Health(kind: kind, span: span(from: start))
    }

    private mutating func change(
        of quantity: Quantity, _ direction: Change.Direction, from start: Int
    ) throws(ParseStop) -> Change {
        try require(Keyword.by)
        let relations = Vocabulary.relations.filter { !$0.value.isUpperBound }
        let relation = accept(relations) ?? .atLeast
        let size: Change.Size
        if let percent = try percent() {
            size = .percent(percent)
        } else {
            size = .amount(try amount())
        }
        try require(Keyword.within)
        let within = try duration()
        return Change(
            quantity: quantity, direction: direction, by: (relation, size), within: within,
            span: span(from: start))
    }

    private mutating func forecast(
        _ figure: Figure, _ scope: Scope?, from start: Int
    ) throws(ParseStop) -> Forecast {
        let comparison = try comparison()
        try require(Keyword.inTheNext)
        let within = try duration()
        return Forecast(
            figure: figure, scope: scope, comparison: comparison, within: within,
            span: span(from: start))
    }

    /// Reads `compare = ( under | over | least | most ) , operand`.
    mutating func comparison() throws(ParseStop) -> Comparison {
        let start = position
        let relation = try require(Vocabulary.relations)
        let operand = try operand()
        return Comparison(relation: relation, operand: operand, span: span(from: start))
    }

    private mutating func operand() throws(ParseStop) -> Operand {
        if let percent = try percent() {
            try require(Keyword.partOf)
            return .percent(percent, of: try reference())
        }
        if isAtNumber { return .amount(try amount()) }
        note("an amount such as 100 NOK", .amount)
        note("a percentage as in 10% of its credit limit", .amount)
        return .reference(try reference())
    }

    private mutating func reference() throws(ParseStop) -> Reference {
        let start = position
        if accept(Keyword.its) {
            let figure = try require(Vocabulary.figures)
            return .its(figure, span: span(from: start))
        }
        return .quantity(try quantity())
    }
}

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
