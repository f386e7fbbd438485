extension SentenceChecker {
    /// Refuses what can be said but is not evaluated in this version.
    mutating func checkAvailability() {
        switch sentence.body {
        case .condition, .absence, .summary: break
        case .event(let event): checkAvailability(of: event)
        case .repetition(let repetition): refuse("rules on repeated rows", at: repetition.span)
        }
        for leaf in sentence.body.condition?.leaves ?? [] { checkAvailability(of: leaf) }
        for filter in sentence.body.filters { checkAvailability(of: filter) }
    }

    private mutating func checkAvailability(of event: Event) {
        switch event.trigger {
        case .new: break
        case .reservationDropped: refuse("rules on dropped reservations", at: event.span)
        case .settled: refuse("rules on settled reservations", at: event.span)
        }
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

    private mutating func checkAvailability(of filter: Filter) {
        switch filter.kind {
        case .atNewMerchant: refuse("the filter \"at a new merchant\"", at: filter.span)
        case .percentAbovePrevious, .amountAbovePrevious:
            refuse("the filter \"above the previous one\"", at: filter.span)
        default: break
        }
    }

    private mutating func refuse(_ what: String, at span: Range<Int>) {
        let verb = what.hasPrefix("the filter") ? "is" : "are"
        add("not-available", at: span, "\(what) \(verb) not available in this version")
    }
}
