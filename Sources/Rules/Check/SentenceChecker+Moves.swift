import Finance

extension SentenceChecker {
    /// Looks whether what is said to move has a course that is kept, and moves at all.
    mutating func checkChange(_ change: Change) {
        switch change.quantity.kind {
        case .aggregate, .upcomingPayments:
            add(
                "change-over-window", at: change.quantity.span,
                "a sum over a window does not drop or rise; compare it with a limit instead")
        case .figure(.creditLimit, _, _):
            add(
                "no-course", at: change.quantity.span,
                "former credit limits are not kept, so nothing is known of how they changed",
                expected: ["balance", "available", "credit used"])
        case .figure: break
        }
        let (number, span) =
            switch change.size {
            case .amount(let amount): (amount.number, amount.span)
            case .percent(let percent): (percent.number, percent.span)
            }
        if number.digits == 0 {
            add("zero-change", at: span, "a change of nothing is none")
        }
    }

    /// Looks whether payments move the figure that is looked ahead for.
    mutating func checkForecast(_ forecast: Forecast) {
        check(forecast.comparison, against: forecast.quantity)
        guard forecast.figure == .creditLimit else { return }
        add(
            "wrong-type", at: forecast.span, "payments do not change the credit limit",
            expected: ["balance", "available", "credit used"])
    }

    /// A forecast is of one account or of each by itself.
    mutating func checkForecastScopes() {
        for case .forecast(let forecast) in sentence.body.condition?.leaves ?? [] {
            guard let scope = forecast.scope, scope.reach == .all else { continue }
            add(
                "wrong-scope", at: scope.span, "a forecast is of each account by itself",
                expected: ["\(forecast.figure.rawValue) of each account"],
                suggestions: [replacingReach(of: scope, by: "each account")])
        }
    }

    /// Looks for hours and minutes where the bank gives days (RL-15).
    mutating func checkDayPrecision() {
        for leaf in sentence.body.condition?.leaves ?? [] {
            switch leaf {
            case .forecast(let forecast): checkDays(forecast.within, "what is scheduled falls due")
            case .reservationAge(let age): checkDays(age.age, "a reservation is made")
            case .level(let level):
                for case .upcomingPayments(_, let length) in level.quantities.map(\.kind) {
                    checkDays(length, "what is scheduled falls due")
                }
            case .change, .health, .all, .any: break
            }
        }
    }

    private mutating func checkDays(_ length: LengthOfTime, _ what: String) {
        guard let seconds = length.value.fixedSeconds, length.value.count > 0 else { return }
        let days = CalendarSpan(count: max(1, (seconds + 86_399) / 86_400), unit: .day)
        add(
            "finer-than-data", at: length.span,
            "\(what) on a day, not at a time; count in days or longer",
            expected: [days.words], suggestions: [replacing(length.span, by: days.words)])
    }

    /// The quantity that `until` speaks of: that of a single level or of a single forecast.
    var recoveringQuantity: Quantity? {
        switch sentence.body {
        case .condition(.level(let level)): level.quantity
        case .condition(.forecast(let forecast)): forecast.quantity
        default: nil
        }
    }
}

extension Forecast {
    /// The figure as a quantity, as if it were compared now.
    var quantity: Quantity {
        Quantity(kind: .figure(figure, isTotal: false, scope: scope), span: span)
    }
}
