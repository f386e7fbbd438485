import Finance

extension CanonicalText {
    func event(_ event: Event) -> String {
        alternatives(event.parts.map { trigger($0.trigger) + filters($0.filters) })
            + guardWords(event.condition)
    }

    func trigger(_ trigger: Event.Trigger) -> String {
        switch trigger {
        case .new(let stage, let noun):
            "new \(stage.map { "\($0.rawValue) " } ?? "")\(noun.rawValue)"
        case .reservationDropped: "reservation dropped"
        case .settled(let noun, let settlement):
            "\(noun.rawValue) settled \(self.settlement(settlement))"
        case .newSubscription: "new subscription"
        case .subscriptionRose(let relation, let size): "subscription rose \(step(relation, size))"
        }
    }

    private func guardWords(_ condition: Condition?) -> String {
        condition.map { " while \(self.condition($0))" } ?? ""
    }

    func absence(_ absence: Absence) -> String {
        let filters = filters(absence.filters)
        let words =
            if case .overdue = absence.deadline {
                "subscription \(deadline(absence.deadline))\(filters)"
            } else { "no \(absence.noun.rawValue)\(filters) \(deadline(absence.deadline))" }
        return words + guardWords(absence.condition)
    }

    func repetition(_ repetition: Repetition) -> String {
        let likenesses = repetition.likenesses.map(\.rawValue)
        let same = (isKey ? Set(likenesses).sorted() : likenesses).joined(separator: " ")
        let closeness =
            switch repetition.closeness {
            case .sameDay: "on the same day"
            case .within(let time): "within \(time.value.words)"
            }
        return "\(repetition.count) \(repetition.noun.plural)\(filters(repetition.filters)) "
            + "\(same) \(closeness)" + guardWords(repetition.condition)
    }

    func summary(_ summary: Summary) -> String {
        let recurrence =
            switch summary.recurrence {
            case .daily: "every day"
            case .weekdays: "every weekday"
            case .weekly(let weekday): "every \(Self.weekday(weekday))"
            case .monthly(let day): "every month on the \(Parser.ordinalText(day))"
            }
        let content =
            switch summary.content {
            case .figures(let scope): self.scope(scope, "of")
            case .spending(let spending): " of spending" + words(of: spending)
            }
        return "summary\(content) \(recurrence) at \(Self.time(summary.minute))"
    }

    private func words(of spending: Summary.Spending) -> String {
        let grouping = spending.grouping.map { " by \($0.rawValue)" } ?? ""
        let time = spending.window.map { " \(window($0))" } ?? ""
        return grouping + filters(spending.filters) + time
    }

    func clause(_ clause: Clause.Kind) -> String {
        switch clause {
        case .hold(let time): "for \(time.value.words)"
        case .until(let comparison): "until \(self.comparison(comparison))"
        case .between(let interval):
            "only between \(Self.time(interval.startMinute)) and \(Self.time(interval.endMinute))"
        case .onlyOn(let days): "only on \(Self.days(days))"
        case .limit(let limit): "at most \(Self.times(limit.count)) a \(limit.period.rawValue)"
        case .remind(let time): "remind every \(time.value.words)"
        }
    }

    /// The filters, with a space before each.
    func filters(_ filters: [Filter]) -> String {
        let words = filters.map { " " + filter($0.kind) }
        return (isKey ? words.sorted() : words).joined()
    }

    func filter(_ kind: Filter.Kind) -> String {
        switch kind {
        case .at(let list): "at \(texts(list))"
        case .atNewMerchant: "at a new merchant"
        case .from(let list): "from \(texts(list))"
        case .to(let list): "to \(texts(list))"
        case .containing(let list): "containing \(texts(list))"
        case .on(let scope): "on \(accounts(scope))"
        case .inForeignCurrency: "in a foreign currency"
        case .inCurrency(let currency): "in \(currency.code)"
        case .inCategory(let list): "in category \(alternatives(list.map(Self.category)))"
        case .ofType(let type): "of type \(Self.type(type))"
        case .amount(let relation, let amount): "\(relation.rawValue) \(self.amount(amount))"
        case .percentAbovePrevious(let percent): "over \(percent.number)% above the previous one"
        case .amountAbovePrevious(let amount): "over \(self.amount(amount)) above the previous one"
        case .exceptOwnTransfers: "except own transfers"
        case .except(let kind): "except \(filter(kind))"
        }
    }

    private func texts(_ list: [TextLiteral]) -> String { alternatives(list.map(text)) }

    private func alternatives(_ words: [String]) -> String {
        (isKey ? Set(words).sorted() : words).joined(separator: " or ")
    }

    private func settlement(_ settlement: Event.Settlement) -> String {
        switch settlement {
        case .above(let percent): "\(percent.number)% above its reservation"
        case .below(let percent): "\(percent.number)% below its reservation"
        case .different: "at another amount"
        }
    }

    private func deadline(_ deadline: Absence.Deadline) -> String {
        func at(_ minute: Int?) -> String { minute.map { " at \(Self.time($0))" } ?? "" }
        return switch deadline {
        case .by(let day, let minute): "\(recurring(day, after: "by"))\(at(minute))"
        case .within(let time, let day): recurring(day, after: "within \(time.value.words) of")
        case .every(let time): "every \(time.value.words)"
        case .last(let time): "in the last \(time.value.words)"
        case .overdue(let time): "is missing for \(time.value.words)"
        }
    }

    private func recurring(_ day: RecurringDay, after words: String) -> String {
        switch day {
        case .daily: "\(words) every day"
        case .weekday(let weekday): "\(words) \(Self.weekday(weekday))"
        case .inPeriod(let place, .month): "\(words) the \(Self.place(place))"
        case .inPeriod(let place, .quarter): "every quarter \(words) the \(Self.place(place))"
        case .inPeriod(let place, .year(let month)):
            "\(words) the \(Self.place(place)) of \(Vocabulary.months[month - 1].phrase.text)"
        }
    }

    private static func place(_ place: RecurringDay.Place) -> String {
        switch place {
        case .number(let day): return Parser.ordinalText(day)
        case .last: return "last day"
        case .lastWorking: return "last working day"
        case .weekday(let day, let which):
            let word = Vocabulary.places.first { $0.value == which }?.phrase.text ?? ""
            return "\(word) \(weekday(day))"
        }
    }

    private static func category(_ category: Category) -> String {
        switch category.kind {
        case .group(let group): group.rawValue
        case .code(let code): code.description
        case .own(let own): quoted(own.name)
        }
    }

    private static func type(_ type: TransactionType) -> String {
        Vocabulary.types.first { $0.value == type }?.phrase.text ?? type.rawValue
    }

    private static func weekday(_ day: Int) -> String {
        Vocabulary.weekdays.first { $0.value == day }?.phrase.text ?? ""
    }

    private static func days(_ days: Set<Int>) -> String {
        Vocabulary.dayKinds.first { $0.value == days }?.phrase.text ?? ""
    }

    private static func times(_ count: Int) -> String {
        count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
    }

    /// The time of day at a minute after midnight, as in `07:05`.
    static func time(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
