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
