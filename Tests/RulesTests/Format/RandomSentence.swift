import Finance
import TestSupport

@testable import Rules

/// Makes sentences at random as trees, without the parser.
struct RandomSentence {
    private var random: SeededGenerator
    private static let nowhere = 0..<0
    private static let texts = [
        "Brukskonto", "REMA*", "it's", "say \"hi\"", "a'b\"c", "«x»'\"", "Ærlig Å", "monday",
        "a, b", "under 5", "\\back", "two  spaces", "100", "kr", "x or y", "æøå?",
    ]

    /// Starts a sequence of sentences.
    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The next sentence.
    mutating func next() -> Sentence {
        let body = body()
        var clauses: [Clause] = []
        for kind in clauseKinds() where random.happens(250) {
            clauses.append(Clause(kind: kind, span: Self.nowhere))
        }
        return Sentence(body: body, clauses: clauses, text: "")
    }

    private mutating func body() -> Body {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3: .condition(condition(depth: 0))
        case 4, 5: .event(event())
        case 6: .absence(absence())
        default: random.happens(500) ? .repetition(repetition()) : .summary(summary())
        }
    }

    private mutating func clauseKinds() -> [Clause.Kind] {
        let minute = Int.random(in: 0..<1_440, using: &random)
        return [
            .hold(length()), .until(comparison()),
            .between(DailyInterval(startMinute: minute, endMinute: 1_439 - minute)),
            .onlyOn(pick(Vocabulary.dayKinds).value),
            .limit(RateLimit(count: count(), period: pick(CalendarPeriod.allCases))),
            .remind(length()),
        ]
    }

    private mutating func condition(depth: Int) -> Condition {
        guard depth < 3, random.happens(400) else { return leaf() }
        let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in
            depth % 2 == 0 ? all(depth: depth + 1) : condition(depth: depth + 1)
        }
        guard depth % 2 == 1 else { return .any(parts, span: Self.nowhere) }
        return .all(parts.map { parted($0) }, span: Self.nowhere)
    }

    private mutating func all(depth: Int) -> Condition {
        let part = condition(depth: depth)
        if case .any = part { return leaf() }
        return part
    }

    /// An `and` within an `and` is the same `and`.
    private mutating func parted(_ part: Condition) -> Condition {
        if case .all = part { return leaf() }
        return part
    }

    private mutating func leaf() -> Condition {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            .reservationAge(ReservationAge(scope: scope(), age: length(), span: Self.nowhere))
        case 1: .change(change())
        case 2:
            .forecast(
                Forecast(
                    figure: pick(Figure.allCases), scope: scope(), comparison: comparison(),
                    within: ahead(), span: Self.nowhere))
        case 3: .health(health())
        case 4:
            .level(
                Level(
                    quantity: Quantity(kind: .pace(aggregate()), span: Self.nowhere),
                    comparison: comparison(), span: Self.nowhere))
        default:
            .level(
                Level(quantity: quantity(), comparison: comparison(), span: Self.nowhere))
        }
    }

    private mutating func change() -> Change {
        let size: Change.Size = random.happens(500) ? .percent(percent()) : .amount(amount())
        return Change(
            quantity: quantity(), direction: pick(Change.Direction.allCases),
            relation: pick([.over, .atLeast]), size: size, within: length(), span: Self.nowhere)
    }

    private mutating func health() -> Health {
        let kind = pick(
            [
                .bankUnreachable, .dataOlder(scope: scope(), than: length()),
                .signInExpires(length()), .notificationsFailing,
            ] as [Health.Kind])
        return Health(kind: kind, span: Self.nowhere)
    }

    private mutating func quantity() -> Quantity {
        let kind: Quantity.Kind =
            switch Int.random(in: 0..<5, using: &random) {
            case 0...2:
                .figure(pick(Figure.allCases), isTotal: random.happens(200), scope: scope())
            case 3: .aggregate(aggregate())
            default: .upcomingPayments(scope: scope(), within: ahead())
            }
        return Quantity(kind: kind, span: Self.nowhere)
    }

    private mutating func aggregate() -> Aggregate {
        let noun = pick(Noun.allCases)
        let measure = pick(
            [.spending, .income, .count(noun), .largest(noun)] as [Aggregate.Measure])
        let start = random.happens(500) ? Int.random(in: 1...31, using: &random) : nil
        let period = WindowPeriod(pick(CalendarPeriod.allCases), monthStart: start)
        let toSameDay = period.unit != .day && random.happens(500)
        let window = pick(
            [
                .current(period), .previous(period, toSameDay: toSameDay), .last(length().value),
            ] as [Window.Kind])
        return Aggregate(
            measure: measure, filters: filters(),
            window: Window(kind: window, span: Self.nowhere), span: Self.nowhere)
    }

    private mutating func comparison() -> Comparison {
        let operand: Operand =
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1: .amount(amount())
            case 2: .percent(percent(), of: reference())
            default: .reference(reference())
            }
        return Comparison(
            relation: pick(Relation.allCases), operand: operand, span: Self.nowhere)
    }

    private mutating func reference() -> Reference {
        let figure = pick(Figure.allCases)
        let (isTotal, scope) = (random.happens(200), scope())
        let kind = pick(
            [
                .figure(figure, isTotal: isTotal, scope: scope),
                .former(figure, isTotal: isTotal, scope: scope, ago: length()),
            ] as [Quantity.Kind])
        return pick(
            [
                .its(figure, ago: pick([nil, length()]), span: Self.nowhere),
                .usual(span: Self.nowhere),
                .quantity(Quantity(kind: kind, span: Self.nowhere)),
            ] as [Reference])
    }

    private mutating func event() -> Event {
        let noun = pick(Noun.allCases)
        let settlement = pick(
            [.above(percent()), .below(percent()), .different] as [Event.Settlement])
        let trigger = pick(
            [
                .new(pick([nil, .pending, .booked]), noun), .reservationDropped,
                .settled(noun, settlement), .newSubscription, subscriptionRose(),
            ] as [Event.Trigger])
        var event = Event(trigger: trigger, filters: filters(), span: Self.nowhere)
        event.condition = guardCondition()
        while random.happens(200) {
            event.others.append(
                Event(
                    trigger: pick([
                        .new(pick([nil, .pending, .booked]), pick(Noun.allCases)),
                        subscriptionRose(),
                    ]), filters: filters(), span: Self.nowhere))
        }
        return event
    }

    private mutating func subscriptionRose() -> Event.Trigger {
        .subscriptionRose(
            pick([.over, .atLeast]),
            random.happens(500) ? .percent(percent()) : .amount(amount()))
    }

    private mutating func guardCondition() -> Condition? {
        random.happens(200) ? condition(depth: 0) : nil
    }

    private mutating func absence() -> Absence {
        let minute = random.happens(500) ? Int.random(in: 0..<1_440, using: &random) : nil
        let number = Int.random(in: 1...28, using: &random)
        let weekday = Int.random(in: 1...7, using: &random)
        let place = pick(
            [
                .number(number), .last, .lastWorking,
                .weekday(weekday, which: pick([1, 2, 3, 4, -1])),
            ] as [RecurringDay.Place])
        let month = Int.random(in: 1...12, using: &random)
        let day = RecurringDay.inPeriod(place, pick([.month, .quarter, .year(month)]))
        let deadline = pick(
            [
                .by(day, minute: minute), .by(.weekday(weekday), minute: minute),
                .within(length(), of: day), .every(length()), .last(length()),
            ] as [Absence.Deadline])
        guard random.happens(800) else {
            return Absence(
                noun: .debit, filters: filters(), deadline: .overdue(length()),
                span: Self.nowhere, condition: guardCondition())
        }
        return Absence(
            noun: pick(Noun.allCases), filters: filters(), deadline: deadline,
            span: Self.nowhere, condition: guardCondition())
    }

    private mutating func repetition() -> Repetition {
        Repetition(
            count: count() + 1, noun: pick(Noun.allCases), filters: filters(),
            likenesses: pick([[.amount], [.merchant], [.amount, .merchant]]),
            closeness: random.happens(500) ? .sameDay : .within(length()), span: Self.nowhere,
            condition: guardCondition())
    }

    private mutating func summary() -> Summary {
        let spending = Summary.Spending(
            grouping: pick([nil, .category, .merchant, .account]), filters: filters(),
            window: pick([nil, aggregate().window]))
        let scope = scope()
        return Summary(
            content: pick([.figures(scope), .spending(spending)]),
            recurrence: pick([
                .daily, .weekdays, .weekly(Int.random(in: 1...7, using: &random)),
                .monthly(Int.random(in: 1...31, using: &random)),
            ]), minute: Int.random(in: 0..<1_440, using: &random), span: Self.nowhere)
    }

    private mutating func filters() -> [Filter] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Filter(kind: filter(), span: Self.nowhere)
        }
    }

    private mutating func filter() -> Filter.Kind {
        let selection = selection()
        return pick([
            selection, selection, .except(selection), .atNewMerchant, .exceptOwnTransfers,
            .amount(pick(Relation.allCases), amount()), .percentAbovePrevious(percent()),
            .amountAbovePrevious(amount()),
        ])
    }

    private mutating func selection() -> Filter.Kind {
        let scoped = scope() ?? Scope(reach: .each, span: Self.nowhere)
        return pick([
            .at(literals()), .from(literals()), .to(literals()), .containing(literals()),
            .on(scoped), .inForeignCurrency,
            .inCurrency(pick([.nok, Currency(code: "EUR") ?? .nok])), .inCategory(categories()),
            .ofType(pick(Vocabulary.types).value),
        ])
    }

    private mutating func categories() -> [Rules.Category] {
        let code: Rules.Category.Kind? = MerchantCategoryCode("5411").map { .code($0) }
        let kinds = [code, .group(pick(MerchantCategory.allCases))].compactMap(\.self)
        return (0..<Int.random(in: 1...2, using: &random)).map { _ in
            Rules.Category(kind: pick(kinds), span: Self.nowhere)
        }
    }

    private mutating func scope() -> Scope? {
        switch Int.random(in: 0..<6, using: &random) {
        case 4:
            Scope(
                reach: pick([.each, .all, .either]), members: [literal(), literal()],
                span: Self.nowhere)
        case 5:
            Scope(reach: pick([.each, .all]), owner: literal(), span: Self.nowhere)
        case 0: Scope(reach: .named(literal()), span: Self.nowhere)
        case 1: Scope(reach: .each, span: Self.nowhere)
        case 2:
            Scope(
                reach: .all, exceptions: random.happens(400) ? literals() : [],
                span: Self.nowhere)
        default: nil
        }
    }

    private mutating func literals() -> [TextLiteral] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in literal() }
    }

    private mutating func literal() -> TextLiteral {
        TextLiteral(text: pick(Self.texts), span: Self.nowhere)
    }

    private mutating func amount() -> Amount {
        let currency = pick([nil, .nok, Currency(code: "JPY")])
        let decimals = currency?.minorUnitDigits == 0 ? 0 : Int.random(in: 0...2, using: &random)
        return Amount(
            number: DecimalNumber(
                digits: Int64.random(in: -9_999...99_999_999, using: &random), decimals: decimals),
            currency: currency, span: Self.nowhere)
    }

    private mutating func percent() -> Percent {
        Percent(
            number: DecimalNumber(
                digits: Int64.random(in: 0...9_999, using: &random), decimals: pick([0, 1, 2])),
            span: Self.nowhere)
    }

    private mutating func ahead() -> Ahead {
        let unit = pick(CalendarPeriod.allCases)
        return pick([.next(length()), .endOf(WindowPeriod(unit)), .nextSalary] as [Ahead])
    }

    private mutating func length() -> LengthOfTime {
        LengthOfTime(
            value: CalendarSpan(count: count(), unit: pick(CalendarSpan.Unit.allCases)),
            span: Self.nowhere)
    }

    private mutating func count() -> Int { Int.random(in: 1...40, using: &random) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
