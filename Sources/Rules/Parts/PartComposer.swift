import Finance

/// Makes bodies from the parts of a sentence; a body must use all parts.
struct PartComposer {
    /// The range of the whole sentence.
    let span: Range<Int>

    /// Every sentence that the parts can form.
    func sentences(_ parts: SentenceParts, _ clauses: [Clause]) -> [PartReader.Reading] {
        let kinds = [
            summary, absence, repetition, change, forecast, level, aggregate, event, subscription,
            reservation, health,
        ]
        return variants(of: parts).flatMap { variant in
            kinds.compactMap { sentence($0, variant, clauses) }
        }
    }

    private func sentence(
        _ kind: (inout SentenceParts) -> Body?, _ parts: SentenceParts, _ clauses: [Clause]
    ) -> PartReader.Reading? {
        var rest = parts
        // A category and the name of a bill together, as in `health insurance`, are not understood.
        guard parts.category == nil || parts.bill == nil, let body = kind(&rest) else { return nil }
        var clauses = clauses
        if let hold = rest.take(\.hold) ?? rest.take(\.age) {
            guard case .condition = body else { return nil }
            clauses.append(Clause(kind: .hold(hold), span: hold.span))
        }
        return rest == SentenceParts() ? (body, clauses) : nil
    }

    /// The parts with a name that has no preposition, as an account and as the other side of a
    /// payment.
    private func variants(of parts: SentenceParts) -> [SentenceParts] {
        var parts = parts
        if parts.name == nil, case .named(let name) = parts.scope?.reach,
            Names.isMerchant(name.text), [nil, .payment].contains(parts.noun)
        {
            (parts.name, parts.scope) = (name, nil)
        }
        if let scope = parts.scope, [.all, .either].contains(scope.reach), !scope.listed.isEmpty,
            scope.listed.allSatisfy({ Names.isMerchant($0.text) }), scope.exceptions.isEmpty
        {
            parts.scope = nil
            parts.filters.append(Filter(kind: .at(scope.listed), span: scope.span))
        }
        guard let name = parts.take(\.name) else { return [parts] }
        // `Ola has paid` does not say whom, and `salary Netflix` does not say that the shop pays.
        guard parts.flow != .paying,
            parts.noun != .salary || !Names.isMerchant(name.text) || Names.paysOnly(name.text)
        else { return [] }
        let asSide = [side(name, parts)]
        if parts.scope != nil || Names.isMerchant(name.text) { return asSide }
        parts.scope = Scope(reach: .named(name), span: name.span)
        return Names.isAccount(name.text) ? [parts] : [parts] + asSide
    }

    /// The parts with a name as the other side of a payment.
    private func side(_ name: TextLiteral, _ parts: SentenceParts) -> SentenceParts {
        let isIncome =
            parts.flow == .into || parts.measure == .income || parts.noun?.isIncome == true
        var (parts, kind) = (parts, isIncome ? Filter.Kind.from([name]) : .at([name]))
        if Names.isCarrier(name.text) {
            let isFrom = parts.filters.contains { if case .from = $0.kind { true } else { false } }
            kind = .containing([name])
            if parts.measure == nil, parts.noun == nil {
                parts.noun = isIncome || isFrom ? .credit : .debit
            }
        }
        parts.filters.append(Filter(kind: kind, span: name.span))
        return parts
    }

    /// The time of a summary that names no hour, in minutes after midnight.
    private static let morning = 8 * 60

    private func summary(_ parts: inout SentenceParts) -> Body? {
        let isSpending = parts.measure == .spending
        // The sentence may be `send me my balance every monday at 8`.
        let isBalance = !isSpending && parts.figure == .balance
        if isBalance { parts.figure = nil }
        let isSaid = parts.takes(\.isSummary)
        guard isSaid || isSpending || isBalance, let recurrence = recurrence(&parts),
            let minute = parts.take(\.minute)
                ?? (isSaid || parts.grouping != nil ? Self.morning : nil)
        else { return nil }
        var content = Summary.Content.figures(nil)
        if isSpending {
            parts.measure = nil
            let (grouping, window) = (parts.take(\.grouping), parts.take(\.window))
            content = .spending(
                Summary.Spending(grouping: grouping, filters: filters(&parts), window: window))
        } else {
            content = .figures(parts.take(\.scope))
        }
        return .summary(
            Summary(content: content, recurrence: recurrence, minute: minute, span: span))
    }

    private func recurrence(_ parts: inout SentenceParts) -> Summary.Recurrence? {
        let isOfSomething = parts.scope != nil || parts.measure != nil
        let rhythm = parts.take(\.rhythm)?.unit
        guard rhythm != .year else { return nil }
        if let recurrence = parts.take(\.recurrence) { return recurrence }
        switch parts.take(\.day) {
        case .inPeriod(.number(let day), .month): return .monthly(day)
        case .weekday(let day): return .weekly(day)
        case nil:
            // `weekly report` names neither its day nor what it is about.
            guard isOfSomething else { return nil }
            return rhythm == .week ? .weekly(1) : rhythm == .month ? .monthly(1) : nil
        default: return nil
        }
    }

    private func absence(_ parts: inout SentenceParts) -> Body? {
        guard parts.takes(\.isNegated), let noun = noun(&parts), let deadline = deadline(&parts)
        else { return nil }
        return .absence(
            Absence(
                noun: noun, filters: filters(&parts, of: noun), deadline: deadline, span: span,
                condition: parts.take(\.condition)))
    }

    private func deadline(_ parts: inout SentenceParts) -> Absence.Deadline? {
        let minute = parts.take(\.minute)
        // `weekly` beside a day was checked by ``EverydayTraps``.
        if parts.day != nil || parts.deadline != nil { parts.rhythm = nil }
        if let found = parts.take(\.deadline) ?? parts.take(\.day).map({ .by($0, minute: nil) }) {
            guard let minute else { return found }
            guard case .by(let day, nil) = found else { return nil }
            return .by(day, minute: minute)
        }
        guard minute == nil else { return nil }
        if let length = parts.take(\.hold) ?? length(&parts) ?? parts.take(\.age) {
            return .last(length)
        }
        guard case .current(let period) = parts.take(\.window)?.kind else { return nil }
        if period == WindowPeriod(.week) { return .by(.weekday(7), minute: nil) }
        return period == WindowPeriod(.month) ? .by(.inPeriod(.last, .month), minute: nil) : nil
    }

    private func repetition(_ parts: inout SentenceParts) -> Body? {
        if parts.takes(\.isDuplicate) {
            parts.count = parts.count ?? 2
            parts.likenesses = Set(Repetition.Likeness.allCases)
            if parts.within == nil, parts.window == nil {
                parts.closeness = parts.closeness ?? .sameDay
            }
        }
        if parts.likenesses.isEmpty, parts.closeness != nil || parts.within != nil,
            parts.filters.contains(where: \.kind.isAtOneMerchant)
        {
            parts.likenesses = [.merchant]
        }
        let likenesses = Repetition.Likeness.allCases.filter(parts.likenesses.contains)
        guard !likenesses.isEmpty, let count = parts.take(\.count), let noun = noun(&parts),
            let closeness = closeness(&parts)
        else { return nil }
        parts.likenesses = []
        return .repetition(
            Repetition(
                count: count, noun: noun, filters: filters(&parts, of: noun),
                likenesses: likenesses, closeness: closeness, span: span,
                condition: parts.take(\.condition)))
    }

    /// Takes the time between repetitions, for which `in one day` means the same day.
    private func closeness(_ parts: inout SentenceParts) -> Repetition.Closeness? {
        if let within = parts.within?.value, within.count == 1, within.unit == .day {
            parts.within = nil
            return .sameDay
        }
        return parts.take(\.closeness) ?? length(&parts).map { .within($0) }
    }

    /// Takes a word for the size of the amount, unless a limit contradicts it or none says it.
    func takesSize(_ parts: inout SentenceParts) -> Bool {
        guard let isLarge = parts.take(\.isLarge) else { return true }
        return !parts.limits.isEmpty
            && parts.limits.allSatisfy { $0.relation.isUpperBound != isLarge }
    }

    private func event(_ parts: inout SentenceParts) -> Body? {
        guard takesSize(&parts) else { return nil }
        let isDropped = parts.takes(\.isDropped)
        _ = parts.take(\.isNew)
        let stage = parts.take(\.stage)
        // An event is evaluated for each account separately; exceptions belong to a filter.
        if parts.scope?.reach == .each, parts.scope?.exceptions.isEmpty == false { return nil }
        // An event without any restriction is too vague to be meant.
        let isVague = parts.noun == nil && parts.income == nil && parts.isOfEverything
        let isDebit = isDropped || isSpentAtMerchant(parts)
        guard let noun = isDropped ? .debit : noun(&parts) ?? (isDebit ? .debit : nil),
            isDropped || !isVague
        else { return nil }
        return event(isDropped ? .reservationDropped : .new(stage, noun), &parts, of: noun)
    }

    private func event(
        _ trigger: Event.Trigger, _ parts: inout SentenceParts, of noun: Noun = .debit
    ) -> Body {
        .event(
            Event(
                trigger: trigger, filters: filters(&parts, of: noun),
                condition: parts.take(\.condition), span: span))
    }

    private func subscription(_ parts: inout SentenceParts) -> Body? {
        guard parts.takes(\.isSubscription) else { return nil }
        if parts.takes(\.isNegated) {
            guard let length = parts.take(\.hold) ?? parts.take(\.age) else { return nil }
            return .absence(
                Absence(
                    noun: .debit, filters: filters(&parts), deadline: .overdue(length), span: span,
                    condition: parts.take(\.condition)))
        }
        if let step = step(&parts) {
            guard step.direction == .rose else { return nil }
            return event(.subscriptionRose(step.relation, step.size), &parts)
        }
        return parts.takes(\.isNew) ? event(.newSubscription, &parts) : nil
    }

    private func health(_ parts: inout SentenceParts) -> Body? {
        parts.take(\.health).map { .condition(.health(Health(kind: $0, span: span))) }
    }

    private func reservation(_ parts: inout SentenceParts) -> Body? {
        guard parts.takes(\.isReservation) else { return nil }
        guard let age = parts.take(\.age) ?? parts.take(\.hold) else {
            _ = parts.take(\.isNew)
            return event(.new(.pending, .debit), &parts)
        }
        return .condition(
            .reservationAge(ReservationAge(scope: parts.take(\.scope), age: age, span: span)))
    }
}

extension Filter.Kind {
    /// Whether all transactions are at one merchant, so that `at the same merchant` adds nothing.
    fileprivate var isAtOneMerchant: Bool {
        let names = shops + (senders.allSatisfy { Names.isMerchant($0.text) } ? senders : [])
        return names.count == 1 && names[0].members.isEmpty && !Names.isAccount(names[0].text)
            && !names[0].text.contains { $0 == "*" || $0 == "?" }
    }
}
