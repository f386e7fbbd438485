extension SentenceChecker {
    /// Refuses what can be said but is not evaluated in this version.
    mutating func checkAvailability() {
        switch sentence.body {
        case .condition, .absence, .repetition, .summary: break
        case .event(let event): checkAvailability(of: event)
        }
        for leaf in sentence.body.condition?.leaves ?? [] { checkAvailability(of: leaf) }
        checkHistoryFilters()
    }

    private mutating func checkAvailability(of event: Event) {
        if let condition = event.condition {
            refuse("conditions behind \"while\"", at: condition.span)
        }
    }

    private mutating func checkAvailability(of leaf: Condition) {
        switch leaf {
        case .all, .any: break
        case .level(let level):
            for quantity in level.quantities {
                if case .upcomingPayments = quantity.kind {
                    refuse("rules on upcoming payments", at: quantity.span)
                }
            }
        case .reservationAge(let age): refuse("rules on the age of reservations", at: age.span)
        case .change(let change): refuse("change rules", at: change.span)
        case .forecast(let forecast): refuse("forecast rules", at: forecast.span)
        case .health(let health): checkAvailability(of: health)
        }
    }

    private mutating func checkAvailability(of health: Health) {
        switch health.kind {
        case .bankUnreachable, .dataOlder: break
        case .signInExpires: refuse("rules on the sign-in's expiry", at: health.span)
        case .notificationsFailing: refuse("rules on failing notifications", at: health.span)
        }
        if case .condition(.health) = sentence.body { return }
        refuse("rules that join the bank's health with something else", at: health.span)
    }

    /// What compares a transaction with earlier ones asks about a new one, and about no other.
    private mutating func checkHistoryFilters() {
        if case .event(let event) = sentence.body, case .new = event.trigger { return }
        for filter in sentence.body.filters where filter.kind.needsHistory {
            let name =
                filter.kind == .atNewMerchant ? "at a new merchant" : "above the previous one"
            add(
                "not-available", at: filter.span,
                "\"\(name)\" is available in rules on new transactions only, such as "
                    + "\"new debit \(name == "at a new merchant" ? name : "over 5% \(name)")\"")
        }
    }

    private mutating func refuse(_ what: String, at span: Range<Int>) {
        add("not-available", at: span, "\(what) are not available in this version")
    }
}
