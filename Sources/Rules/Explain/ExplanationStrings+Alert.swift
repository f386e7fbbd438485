import Finance

// Says when notifications of a rule are held back, and what makes an alert.
extension ExplanationStrings {
    var quiet: String {
        let clauses = rule.clauses
        var parts: [String] = []
        if let hours = clauses.notifying {
            let start = CanonicalText.time(hours.startMinute)
            let end = CanonicalText.time(hours.endMinute)
            parts.append("sent only between \(start) and \(end); the rest is kept until \(start)")
        }
        if let days = clauses.weekdays {
            parts.append("sent \(canonical.clause(.onlyOn(days))); the rest is kept until then")
        }
        if let limit = clauses.limit {
            let rest =
                rule.kind.notifiesEvents
                ? "when the \(limit.period.rawValue) ends, or with a notification before"
                : "in the next notification"
            parts.append(
                "sent \(canonical.clause(.limit(limit))); the rest is counted and reported "
                    + rest)
        }
        if let every = clauses.remindEvery {
            parts.append("sent again every \(every.words) while it is so")
        }
        // Critical alerts on health are sent in quiet hours too (D45).
        if rule.kind == .health, rule.urgency == .critical, clauses.notifying != nil {
            parts.append("being critical, it is sent in quiet hours too")
        }
        return parts.isEmpty ? "never: it is sent at once" : parts.joined(separator: "; ")
    }

    var alert: String {
        switch rule.kind {
        case .event:
            isOnReservations
                ? "one for each reservation"
                : "one for each transaction; its booking is not another one"
        case .repeat: "one for each set of transactions"
        case .absence: absenceAlert
        case .summary: "one for each time it is due"
        case .health: healthAlert
        case .window: windowAlert
        case .level, .change, .forecast: levelAlert
        }
    }

    private var absenceAlert: String {
        guard case .absence(let absence) = rule.body else { return "" }
        let isEach = absence.filters.scope?.reach == .each
        switch absence.deadline {
        case .last, .every: return isEach ? Self.oneForAccount : "one"
        case .overdue: return "one for each payment that is missing"
        case .by, .within: break
        }
        return isEach ? "one for each account and deadline" : "one for each deadline"
    }

    private var windowAlert: String {
        let quantity = leaves.flatMap(\.quantities).first { $0.aggregate != nil }
        let one = oneForSum(quantity?.scope)
        guard let period = quantity?.aggregate?.window.kind.period?.unit else { return one }
        return "\(one) and \(period.rawValue)"
    }

    private func oneForSum(_ scope: Scope?) -> String {
        AccountSelector(scope).isOverAll ? Self.oneForCurrency : Self.oneForAccount
    }

    private var healthAlert: String {
        if case .condition(.health(let health)) = rule.body, health.kind == .notificationsFailing {
            return "one for each channel"
        }
        return rule.body.readings.isEmpty ? "one for each bank" : Self.oneForAccount
    }

    private var levelAlert: String {
        if case .condition(.level(let level)) = rule.body,
            case .upcomingPayments(let scope, _) = level.quantity.kind
        {
            return oneForSum(scope)
        }
        let isPerAccount = leaves.contains { leaf in
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
        return isPerAccount ? Self.oneForAccount : "one"
    }
}
