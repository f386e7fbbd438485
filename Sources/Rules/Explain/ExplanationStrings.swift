import Finance

/// Puts the words about one rule together; what they are stands in ``ExplanationTexts``.
struct ExplanationStrings {
    let rule: Rule

    private typealias Texts = ExplanationTexts
    private var canonical: CanonicalText { CanonicalText(isKey: false) }
    private var leaves: [Condition] { rule.body.condition?.leaves ?? [] }

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
        case .channels: rule.notify.joined(separator: ", ")
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
        case .event(let event):
            [
                Texts.trigger(event.trigger, ownTransfers: hasOwnTransfers(event.filters))
                    + filters(event.filters)
            ]
        case .absence(let absence):
            [transactions(absence.noun, absence.filters) + workingDays(absence.deadline)]
        case .repetition(let repetition):
            [
                transactions(repetition.noun, repetition.filters)
                    + closeness(repetition.closeness)
            ]
        case .summary: [Texts.everyFigure]
        }
    }

    private func transactions(_ noun: Noun, _ all: [Filter]) -> String {
        Texts.transactions(noun, ownTransfers: hasOwnTransfers(all)) + filters(all)
    }

    private func hasOwnTransfers(_ filters: [Filter]) -> Bool {
        !filters.contains { $0.kind == .exceptOwnTransfers }
    }

    private func workingDays(_ deadline: Absence.Deadline) -> String {
        if case .lastWorkingDay = deadline { Texts.workingDays } else { "" }
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
        let others = filters.filter { $0.scope == nil && $0.kind != .exceptOwnTransfers }
        let sides = others.contains { !$0.kind.sides.isEmpty } ? Texts.sides : ""
        return others.isEmpty ? "" : ", only those" + canonical.filters(others) + sides
    }

    private var scopes: [(figure: Figure?, scope: Scope?, isSum: Bool)] {
        switch rule.body {
        case .event(let event):
            // Behind `while`, what names no account is of the event's own.
            [(nil, event.filters.scope, false)]
                + leaves.flatMap { scopes(of: $0) }.filter { $0.scope != nil }
        case .absence(let absence): [(nil, absence.filters.scope, false)]
        case .repetition(let repetition): [(nil, repetition.filters.scope, false)]
        case .summary(let summary): [(nil, summary.scope, false)]
        case .condition: leaves.flatMap { scopes(of: $0) }
        }
    }

    private func scopes(of leaf: Condition) -> [(figure: Figure?, scope: Scope?, isSum: Bool)] {
        switch leaf {
        case .health(let health):
            if case .dataOlder(let scope?, _) = health.kind { return [(nil, scope, false)] }
            return []
        case .reservationAge(let age): return [(nil, age.scope, false)]
        case .forecast(let forecast): return [(forecast.figure, forecast.scope, false)]
        case .level, .change, .all, .any:
            return leaf.quantities.map { quantity in
                if case .figure(let figure, let isTotal, let scope) = quantity.kind {
                    return (figure, scope, isTotal)
                }
                return (nil, quantity.scope, true)
            }
        }
    }

    private var accounts: String {
        var parts: [String] = []
        for (figure, scope, isSum) in scopes {
            let implicit =
                rule.kind == .absence
                ? Texts.allTogether
                : isSum ? Texts.implicitSum(figure) : Texts.implicitAccounts(figure)
            let part = scope.map(canonical.accounts) ?? implicit
            if !parts.contains(part) { parts.append(part) }
        }
        guard !parts.isEmpty else { return Texts.noAccounts }
        return parts.joined(separator: "; ") + leftOut
    }

    /// The accounts that a limit in one currency passes over without a word in the sentence.
    private var leftOut: String {
        let isNamed = scopes.allSatisfy {
            if case .named? = $0.scope?.reach { true } else { false }
        }
        let limits = leaves.compactMap { $0.comparison?.amount } + rule.body.filters.amounts
        guard !isNamed, let currency = limits.compactMap(\.currency).first else { return "" }
        return Texts.leavesOut(currency)
    }

    private var fires: String {
        let when =
            switch rule.body {
            case .condition(let condition): Texts.fires(canonical.condition(condition), rule.kind)
            case .event(let event): Texts.fires(event.trigger) + onlyWhile(event)
            case .absence, .repetition, .summary: Texts.fires(canonical.body(rule.body), rule.kind)
            }
        let hold = rule.clauses.hold.map { Texts.hold($0.words) } ?? ""
        let byDay = isOnReservations ? Texts.byDay : ""
        var limits: [String] = []
        for words in leaves.compactMap(limit) where !limits.contains(words) { limits.append(words) }
        return when + hold + byDay + limits.joined()
    }

    private func onlyWhile(_ event: Event) -> String {
        event.condition.map { Texts.onlyWhile(canonical.condition($0)) } ?? ""
    }

    /// Whether it reports reservations one by one.
    private var isOnReservations: Bool {
        if case .condition(.reservationAge) = rule.body { true } else { false }
    }

    /// Whether the limit itself counts (RL-10).
    private func limit(_ leaf: Condition) -> String? {
        guard let comparison = leaf.comparison, let amount = comparison.amount else { return nil }
        return Texts.limit(canonical.amount(amount), comparison.relation)
    }

    private var recovers: String {
        switch rule.kind {
        case .level, .forecast, .health: lastingEnd
        case .window: windowEnd
        case .change: Texts.endsSilently
        case .event: isOnReservations ? Texts.never : eventEnd
        case .absence: Texts.absenceEnd
        case .repeat: Texts.setEnd
        case .summary: Texts.never
        }
    }

    private var eventEnd: String {
        guard case .event(let event) = rule.body else { return Texts.eventEnd }
        switch event.trigger {
        case .new: return Texts.eventEnd
        case .reservationDropped: return Texts.never
        case .settled: return Texts.settlementEnd
        }
    }

    private var lastingEnd: String {
        let end: String
        if let recovery = rule.clauses.recovery, let words = recoveryWords(recovery) {
            end = Texts.recovery(words)
        } else {
            end = Texts.endsWhenFalse
        }
        return end + (rule.resolve ? Texts.endIsNotified : Texts.endIsSilent)
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
            "\(canonical.quantity($0)) \(canonical.verb($0)) \(canonical.comparison(recovery))"
        }
    }

    private var windowEnd: String {
        let windows = leaves.flatMap(\.quantities).compactMap(\.aggregate?.window.kind)
        guard case .current(let period)? = windows.first else { return Texts.rollingEnd }
        return Texts.periodEnd(period) + (rule.resolve ? Texts.refundIsNotified : "")
    }

    private var quiet: String {
        let clauses = rule.clauses
        let days = clauses.weekdays.map { Texts.onlyOn(canonical.clause(days: $0)) }
        let parts = [
            clauses.notifying.map { interval in
                Texts.between(
                    CanonicalText.time(interval.startMinute),
                    CanonicalText.time(interval.endMinute))
            }, days, clauses.limit.map { Texts.limit(canonical.clause(limit: $0)) },
            clauses.remindEvery.map { Texts.reminds($0.words) },
            passesQuietHours ? Texts.passesQuietHours : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? Texts.neverQuiet : parts.joined(separator: "; ")
    }

    private var passesQuietHours: Bool {
        rule.kind == .health && rule.urgency == .critical && rule.clauses.notifying != nil
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

extension [Filter] {
    /// The amounts that transactions are compared with.
    fileprivate var amounts: [Amount] {
        compactMap { filter in
            switch filter.kind {
            case .amount(_, let amount), .amountAbovePrevious(let amount): amount
            default: nil
            }
        }
    }
}

extension CanonicalText {
    /// The words of a set of weekdays, as in `only on weekdays`.
    fileprivate func clause(days: Set<Int>) -> String {
        clause(Clause(kind: .onlyOn(days), span: 0..<0))
    }

    /// The words of a limit, as in `at most once a day`.
    fileprivate func clause(limit: RateLimit) -> String {
        clause(Clause(kind: .limit(limit), span: 0..<0))
    }
}
