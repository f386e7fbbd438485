import Finance

/// Parts in any order where the meaning stays (RL-63); only sentences that can't be read otherwise.
extension Parser {
    /// Reads the window and the filters of an aggregate in any order.
    mutating func freeAggregate(
        _ measure: Aggregate.Measure, from start: Int
    ) throws(ParseStop) -> Aggregate {
        var filters: [Filter] = []
        var found: Window?
        while true {
            if found == nil, let window = try window() {
                found = window
            } else if found != nil, isAtComparison {
                break
            } else if let filter = try filter() {
                filters.append(filter)
            } else {
                break
            }
        }
        guard let found else { throw .unexpected }
        return Aggregate(
            measure: measure, filters: filters, window: found, span: span(from: start))
    }

    var isAtComparison: Bool {
        !startsWithCallersPhrase && Vocabulary.relations.contains { isAt($0.phrase.text) }
    }

    /// Takes the limit of an aggregate from among its filters: `spending over 6000 this month`.
    ///
    /// A count has limits of its own: `number of purchases over 10 today` can be read in two ways.
    mutating func freeComparison(_ quantity: inout Quantity) throws(ParseStop) -> Comparison? {
        guard isFree, !isAtComparison, case .aggregate(let aggregate) = quantity.kind else {
            return nil
        }
        let limits = aggregate.filters.filter {
            if case .amount = $0.kind { true } else { false }
        }
        guard limits.count == 1, case .amount(let relation, let amount) = limits[0].kind else {
            return nil
        }
        if case .count = aggregate.measure { return nil }
        let rest = Aggregate(
            measure: aggregate.measure, filters: aggregate.filters.filter { $0 != limits[0] },
            window: aggregate.window, span: aggregate.span)
        quantity = Quantity(kind: .aggregate(rest), span: quantity.span)
        return Comparison(relation: relation, operand: .amount(amount), span: limits[0].span)
    }

    /// Reads a scope behind the limit: `balance under 500 on Brukskonto`.
    mutating func lateScope(_ quantity: inout Quantity) throws(ParseStop) {
        guard isFree, !isAt("on the same day"), let late = try ofScope() else { return }
        switch quantity.kind {
        case .figure(let figure, let isTotal, nil):
            let kind = Quantity.Kind.figure(figure, isTotal: isTotal, scope: late)
            quantity = Quantity(kind: kind, span: quantity.span)
        case .upcomingPayments(nil, let within):
            let kind = Quantity.Kind.upcomingPayments(scope: late, within: within)
            quantity = Quantity(kind: kind, span: quantity.span)
        case .aggregate(let old) where old.filters.scope == nil:
            let filter = Filter(kind: .on(late), span: late.span)
            let aggregate = Aggregate(
                measure: old.measure, filters: old.filters + [filter], window: old.window,
                span: old.span)
            quantity = Quantity(kind: .aggregate(aggregate), span: quantity.span)
        default: throw .unexpected
        }
    }

    /// Reads `and under 100` with the quantity before it.
    mutating func sameQuantity(as before: Condition) throws(ParseStop) -> Condition? {
        guard isFree, case .level(let level) = before else { return nil }
        let start = position
        if !isAtComparison {
            guard acceptHidden("is", .comparison), isAtComparison else {
                position = start
                return nil
            }
        }
        let comparison = try comparison()
        return .level(
            Level(quantity: level.quantity, comparison: comparison, span: span(from: start)))
    }

    /// Reads an `and` between two limits of an event: `at least 100 and at most 200`.
    mutating func acceptLink() {
        guard isFree, next.folded == "and" else { return }
        position += 1
        if !isAtComparison { position -= 1 }
    }

    mutating func freeAbsence(_ noun: Noun, from start: Int) throws(ParseStop) -> Absence {
        var filters: [Filter] = []
        var found: Absence.Deadline?
        while true {
            if found == nil, let deadline = try freeDeadline() {
                found = deadline
            } else if let filter = try filter() {
                filters.append(filter)
            } else {
                break
            }
        }
        guard let found else { throw .unexpected }
        let condition = try guardCondition()
        return Absence(
            noun: noun, filters: filters, deadline: found, span: span(from: start),
            condition: condition)
    }

    private mutating func freeDeadline() throws(ParseStop) -> Absence.Deadline? {
        if accept("for", .deadline) { return .last(try duration()) }
        if accept("this month", .deadline) { return .by(.inPeriod(.last, .month), minute: nil) }
        return try deadline()
    }

    mutating func freeRepetition(
        _ count: Int, _ noun: Noun, from start: Int
    ) throws(ParseStop) -> Repetition {
        var filters: [Filter] = []
        var likenesses: [Repetition.Likeness] = []
        var found: Repetition.Closeness?
        while true {
            if let likeness = accept(Vocabulary.likenesses) {
                likenesses.append(likeness)
            } else if found == nil, let closeness = try closeness() {
                found = closeness
            } else if let filter = try filter() {
                filters.append(filter)
            } else {
                break
            }
        }
        guard let found, !likenesses.isEmpty else { throw .unexpected }
        let condition = try guardCondition()
        return Repetition(
            count: count, noun: noun, filters: filters, likenesses: likenesses, closeness: found,
            span: span(from: start), condition: condition)
    }

    /// Reads the parts of a summary, each once; the word itself may have been read already.
    mutating func freeSummary(from start: Int) throws(ParseStop) -> Summary {
        var content: Summary.Content?
        var recurrence: Summary.Recurrence?
        var minute: Int?
        var hasWord = position > start
        while true {
            if recurrence == nil, isAt("every") {
                recurrence = try self.recurrence()
            } else if minute == nil, accept("at", .moment) {
                minute = try time()
            } else if !hasWord, accept("summary", .body) {
                hasWord = true
            } else if content == nil, accept("of spending", .scope) {
                content = .spending(try spending())
            } else if content == nil, let found = try ofScope() {
                content = .figures(found)
            } else {
                break
            }
        }
        guard hasWord, let recurrence, let minute else { throw .unexpected }
        return Summary(
            content: content ?? .figures(nil), recurrence: recurrence, minute: minute,
            span: span(from: start))
    }
}
