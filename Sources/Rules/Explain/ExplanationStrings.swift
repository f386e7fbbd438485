import Finance

/// Explains a rule in words that are added to the person's own sentence (D64).
///
/// The words for kinds, figures and transactions are in ``ExplanationTexts``.
struct ExplanationStrings {
    let rule: Rule

    private typealias Texts = ExplanationTexts
    var canonical: CanonicalText { CanonicalText(isKey: false) }
    var leaves: [Condition] { rule.body.leaves }
    static let never = "never, it has happened"
    static let oneForAccount = "one for each account"
    static let oneForCurrency = "one for each currency"

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

    private func once(_ parts: [String], separator: String = "; ") -> String {
        var seen: Set<String> = []
        return parts.filter { seen.insert($0).inserted }.joined(separator: separator)
    }

    // MARK: Data that is read

    private var reads: String {
        let own: [String] =
            switch rule.body {
            case .condition: []
            case .event(let event):
                event.parts.map {
                    Texts.trigger($0.trigger, hasOwn($0.filters)) + filters($0.filters)
                }
            case .absence(let absence) where absence.isOfSubscription:
                [Texts.subscriptions + filters(absence.filters)]
            case .absence(let absence):
                [transactions(absence.noun, absence.filters) + workingDays(absence.deadline)]
            case .repetition(let repetition):
                [
                    transactions(repetition.noun, repetition.filters)
                        + closeness(repetition.closeness)
                ]
            case .summary(let summary):
                [
                    summary.spending.map { Texts.spending($0) + filters($0.filters) }
                        ?? "the newest figures of the accounts"
                ]
            }
        return once(own + leaves.flatMap(parts))
    }

    private func transactions(_ noun: Noun, _ all: [Filter]) -> String {
        Texts.transactions(noun, ownTransfers: hasOwn(all)) + filters(all)
    }

    private func hasOwn(_ filters: [Filter]) -> Bool {
        !filters.contains { $0.kind == .exceptOwnTransfers }
    }

    private func workingDays(_ deadline: Absence.Deadline) -> String {
        switch deadline {
        case .by(.inPeriod(.lastWorking, _), _), .within(_, .inPeriod(.lastWorking, _)):
            return "; working days are Monday to Friday without Norway's public holidays, or those "
                + "of the calendar in the settings"
        default: return ""
        }
    }

    private func closeness(_ closeness: Repetition.Closeness) -> String {
        guard case .within(let length) = closeness, length.value.fixedSeconds != nil else {
            return "; days are those of the bank"
        }
        return "; times count from when a transaction was first seen, because the bank dates by day"
    }

    private func parts(_ leaf: Condition) -> [String] {
        switch leaf {
        case .health(let health): return [Texts.health(health.kind)]
        case .reservationAge: return ["reservations and how old they are"]
        case .forecast(let forecast):
            return [
                Texts.figure(forecast.figure, isTotal: false),
                Texts.scheduled(forecast.within, addsIncome: true),
            ]
        case .level, .change, .all, .any:
            let parts = leaf.quantities.map(part)
            switch leaf.comparison?.reference {
            case .its(let figure, let ago, _)?:
                return parts + [Texts.figure(figure, isTotal: false, ago: ago)]
            case .usual?: return parts + [Texts.usual]
            case .quantity?, nil: return parts
            }
        }
    }

    private func part(_ quantity: Quantity) -> String {
        switch quantity.kind {
        case .figure(let figure, let isTotal, _): Texts.figure(figure, isTotal: isTotal)
        case .former(let figure, let isTotal, _, let ago):
            Texts.figure(figure, isTotal: isTotal, ago: ago)
        case .aggregate(let aggregate), .pace(let aggregate):
            Texts.measure(aggregate.measure) + filters(aggregate.filters)
                + ", " + Texts.window(aggregate.window.kind)
                + (quantity.isPace ? Texts.pace(isFiltered: !aggregate.isUnfiltered) : "")
        case .upcomingPayments(_, let within): Texts.scheduled(within, addsIncome: false)
        }
    }

    private func filters(_ filters: [Filter]) -> String {
        let others = filters.filter { $0.scope == nil && $0.kind != .exceptOwnTransfers }
        guard !others.isEmpty else { return "" }
        let words =
            ", only those" + canonical.filters(others) + members(others.flatMap(\.kind.texts))
            + categories(others.flatMap(\.kind.categories).compactMap(\.own))
        guard others.contains(where: { !$0.kind.sides.isEmpty }) else { return words }
        return words + "; the name of an own account behind 'from' or 'to' means that account, "
            + "any other name the other side"
    }

    /// The members of the names that are groups.
    private func members(_ names: [TextLiteral]) -> String {
        let words = names.filter { !$0.members.isEmpty }.map { group in
            let members = group.members.map(CanonicalText.quoted).joined(separator: ", ")
            return "; \(canonical.text(group)) is \(members)"
        }
        return once(words, separator: "")
    }

    private func categories(_ own: [OwnCategory]) -> String {
        let words = own.map { category in
            let codes = category.codes.map(\.description) + category.merchants + category.texts
            return "; \(CanonicalText.quoted(category.name)) is \(codes.joined(separator: ", "))"
        }
        return once(words, separator: "")
    }

    // MARK: Accounts

    private var accounts: String {
        let scopes = rule.body.readings
        guard !scopes.isEmpty else { return "none: it looks at the bank itself" }
        let parts = scopes.map { reading in
            if let scope = reading.scope {
                return canonical.accounts(scope) + members(scope.groups)
            }
            if rule.kind == .absence, !isOfSubscription { return "all accounts together" }
            return reading.isSum
                ? Texts.implicitSum(reading.figure) : Texts.implicitAccounts(reading.figure)
        }
        return once(parts) + leftOut(scopes)
    }

    /// The accounts that a limit in one currency excludes, although the sentence does not say so.
    private func leftOut(_ scopes: [ScopeReading]) -> String {
        let isNamed = scopes.allSatisfy { $0.scope?.isNamed ?? false }
        let limits =
            leaves.compactMap { $0.comparison?.amount } + rule.body.filters.compactMap(\.amount)
        let currencies = Set(limits.compactMap(\.currency))
        guard !isNamed, let currency = currencies.first, currencies.count == 1 else { return "" }
        return "; accounts in other currencies than \(currency.code) are left out"
    }

    // MARK: Firing, waiting and recovery

    private var fires: String {
        let when =
            switch rule.body {
            case .condition(let condition): Texts.fires(canonical.condition(condition), rule.kind)
            case .event(let event):
                once(event.parts.map { Texts.fires($0.trigger) }, separator: ", or ") + onlyWhile
            case .absence, .repetition, .summary:
                Texts.fires(canonical.body(rule.body), rule.kind) + onlyWhile
            }
        let hold = rule.clauses.hold.map { " and stays so for \($0.words)" } ?? ""
        let byDay = isOnReservations ? "; counted in whole days from its day" : ""
        return when + hold + byDay + once(leaves.compactMap(limit), separator: "")
    }

    private var isOfSubscription: Bool {
        if case .absence(let absence) = rule.body { absence.isOfSubscription } else { false }
    }

    private var onlyWhile: String {
        guard let condition = rule.body.condition else { return "" }
        return "; only while \(canonical.condition(condition)), and where that can't be known it "
            + "waits for the next reading that does"
    }

    var isOnReservations: Bool {
        if case .condition(.reservationAge) = rule.body { true } else { false }
    }

    private func limit(_ leaf: Condition) -> String? {
        guard let comparison = leaf.comparison, let amount = comparison.amount else { return nil }
        let isStrict = comparison.relation == .under || comparison.relation == .over
        return "; exactly \(canonical.amount(amount)) \(isStrict ? "does not count" : "counts")"
    }

    private var waits: String {
        switch rule.kind {
        case .health: "never: it is about the bank's state itself"
        case .summary: "never: what is not known or old is reported so"
        case .absence:
            "while the bank fails, an answer is incomplete, or the known history does not reach "
                + "back to where the time begins"
        case .event, .repeat:
            "while the bank fails nothing is seen; what came is reported afterwards" + learning
        default: "while the bank fails or its figures are old, nothing fires and nothing ends"
        }
    }

    /// Why `at a new merchant` and `above the previous one` may not judge yet (RL-19).
    private var learning: String {
        let filters = rule.body.filters.map(\.kind)
        let learns =
            filters.contains(.atNewMerchant)
            ? "; on an account with less than \(HistoryTable.learningDays) days of history it is "
                + "learning and sends nothing" : ""
        guard filters.contains(where: { $0.needsHistory && $0 != .atNewMerchant }) else {
            return learns
        }
        return learns
            + "; it needs one earlier transaction of the same words at the same merchant and account"
    }

    private var recovers: String {
        switch rule.kind {
        case .level, .forecast, .health: lastingEnd
        case .window: windowEnd
        case .change: "as soon as it is no longer so; no notification is sent"
        case .event: eventEnd
        case .absence:
            "when it comes late; sent where the alert was sent"
                + (isOfSubscription ? "; silently when it has ended" : "")
        // A set can grow after it was reported (D27).
        case .repeat: Self.never + "; further ones join the set silently"
        case .summary: Self.never
        }
    }

    private var eventEnd: String {
        guard case .event(let event) = rule.body else { return Self.never }
        let ends = event.parts.map { part in
            switch part.trigger {
            case .new, .newSubscription, .subscriptionRose:
                "; if the booking changes the amount, a correction is sent"
            case .reservationDropped: ""
            case .settled: "; if the bank changes the booked amount later, a correction is sent"
            }
        }
        return Self.never + once(ends, separator: "")
    }

    private var lastingEnd: String {
        let end = rule.clauses.recovery.flatMap(recoveryWords).map { "when \($0)" }
        return (end ?? "as soon as it is no longer so")
            + (rule.resolve ? "; sent where the alert was sent" : "; no notification is sent")
    }

    private func recoveryWords(_ recovery: Comparison) -> String? {
        if case .forecast(let forecast)? = leaves.first {
            return canonical.forecast(forecast, recovery)
        }
        return leaves.first?.quantities.first.map { canonical.level($0, recovery) }
    }

    private var windowEnd: String {
        let windows = leaves.flatMap(\.quantities).compactMap(\.aggregate?.window.kind)
        guard let period = windows.first?.period?.unit else {
            // A window without a fixed start can end at any time (D13).
            return "as soon as it is no longer so; no notification is sent, and it can fire again"
        }
        return "silently when the next \(period.rawValue) begins"
            + (rule.resolve ? "; sent if it ends before" : "")
    }
}

extension Quantity {
    fileprivate var isPace: Bool { if case .pace = kind { true } else { false } }
}

extension Aggregate {
    fileprivate var isUnfiltered: Bool { filters.allSatisfy { $0.scope != nil } }
}
