extension Parser {
    /// Reads `rule = body , { [ "," ] , clause }`.
    mutating func sentence() throws(ParseStop) -> (body: Body, clauses: [Clause]) {
        let body = try body()
        var clauses: [Clause] = []
        while next.kind != .end {
            _ = acceptHidden(",", .link)
            guard let clause = try clause() else { throw .unexpected }
            clauses.append(clause)
        }
        return (body, clauses)
    }

    /// Reads `body = cond | event , [ "while" , cond ] | absence | repeat | summary`.
    private mutating func body() throws(ParseStop) -> Body {
        let start = position
        if accept("new", .body) { return .event(try events(try newEvent(from: start), start)) }
        if accept("no", .body) { return .absence(try absence(from: start)) }
        if accept("summary", .body) { return .summary(try summary(from: start)) }
        if accept("reservation dropped", .body) {
            return .event(try events(try event(.reservationDropped, from: start), start))
        }
        if accept("subscription", .body) { return try subscription(from: start) }
        if !startsWithFigure(), let noun = accept(Vocabulary.settledNouns) {
            return .event(try events(try settledEvent(noun, from: start), start))
        }
        if case .number = next.kind { return .repetition(try repetition()) }
        note("a number as in 2 debits", .body)
        return .condition(try condition())
    }

    /// Whether the figure `credit limit` or `credit used` comes next, and not `credit settled …`.
    private mutating func startsWithFigure() -> Bool {
        let start = position
        defer { position = start }
        return accept(Vocabulary.figures) != nil
    }

    private mutating func newEvent(from start: Int) throws(ParseStop) -> Event {
        if accept("subscription", .noun) { return try event(.newSubscription, from: start) }
        let stage = accept(Vocabulary.stages)
        return try event(.new(stage, try require(Vocabulary.nouns)), from: start)
    }

    private mutating func settledEvent(_ noun: Noun, from start: Int) throws(ParseStop) -> Event {
        try require("settled", .settlement)
        return try event(.settled(noun, try settlement()), from: start)
    }

    private mutating func settlement() throws(ParseStop) -> Event.Settlement {
        if accept("at another amount", .settlement) { return .different }
        guard let percent = try percent() else {
            throw stuck("a percentage such as 10%", .settlement)
        }
        if accept("above its reservation", .settlement) { return .above(percent) }
        try require("below its reservation", .settlement)
        return .below(percent)
    }

    /// Reads `( "rose" , step | "is missing for" , duration ) , { filter }` after `subscription`.
    private mutating func subscription(from start: Int) throws(ParseStop) -> Body {
        if accept("rose", .condition) {
            return .event(try events(try risenSubscription(from: start), start))
        }
        _ = acceptHidden("is", .comparison)
        try require("missing for", .condition)
        let length = try duration()
        let filters = try filters()
        let condition = try guardCondition()
        return .absence(
            Absence(
                noun: .debit, filters: filters, deadline: .overdue(length),
                span: span(from: start), condition: condition))
    }

    private mutating func risenSubscription(from start: Int) throws(ParseStop) -> Event {
        let step = try step()
        return try event(.subscriptionRose(step.relation, step.size), from: start)
    }

    private mutating func event(
        _ trigger: Event.Trigger, from start: Int
    ) throws(ParseStop) -> Event {
        let filters = try filters()
        return Event(trigger: trigger, filters: filters, span: span(from: start))
    }

    private mutating func filters() throws(ParseStop) -> [Filter] {
        var filters: [Filter] = []
        while let filter = try filter() { filters.append(filter) }
        return filters
    }

    /// Reads `{ "or" , event } , [ "while" , cond ]` after the first event.
    private mutating func events(_ first: Event, _ start: Int) throws(ParseStop) -> Event {
        var event = first
        while acceptHidden("or", .filter) { event.others.append(try alternative(to: first)) }
        event.condition = try guardCondition()
        event.span = span(from: start)
        return event
    }

    private mutating func alternative(to first: Event) throws(ParseStop) -> Event {
        let start = position
        if accept("new", .body) { return try newEvent(from: start) }
        if accept("reservation dropped", .body) {
            return try event(.reservationDropped, from: start)
        }
        if accept("subscription rose", .body) { return try risenSubscription(from: start) }
        let noun = accept(Vocabulary.settledNouns)
        if let noun, next.folded == "settled" { return try settledEvent(noun, from: start) }
        position = start
        // An absence is no event, and no word in front of it makes it one.
        guard Vocabulary.isReserved(next.folded) && next.folded != "no" || isAtNumber else {
            throw .unexpected
        }
        var words = CanonicalText(isKey: false).trigger(first.trigger)
        let relations = first.filters.compactMap { filter in
            if case .amount(let relation, _) = filter.kind { relation } else { nil }
        }
        if isAtNumber, let relation = relations.first { words += " \(relation.rawValue)" }
        // In `new debit or credit over 500`, the limit may apply to every debit or not, so that
        // neither reading is suggested.
        let isClear = noun == nil ? first.filters.count < 2 : !first.filters.isEmpty
        throw incomplete(
            "event", written: noun == nil ? words : "new", from: start, isClear: isClear)
    }

    /// Whether an event begins after the next `or`.
    var isBeforeEvent: Bool {
        let (first, second) = (peek(1).folded, peek(2).folded)
        return first == "new" || first == "reservation" && second == "dropped"
            || second == "settled" || first == "subscription" && second == "rose"
    }

    mutating func guardCondition() throws(ParseStop) -> Condition? {
        accept("while", .filter) ? try condition() : nil
    }

    private mutating func absence(from start: Int) throws(ParseStop) -> Absence {
        let noun = try require(Vocabulary.nouns)
        var filters: [Filter] = []
        while true {
            if let deadline = try deadline() {
                let condition = try guardCondition()
                return Absence(
                    noun: noun, filters: filters, deadline: deadline, span: span(from: start),
                    condition: condition)
            }
            guard let filter = try filter() else { throw .unexpected }
            filters.append(filter)
        }
    }

    private mutating func repetition() throws(ParseStop) -> Repetition {
        let start = position
        let count = try wholeNumber("a whole number")
        let noun = try require(Vocabulary.countedNouns)
        var filters: [Filter] = []
        var likenesses: [Repetition.Likeness] = []
        while true {
            if let likeness = accept(Vocabulary.likenesses) {
                likenesses.append(likeness)
            } else if !likenesses.isEmpty, let closeness = try closeness() {
                let condition = try guardCondition()
                return Repetition(
                    count: count, noun: noun, filters: filters, likenesses: likenesses,
                    closeness: closeness, span: span(from: start), condition: condition)
            } else if likenesses.isEmpty, let filter = try filter() {
                filters.append(filter)
            } else {
                throw .unexpected
            }
        }
    }

    mutating func closeness() throws(ParseStop) -> Repetition.Closeness? {
        if accept("on the same day", .filter) { return .sameDay }
        return accept("within", .filter) ? .within(try duration()) : nil
    }

    private mutating func summary(from start: Int) throws(ParseStop) -> Summary {
        let content: Summary.Content =
            if accept("of spending", .scope) { .spending(try spending()) } else {
                .figures(try ofScope())
            }
        let recurrence = try recurrence()
        try require("at", .moment)
        let minute = try time()
        return Summary(
            content: content, recurrence: recurrence, minute: minute, span: span(from: start))
    }

    /// Reads a grouping, filters and a window after `spending`, in any order.
    ///
    /// A grouping is `"by" , ( "category" | "merchant" | "account" )`; it and the window come once
    /// at most.
    mutating func spending() throws(ParseStop) -> Summary.Spending {
        var grouping: Summary.Spending.Grouping?
        var filters: [Filter] = []
        var window: Window?
        while true {
            if grouping == nil, let found = accept(Vocabulary.groupings) {
                grouping = found
            } else if window == nil, let found = try self.window() {
                window = found
            } else if !isAtTime, let filter = try filter() {
                filters.append(filter)
            } else {
                break
            }
        }
        return Summary.Spending(
            grouping: grouping, filters: filters, window: window, categories: groups.ownCategories)
    }

    /// Whether a time such as `at 08:00` comes next, and not a merchant.
    var isAtTime: Bool {
        guard next.folded == "at", case .time = peek(1).kind else { return false }
        return true
    }

    mutating func recurrence() throws(ParseStop) -> Summary.Recurrence {
        if accept("every day", .moment) { return .daily }
        if accept("every weekday", .moment) { return .weekdays }
        if accept("every month on the", .moment) { return .monthly(try ordinal()) }
        try require("every", .moment)
        return .weekly(try require(Vocabulary.weekdays))
    }
}
