import Finance

extension Parser {
    /// Reads `cond = conj , { "or" , conj }`.
    mutating func condition() throws(ParseStop) -> Condition {
        let start = position
        var parts = [try conjunction()]
        while accept("or", .link) {
            try checkWhole(behind: parts)
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts, span: span(from: start))
    }

    /// Reads `conj = unit , { "and" , unit }`.
    private mutating func conjunction() throws(ParseStop) -> Condition {
        let start = position
        var parts = [try unit()]
        while accept("and", .link) {
            try checkWhole(behind: parts)
            parts.append(try unit())
        }
        return parts.count == 1 ? parts[0] : .all(parts, span: span(from: start))
    }

    /// Refuses a limit without a figure after `or` and `and`, and suggests the figure (RL-79).
    private func checkWhole(behind parts: [Condition]) throws(ParseStop) {
        let isLimit = next.folded == "is" || Vocabulary.relations.contains { isAt($0.phrase.text) }
        guard isLimit, let quantity = parts.last?.leaves.last?.compared?.quantity else { return }
        throw incomplete(
            "condition", written: CanonicalText(isKey: false).quantity(quantity), from: position)
    }

    /// The problem of an incomplete condition or event after `and` or `or` (RL-79).
    func incomplete(
        _ part: String, written words: String, from start: Int, isClear: Bool = true
    ) -> ParseStop {
        .problem(
            SentenceProblem(
                span: tokens[start].span, code: "incomplete-part",
                message: "\"\(tokens[start - 1].folded)\" needs a whole \(part) on both sides",
                expected: ["\(words) \(tokens[start].text) …"]), insertion: isClear ? words : "")
    }

    private mutating func unit() throws(ParseStop) -> Condition {
        let start = position
        guard acceptHidden("(", .body) else { return try leaf() }
        guard depth < Self.depthLimit else {
            throw problem(
                "too-deep", "parentheses nest at most \(Self.depthLimit) deep", from: start)
        }
        depth += 1
        let condition = try condition()
        try require(")", .link)
        depth -= 1
        return condition
    }

    private mutating func leaf() throws(ParseStop) -> Condition {
        let start = position
        if accept("a reservation", .body) {
            let scope = try ofScope()
            let age = try olderThan()
            return .reservationAge(ReservationAge(scope: scope, age: age, span: span(from: start)))
        }
        if let kind = try health() { return .health(Health(kind: kind, span: span(from: start))) }
        let quantity = try quantity()
        let hasVerb = acceptHidden("is", .comparison) || acceptHidden("are", .comparison)
        if !hasVerb, let direction = accept(Vocabulary.directions) {
            return .change(try change(of: quantity, direction, from: start))
        }
        if case .figure(let figure, false, let scope) = quantity.kind,
            acceptHidden("projected", .condition)
        {
            let comparison = try comparison()
            let within = try ahead()
            return .forecast(
                Forecast(
                    figure: figure, scope: scope, comparison: comparison, within: within,
                    span: span(from: start)))
        }
        if next.folded == "or" || next.folded == "and" {
            position += 1
            throw incomplete(
                "condition", written: CanonicalText(isKey: false).quantity(quantity) + " is under",
                from: position, isClear: false)
        }
        if hasVerb, case .aggregate(let aggregate) = quantity.kind,
            acceptHidden("on pace for", .condition)
        {
            let pace = Quantity(kind: .pace(aggregate), span: quantity.span)
            let comparison = try comparison()
            return .level(Level(quantity: pace, comparison: comparison, span: span(from: start)))
        }
        let comparison = try comparison()
        return .level(Level(quantity: quantity, comparison: comparison, span: span(from: start)))
    }

    private mutating func olderThan() throws(ParseStop) -> LengthOfTime {
        _ = acceptHidden("is", .comparison)
        try require("older than", .condition)
        return try duration()
    }

    mutating func ahead() throws(ParseStop) -> Ahead {
        if accept("in the next", .window) { return .next(try duration()) }
        if accept("before the next salary", .window) { return .nextSalary }
        try require("until the end of the", .window)
        return .endOf(try period())
    }

    mutating func health() throws(ParseStop) -> Health.Kind? {
        if accept("bank", .body) {
            _ = acceptHidden("is", .comparison)
            try require("unreachable", .condition)
            return .bankUnreachable
        }
        if accept("data", .body) {
            let scope = try ofScope()
            return .dataOlder(scope: scope, than: try olderThan())
        }
        if accept("sign-in expires in less than", .body) { return .signInExpires(try duration()) }
        return accept("notifications are failing", .body) ? .notificationsFailing : nil
    }

    private mutating func change(
        of quantity: Quantity, _ direction: Change.Direction, from start: Int
    ) throws(ParseStop) -> Change {
        let step = try step()
        try require("in", .condition)
        let within = try duration()
        return Change(
            quantity: quantity, direction: direction, relation: step.relation, size: step.size,
            within: within, span: span(from: start))
    }

    /// Reads `"by" , [ over | least ] , ( money | percent )`.
    mutating func step() throws(ParseStop) -> (relation: Relation, size: Change.Size) {
        try require("by", .condition)
        let relations = Vocabulary.relations.filter { !$0.value.isUpperBound }
        let relation = accept(relations) ?? .atLeast
        if let percent = try percent() { return (relation, .percent(percent)) }
        return (relation, .amount(try amount()))
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
            try require("of", .amount)
            return .percent(percent, of: try reference())
        }
        if isAtNumber { return .amount(try amount()) }
        note("an amount such as 100 NOK", .amount)
        note("a percentage as in 10% of its credit limit", .amount)
        return .reference(try reference())
    }

    private mutating func reference() throws(ParseStop) -> Reference {
        let start = position
        if accept("its", .amount) {
            let figure = try require(Vocabulary.figures)
            let ago = try ago()
            return .its(figure, ago: ago, span: span(from: start))
        }
        if accept("usual", .amount) { return .usual(span: span(from: start)) }
        let quantity = try quantity()
        guard case .figure(let figure, let isTotal, let scope) = quantity.kind, let ago = try ago()
        else { return .quantity(quantity) }
        return .quantity(
            Quantity(
                kind: .former(figure, isTotal: isTotal, scope: scope, ago: ago),
                span: span(from: start)))
    }

    /// Reads `30 days ago` after a figure.
    private mutating func ago() throws(ParseStop) -> LengthOfTime? {
        guard isAtNumber else { return nil }
        let length = try duration()
        try require("ago", .duration)
        return length
    }
}

extension Parser {
    /// Reads `quantity = snap , [ of ] | "total" , snap , [ of ] | agg , { filter } , window | …`.
    mutating func quantity() throws(ParseStop) -> Quantity {
        let start = position
        let kind = try quantityKind(from: start)
        return Quantity(kind: kind, span: span(from: start))
    }

    private mutating func quantityKind(from start: Int) throws(ParseStop) -> Quantity.Kind {
        let isTotal = accept("total", .body)
        if let figure = accept(Vocabulary.figures) {
            return .figure(figure, isTotal: isTotal, scope: try ofScope())
        }
        guard !isTotal else { throw .unexpected }
        if let measure = try measure() { return .aggregate(try aggregate(measure, from: start)) }
        try require("upcoming payments", .figure)
        let scope = try ofScope()
        return .upcomingPayments(scope: scope, within: try ahead())
    }

    mutating func measure() throws(ParseStop) -> Aggregate.Measure? {
        if accept("spending", .figure) { return .spending }
        if accept("income", .figure) { return .income }
        if accept("number of", .figure) { return .count(try require(Vocabulary.countedNouns)) }
        return accept("largest", .figure) ? .largest(try require(Vocabulary.nouns)) : nil
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

    mutating func window() throws(ParseStop) -> Window? {
        let start = position
        let kind: Window.Kind
        if accept("today", .window) {
            kind = .current(WindowPeriod(.day))
        } else if accept("this", .window) {
            kind = .current(try period())
        } else if accept("yesterday", .window) {
            kind = .previous(WindowPeriod(.day), toSameDay: false)
        } else if accept("last", .window) {
            let period = try period()
            kind = .previous(period, toSameDay: accept("to the same day", .window))
        } else {
            guard accept("in the last", .window) else { return nil }
            kind = .last(try duration().value)
        }
        return Window(kind: kind, span: span(from: start))
    }

    mutating func period() throws(ParseStop) -> WindowPeriod {
        let unit = try require(Vocabulary.periods)
        guard unit == .month, accept("from the", .window) else {
            return WindowPeriod(unit, monthStart: monthStart)
        }
        return WindowPeriod(unit, monthStart: try ordinal())
    }

    /// Reads `of = ( "of" | "on" ) , scope`.
    mutating func ofScope() throws(ParseStop) -> Scope? {
        guard accept("of", .scope) || accept("on", .scope) else { return nil }
        return try scope()
    }

    /// Reads `scope = name , { "and" , name } | name , { "or" , name } | "each of" , … | …`.
    mutating func scope() throws(ParseStop) -> Scope {
        let start = position
        if accept("any account", .scope) || accept("each account", .scope) {
            return try scope(.each, from: start)
        }
        if accept("all accounts", .scope) { return try scope(.all, from: start) }
        let isEach = acceptHidden("each of", .scope)
        var names = [try name()]
        let link = next.folded
        while link == "and" || link == "or", next.folded == link, isName(1) {
            position += 1
            names.append(try name())
        }
        guard names.count > 1 || isEach else {
            return Scope(reach: .named(names[0]), span: span(from: start))
        }
        return Scope(
            reach: isEach ? .each : link == "or" ? .either : .all, members: names,
            span: span(from: start))
    }

    private mutating func scope(_ reach: Scope.Reach, from start: Int) throws(ParseStop) -> Scope {
        let owner = try owner()
        let exceptions = try exceptions()
        return Scope(reach: reach, owner: owner, exceptions: exceptions, span: span(from: start))
    }

    private mutating func exceptions() throws(ParseStop) -> [TextLiteral] {
        // Filters such as `except own transfers` and `except at …` are read elsewhere.
        let isFilter = Self.exceptedFilters.contains(peek(1).folded)
        guard !isFilter, accept("except", .scope) else { return [] }
        var names = [try name()]
        while next.folded == ",", Self.isText(peek(1)) {
            position += 1
            names.append(try name())
        }
        return names
    }

    /// The words after `except` that begin a filter.
    private static let exceptedFilters: Set = [
        "own", "at", "from", "to", "containing", "on", "in", "of",
    ]
}
