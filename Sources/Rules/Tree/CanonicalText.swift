import Finance

/// Writes a tree in canonical words, which are the same for all synonyms.
///
/// The form for people keeps texts as written and filters in their order. The form for keys folds
/// texts and sorts filters, so that sentences of the same meaning have equal keys.
struct CanonicalText {
    /// Whether the words are a key of the meaning instead of a text for people.
    let isKey: Bool

    func body(_ body: Body) -> String {
        switch body {
        case .condition(let condition): self.condition(condition)
        case .event(let event): self.event(event)
        case .absence(let absence): self.absence(absence)
        case .repetition(let repetition): self.repetition(repetition)
        case .summary(let summary): self.summary(summary)
        }
    }

    /// The words of a condition, with the parentheses that its groups need.
    func condition(_ condition: Condition) -> String {
        switch condition {
        case .all(let parts, _):
            parts.map { part in
                if case .any = part { "(\(self.condition(part)))" } else { self.condition(part) }
            }.joined(separator: " and ")
        case .any(let parts, _): parts.map(self.condition).joined(separator: " or ")
        case .level(let level): self.level(level.quantity, level.comparison)
        case .reservationAge(let age):
            "a reservation\(scope(age.scope, "on")) is older than \(age.age.value.words)"
        case .change(let change): self.change(change)
        case .forecast(let forecast): self.forecast(forecast, forecast.comparison)
        case .health(let health): self.health(health)
        }
    }

    /// The words of a quantity compared with a limit, which need not be the limit in the tree.
    func level(_ quantity: Quantity, _ comparison: Comparison) -> String {
        // People read `payments are`; keys use `is` for everything.
        if case .pace(let aggregate) = quantity.kind {
            return "\(self.aggregate(aggregate)) is on pace for \(self.comparison(comparison))"
        }
        let verb = if case .upcomingPayments = quantity.kind, !isKey { "are" } else { "is" }
        return "\(self.quantity(quantity)) \(verb) \(self.comparison(comparison))"
    }

    func forecast(_ forecast: Forecast, _ comparison: Comparison) -> String {
        "\(forecast.figure.rawValue)\(scope(forecast.scope, "of")) is projected "
            + "\(self.comparison(comparison)) \(ahead(forecast.within))"
    }

    func comparison(_ comparison: Comparison) -> String {
        let operand =
            switch comparison.operand {
            case .amount(let amount): self.amount(amount)
            case .percent(let percent, let reference):
                "\(percent.number)% of \(self.reference(reference))"
            case .reference(let reference): self.reference(reference)
            }
        return "\(comparison.relation.rawValue) \(operand)"
    }

    func quantity(_ quantity: Quantity) -> String {
        switch quantity.kind {
        case .figure(let figure, let isTotal, let scope):
            "\(isTotal ? "total " : "")\(figure.rawValue)\(self.scope(scope, "of"))"
        case .aggregate(let aggregate): self.aggregate(aggregate)
        case .pace(let aggregate): "pace of \(self.aggregate(aggregate))"
        case .former(let figure, let isTotal, let scope, let ago):
            "\(isTotal ? "total " : "")\(figure.rawValue)\(self.scope(scope, "of"))"
                + " \(ago.value.words) ago"
        case .upcomingPayments(let scope, let within):
            "upcoming payments\(self.scope(scope, "on")) \(ahead(within))"
        }
    }

    func reference(_ reference: Reference) -> String {
        switch reference {
        case .quantity(let quantity): self.quantity(quantity)
        case .its(let figure, let ago, _):
            "its \(figure.rawValue)" + (ago.map { " \($0.value.words) ago" } ?? "")
        case .usual: "usual"
        }
    }

    private func aggregate(_ aggregate: Aggregate) -> String {
        let measure =
            switch aggregate.measure {
            case .spending: "spending"
            case .income: "income"
            case .count(let noun): "number of \(noun.plural)"
            case .largest(let noun): "largest \(noun.rawValue)"
            }
        return measure + filters(aggregate.filters) + " " + window(aggregate.window)
    }

    func window(_ window: Window) -> String {
        switch window.kind {
        case .current(let period): period.unit == .day ? "today" : "this \(self.period(period))"
        case .previous(let period, let toSameDay):
            (period.unit == .day ? "yesterday" : "last \(self.period(period))")
                + (toSameDay ? " to the same day" : "")
        case .last(let length): "in the last \(length.words)"
        }
    }

    private func ahead(_ ahead: Ahead) -> String {
        switch ahead {
        case .next(let length): "in the next \(length.value.words)"
        case .endOf(let period): "until the end of the \(self.period(period))"
        case .nextSalary: "before the next salary"
        }
    }

    private func period(_ period: WindowPeriod) -> String {
        let start = period.monthStart.map { " from the \(Parser.ordinalText($0))" } ?? ""
        return period.unit.rawValue + start
    }

    private func change(_ change: Change) -> String {
        "\(quantity(change.quantity)) \(change.direction.rawValue) "
            + "\(step(change.relation, change.size)) in \(change.within.value.words)"
    }

    /// The words for how far something moves: `by over 5%`.
    func step(_ relation: Relation, _ size: Change.Size) -> String {
        let words =
            switch size {
            case .amount(let amount): self.amount(amount)
            case .percent(let percent): "\(percent.number)%"
            }
        return "by \(relation == .over ? "over " : "")\(words)"
    }

    private func health(_ health: Health) -> String {
        switch health.kind {
        case .bankUnreachable: "bank is unreachable"
        case .dataOlder(let scope, let age):
            "data\(self.scope(scope, "of")) is older than \(age.value.words)"
        case .signInExpires(let time): "sign-in expires in less than \(time.value.words)"
        case .notificationsFailing: "notifications are failing"
        }
    }

    /// The scope with its preposition, and with a space before both; empty without a scope.
    func scope(_ scope: Scope?, _ preposition: String) -> String {
        scope.map { " \(preposition) \(accounts($0))" } ?? ""
    }

    func accounts(_ scope: Scope) -> String {
        let reach =
            switch scope.reach {
            case .named(let name): text(name)
            case .all where !scope.members.isEmpty: list(scope.members, "and")
            case .either: list(scope.members, "or")
            case .each where !scope.members.isEmpty: "each of \(list(scope.members, "and"))"
            case .each: "each account\(owner(scope))"
            case .all: "all accounts\(owner(scope))"
            }
        guard !scope.exceptions.isEmpty else { return reach }
        let names = scope.exceptions.map(text)
        return "\(reach) except \((isKey ? names.sorted() : names).joined(separator: ", "))"
    }

    private func list(_ names: [TextLiteral], _ link: String) -> String {
        let words = names.map(text)
        return (isKey ? Set(words).sorted() : words).joined(separator: " \(link) ")
    }

    private func owner(_ scope: Scope) -> String { scope.owner.map { " of \(text($0))" } ?? "" }

    /// The amount with a decimal point, and with its currency code if it has one.
    func amount(_ amount: Amount) -> String {
        amount.currency.map { "\(amount.number) \($0.code)" } ?? "\(amount.number)"
    }

    /// The text in quotation marks of a kind that the text does not contain.
    func text(_ literal: TextLiteral) -> String {
        Self.quoted(isKey ? MatchText.fold(literal.text) : literal.text)
    }

    static func quoted(_ text: String) -> String {
        for (open, close) in [("'", "'"), ("\"", "\""), ("«", "»")]
        where !text.contains(open) && !text.contains(close) { return open + text + close }
        return "\u{201C}\(text)\u{201D}"
    }
}
