import Finance
package import Rules

/// The phase of an alert's life that a notification reports.
enum AlertPhase: Sendable {
    case begins
    /// It is still true: a reminder.
    case lasts
    /// It began and ended before it could be sent.
    case passed
    case ended
}

// Texts about figures.
extension Texts {
    /// A title with the phase before it.
    func title(_ title: String, in phase: AlertPhase) -> String {
        switch phase {
        case .begins: title
        case .lasts: text("Still: \(title)", nb: "Fortsatt: \(title.loweredFirst)")
        case .passed: text("Over: \(title)", nb: "Er over igjen: \(title.loweredFirst)")
        case .ended: text("Resolved: \(title)", nb: "Over: \(title.loweredFirst)")
        }
    }

    package func figureName(_ figure: Figure) -> String {
        let english = figure.rawValue.capitalisedFirst
        return switch figure {
        case .balance: text(english, nb: "Saldo")
        case .available: text(english, nb: "Disponibelt")
        case .creditLimit: text(english, nb: "Kredittgrense")
        case .creditUsed: text(english, nb: "Brukt kreditt")
        }
    }

    /// The comparison with a limit; `name` is an account or a figure.
    func limit(_ limit: String, of name: String?) -> String {
        name.map { text("\($0), limit \(limit)", nb: "\($0), grense \(limit)") }
            ?? text("Limit \(limit)", nb: "Grense \(limit)")
    }

    /// A figure of an account, or of all if there is no name, on the wrong side of its limit.
    func level(
        _ figure: Figure, of name: String?, isLow: Bool, _ value: String?, _ phase: AlertPhase
    ) -> String {
        let place = name.map { "på \($0)" } ?? "i alt"
        let total = "\(figureName(figure)) i alt"
        let (subject, norwegian) =
            switch figure {
            case .balance: (name ?? "Total balance", isLow ? "Lav saldo" : "Høy saldo")
            case .available: (name ?? "Total available", isLow ? "Lite igjen" : "Mye disponibelt")
            case .creditLimit:
                (
                    name.map { "Credit limit of \($0)" } ?? "Total credit limit",
                    isLow ? "Lav kredittgrense" : "Høy kredittgrense"
                )
            case .creditUsed:
                (
                    name.map { "Credit used on \($0)" } ?? "Total credit used",
                    isLow ? "Lite brukt kreditt" : "Mye brukt kreditt"
                )
            }
        return state(
            of: text(subject, nb: name ?? total), isLow: isLow, norwegian: "\(norwegian) \(place)",
            value, phase)
    }

    /// A sum, count or maximum on the wrong side of its limit.
    func sum(_ subject: String, isLow: Bool, _ value: String?, _ phase: AlertPhase) -> String {
        state(
            of: subject, isLow: isLow,
            norwegian: "\(subject) \(isLow ? "under" : "over") grensen", value, phase)
    }

    private func state(
        of subject: String, isLow: Bool, norwegian words: String, _ value: String?,
        _ phase: AlertPhase
    ) -> String {
        let side = isLow ? "low" : "high"
        let figure = value.map { ": \($0)" } ?? ""
        func norwegian() -> String { title(words + figure, in: phase) }
        return switch phase {
        case .begins: text("\(subject) is \(side)\(figure)", nb: norwegian())
        case .lasts: text("\(subject) is still \(side)\(figure)", nb: norwegian())
        case .passed: text("\(subject) was \(side)\(figure)", nb: norwegian())
        case .ended:
            value.map { text("\(subject) is back at \($0)", nb: "\(subject) er tilbake på \($0)") }
                ?? text("\(subject) is no longer \(side)", nb: norwegian())
        }
    }

    /// A figure whose forecast is on the wrong side of its limit.
    func forecast(
        _ name: String?, isLow: Bool, _ value: String?, on day: String?, _ phase: AlertPhase
    ) -> String {
        let subject = name ?? text("Total balance", nb: "Samlet saldo")
        let when = day.map { text(" on \($0)", nb: " \($0)") } ?? ""
        let figure = value.map { ": \($0)" } ?? ""
        let side = isLow ? "low" : "high"
        let norwegian = "\(subject) ventes \(isLow ? "under" : "over") grensen\(when)\(figure)"
        let english =
            switch phase {
            case .begins: "\(subject) will be \(side)\(when)\(figure)"
            case .lasts: "\(subject) will still be \(side)\(when)\(figure)"
            case .passed: "\(subject) was expected to be \(side)\(when)\(figure)"
            case .ended: "\(subject) is no longer expected to be \(side)\(figure)"
            }
        return text(english, nb: title(norwegian, in: phase))
    }

    /// A figure that moved by an amount.
    func moved(_ name: String, isDown: Bool, by value: String?, within span: CalendarSpan) -> String
    {
        let size = value.map { text(" by \($0)", nb: " med \($0)") } ?? ""
        let verb = isDown ? text("dropped", nb: "falt") : text("rose", nb: "steg")
        return "\(name) \(verb)\(size) \(text("in", nb: "på")) \(length(span))"
    }

    /// The name of a sum: `Spending this month`; only English has a place for its filters.
    ///
    /// - Parameter days: the days of the sum, if they are not those that the window means now.
    func aggregate(_ aggregate: Aggregate, on account: String?, days: String?) -> String {
        let subject =
            switch aggregate.measure {
            case .spending: text("Spending", nb: "Forbruk")
            case .income: text("Income", nb: "Inntekter")
            case .count(let noun):
                text("Number of \(noun.plural)", nb: "Antall \(noun.norwegianPlural)")
            case .largest(let noun):
                text("Largest \(noun.rawValue)", nb: "Største \(noun.norwegian)")
            }
        let place = account.map { text(" on \($0)", nb: " på \($0)") } ?? ""
        let filters = text(aggregate.filters.words, nb: "")
        return "\(subject)\(filters)\(place) \(days ?? time(aggregate.window.kind))"
    }

    private func time(_ window: Window.Kind) -> String {
        switch window {
        case .current(let period):
            switch period.unit {
            case .day: today
            case .week: text("this week", nb: "denne uka")
            case .month: text("this month", nb: "denne måneden")
            case .year: text("this year", nb: "i år")
            }
        case .previous(let period, _):
            switch period.unit {
            case .day: text("yesterday", nb: "i går")
            case .week: text("last week", nb: "forrige uke")
            case .month: text("last month", nb: "forrige måned")
            case .year: text("last year", nb: "i fjor")
            }
        case .last(let span): "\(text("in the last", nb: "siste")) \(length(span))"
        }
    }

    func upcomingPayments(_ ahead: Ahead, on account: String?) -> String {
        let time =
            switch ahead {
            case .next(let span): "\(text("in the next", nb: "de neste")) \(length(span.value))"
            case .endOf(let period):
                switch period.unit {
                case .day: text("until the end of the day", nb: "ut dagen")
                case .week: text("until the end of the week", nb: "ut uka")
                case .month: text("until the end of the month", nb: "ut måneden")
                case .year: text("until the end of the year", nb: "ut året")
                }
            case .nextSalary: text("before the next salary", nb: "før neste lønn")
            }
        let place = account.map { text(" on \($0)", nb: " fra \($0)") } ?? ""
        return "\(text("Sum of payments", nb: "Betalinger"))\(place) \(time)"
    }

    /// The time for which it was true; `isLow` is `nil` for conditions that are neither low nor
    /// high.
    func span(isLow: Bool?, from start: String, to end: String) -> String {
        let span =
            start == end
            ? text("briefly at \(start)", nb: "en kort stund \(start)")
            : text("from \(start) to \(end)", nb: "fra \(start) til \(end)")
        return switch isLow {
        case true?: "\(text("Low", nb: "Under grensen")) \(span)"
        case false?: "\(text("High", nb: "Over grensen")) \(span)"
        case nil: span.capitalisedFirst
        }
    }
}

extension Noun {
    var norwegian: String {
        switch self {
        case .debit: "utgift"
        case .credit: "innbetaling"
        case .transaction: "bevegelse"
        case .purchase: "kjøp"
        case .transfer: "overføring"
        case .fee: "gebyr"
        case .payment: "betaling"
        case .withdrawal: "uttak"
        case .refund: "refusjon"
        case .salary: "lønn"
        case .interest: "rente"
        }
    }

    var norwegianPlural: String {
        switch self {
        case .purchase, .withdrawal, .fee: norwegian
        case .salary: "lønninger"
        case .interest: "renter"
        case .transaction: "bevegelser"
        case .debit, .credit, .transfer, .payment, .refund: norwegian + "er"
        }
    }
}
