import Finance

/// Puts the words about one rule together; what they are stands in ``ExplanationTexts``.
struct ExplanationWords {
    let rule: Rule

    private typealias Texts = ExplanationTexts
    private var canonical: CanonicalWords { CanonicalWords(isKey: false) }
    private var leaves: [Condition] { rule.body.condition?.leaves ?? [] }

    /// The words about a topic.
    func text(_ topic: RuleExplanation.Topic) -> String {
        switch topic {
        case .kind: Texts.kind(rule.kind)
        case .reads: reads
        case .accounts: accounts
        case .fires: fires
        case .recovers: recovers
        case .quiet: quiet
        case .waits: waits
        case .alert: alert
        case .told: rule.notify.joined(separator: ", ")
        }
    }

    private var waits: String {
        switch rule.kind {
        case .health: return Texts.waitsForNothing
        case .summary: return Texts.summaryWaits
        case .absence: return Texts.absenceWaits
        case .event, .repeat:
            let filters = rule.body.filters.map(\.kind)
            let learns = filters.contains(.atNewMerchant) ? Texts.learnsMerchants : ""
            let compares = filters.contains { $0.needsHistory && $0 != .atNewMerchant }
            return Texts.waitsForRows + learns + (compares ? Texts.needsPrevious : "")
        default: return Texts.waits
        }
    }

    private var reads: String {
        var parts: [String] = []
        for part in bodyParts + leaves.flatMap(self.parts) where !parts.contains(part) {
            parts.append(part)
        }
        return parts.joined(separator: "; ")
    }

    private var bodyParts: [String] {
        switch rule.body {
        case .condition: []
        case .event(let event): [Texts.trigger(event.trigger) + filters(event.filters)]
        case .absence(let absence): [Texts.transactions(absence.noun) + filters(absence.filters)]
        case .repetition(let repetition):
            [
                Texts.transactions(repetition.noun) + filters(repetition.filters)
                    + closeness(repetition.closeness)
            ]
        case .summary: [Texts.everyFigure]
        }
    }

    private func closeness(_ closeness: Repetition.Closeness) -> String {
        guard case .within(let length) = closeness, length.value.fixedSeconds != nil else {
            return Texts.countsDays
        }
        return Texts.countsFirstSight
    }

    private func parts(_ leaf: Condition) -> [String] {
        switch leaf {
        case .health(let health): return [Texts.health(health.kind)]
        case .reservationAge: return [Texts.reservations]
        case .forecast(let forecast):
            return [Texts.figure(forecast.figure, isTotal: false), Texts.scheduled]
        case .level, .change, .all, .any:
            let its = leaf.comparison?.reference.flatMap { reference -> String? in
                if case .its(let figure, _) = reference {
                    Texts.figure(figure, isTotal: false)
                } else {
                    nil
                }
            }
            return leaf.quantities.map(part) + [its].compactMap(\.self)
        }
    }

    private func part(_ quantity: Quantity) -> String {
        switch quantity.kind {
        case .figure(let figure, let isTotal, _): Texts.figure(figure, isTotal: isTotal)
        case .aggregate(let aggregate):
            Texts.measure(aggregate.measure) + filters(aggregate.filters)
                + ", " + Texts.window(aggregate.window.kind)
        case .upcomingPayments: Texts.scheduled
        }
    }

    private func filters(_ filters: [Filter]) -> String {
        let others = filters.filter { $0.scope == nil }
        return others.isEmpty ? "" : ", only those" + canonical.filters(others)
    }

    private var scopes: [(figure: Figure?, scope: Scope?)] {
        switch rule.body {
        case .event(let event):
            // Behind `while`, what names no account is of the event's own.
            [(nil, event.filters.scope)]
                + leaves.flatMap { scopes(of: $0) }.filter { $0.scope != nil }
        case .absence(let absence): [(nil, absence.filters.scope)]
        case .repetition(let repetition): [(nil, repetition.filters.scope)]
        case .summary(let summary): [(nil, summary.scope)]
        case .condition: leaves.flatMap { scopes(of: $0) }
        }
    }

    private func scopes(of leaf: Condition) -> [(figure: Figure?, scope: Scope?)] {
        switch leaf {
        case .health(let health):
            if case .dataOlder(let scope?, _) = health.kind { return [(nil, scope)] }
            return []
        case .reservationAge(let age): return [(nil, age.scope)]
        case .forecast(let forecast): return [(forecast.figure, forecast.scope)]
        case .level, .change, .all, .any:
            return leaf.quantities.map { quantity in
                if case .figure(let figure, _, let scope) = quantity.kind { return (figure, scope) }
                return (nil, quantity.scope)
            }
        }
    }

    private var accounts: String {
        var parts: [String] = []
        for (figure, scope) in scopes {
            let implicit = isTogether ? Texts.allTogether : Texts.implicitAccounts(figure)
            let part = scope.map(canonical.accounts) ?? implicit
            if !parts.contains(part) { parts.append(part) }
        }
        return parts.isEmpty ? Texts.noAccounts : parts.joined(separator: "; ")
    }

    /// Whether accounts that nobody names are meant as one.
    private var isTogether: Bool { rule.kind == .absence }

    private var fires: String {
        let when =
            switch rule.body {
            case .condition(let condition): Texts.fires(canonical.condition(condition), rule.kind)
            case .event(let event): Texts.fires(event.trigger) + onlyWhile(event)
            case .absence, .repetition, .summary: Texts.fires(canonical.body(rule.body), rule.kind)
            }
        let hold = rule.clauses.hold.map { Texts.hold($0.words) } ?? ""
        let byDay = isOnReservations ? Texts.byDay : ""
        return when + hold + byDay + leaves.compactMap(limit).joined()
    }

    private func onlyWhile(_ event: Event) -> String {
        event.condition.map { Texts.onlyWhile(canonical.condition($0)) } ?? ""
    }

    /// Whether it is told of reservations one by one.
    private var isOnReservations: Bool {
        if case .condition(.reservationAge) = rule.body { true } else { false }
    }

    /// Whether the limit itself counts (RL-10).
    private func limit(_ leaf: Condition) -> String? {
        guard let comparison = leaf.comparison, let amount = comparison.amount else { return nil }
        return Texts.limit(canonical.amount(amount), comparison.relation)
    }

    private var recovers: String {
        let ending =
            switch rule.kind {
            case .level, .forecast, .health: lastingEnd
            case .window: windowEnd
            case .change: Texts.endsSilently
            case .event: isOnReservations ? Texts.never : eventEnd
            case .absence: Texts.absenceEnd
            case .repeat: Texts.setEnd
            case .summary: Texts.never
            }
        return ending
    }

    private var eventEnd: String {
        if case .event(let event) = rule.body, case .reservationDropped = event.trigger {
            return Texts.reservationEnd
        }
        return Texts.eventEnd
    }

    private var lastingEnd: String {
        let end: String
        if let recovery = rule.clauses.recovery, let words = recoveryWords(recovery) {
            end = Texts.recovery(words)
        } else {
            end = Texts.endsWhenFalse
        }
        return end + (rule.resolve ? Texts.endIsTold : Texts.endIsSilent)
    }

    private func recoveryWords(_ recovery: Comparison) -> String? {
        if case .forecast(let forecast)? = leaves.first {
            return canonical.condition(
                .forecast(
                    Forecast(
                        figure: forecast.figure, scope: forecast.scope, comparison: recovery,
                        within: forecast.within, span: forecast.span)))
        }
        return leaves.first?.quantities.first.map {
            "\(canonical.quantity($0)) is \(canonical.comparison(recovery))"
        }
    }

    private var windowEnd: String {
        let windows = leaves.flatMap(\.quantities).compactMap(\.aggregate?.window.kind)
        guard case .current(let period)? = windows.first else { return Texts.rollingEnd }
        return Texts.periodEnd(period) + (rule.resolve ? Texts.refundIsTold : "")
    }

    private var quiet: String {
        let clauses = rule.clauses
        let days = clauses.weekdays.map { Texts.onlyOn(canonical.clause(days: $0)) }
        let parts = [
            clauses.telling.map { interval in
                Texts.between(
                    CanonicalWords.time(interval.startMinute),
                    CanonicalWords.time(interval.endMinute))
            }, days, clauses.limit.map { Texts.limit(canonical.clause(limit: $0)) },
            clauses.remindEvery.map { Texts.reminds($0.words) },
            passesQuietHours ? Texts.passesQuietHours : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? Texts.neverQuiet : parts.joined(separator: "; ")
    }

    private var passesQuietHours: Bool {
        rule.kind == .health && rule.urgency == .critical && rule.clauses.telling != nil
    }

    private var alert: String {
        switch rule.kind {
        case .event: isOnReservations ? Texts.oneForReservation : Texts.oneForTransaction
        case .repeat: Texts.oneForSet
        case .absence: absenceAlert
        case .summary: Texts.oneForInstant
        case .health: healthAlert
        case .window: windowAlert
        case .level, .change, .forecast: levelAlert
        }
    }

    private var absenceAlert: String {
        guard case .absence(let absence) = rule.body else { return Texts.oneForDeadline }
        let isEach = absence.filters.scope?.reach == .each
        guard case .last = absence.deadline else {
            return isEach ? Texts.oneForAccountAndDeadline : Texts.oneForDeadline
        }
        return isEach ? Texts.oneForAccount : Texts.oneAlert
    }

    private var windowAlert: String {
        let quantity = leaves.flatMap(\.quantities).first { $0.aggregate != nil }
        let isSum = quantity?.scope.map { $0.reach == .all } ?? true
        guard case .current(let period)? = quantity?.aggregate?.window.kind else {
            return isSum ? Texts.oneForCurrency : Texts.oneForAccount
        }
        return Texts.onceIn(period, isSum ? Texts.oneForCurrency : Texts.oneForAccount)
    }

    private var healthAlert: String {
        if case .condition(.health(let health)) = rule.body, health.kind == .notificationsFailing {
            return Texts.oneForChannel
        }
        return scopes.isEmpty ? Texts.oneForBank : Texts.oneForAccount
    }

    private var levelAlert: String {
        if case .condition(.level(let level)) = rule.body,
            case .upcomingPayments(let scope, _) = level.quantity.kind
        {
            let isSum = scope.map { $0.reach == .all } ?? true
            return isSum ? Texts.oneForCurrency : Texts.oneForAccount
        }
        return isPerAccount ? Texts.oneForAccount : Texts.oneAlert
    }

    private var isPerAccount: Bool {
        leaves.contains { leaf in
            switch leaf {
            case .forecast(let forecast): AccountSelector(forecast.scope).isVariable
            case .reservationAge(let age): AccountSelector(age.scope).isVariable
            case .level, .change, .health, .all, .any:
                leaf.quantities.contains { quantity in
                    guard case .figure(_, isTotal: false, let scope) = quantity.kind else {
                        return false
                    }
                    return AccountSelector(scope).isVariable
                }
            }
        }
    }
}

extension CanonicalWords {
    /// The words of a set of weekdays, as in `only on weekdays`.
    fileprivate func clause(days: Set<Int>) -> String {
        clause(Clause(kind: .onlyOn(days), span: 0..<0))
    }

    /// The words of a limit, as in `at most once a day`.
    fileprivate func clause(limit: RateLimit) -> String {
        clause(Clause(kind: .limit(limit), span: 0..<0))
    }
}
