import Finance

/// The words of explanations for kinds of rules, figures and transactions (D64).
enum ExplanationTexts {
    static let scheduled = "known payments that are still to come"
    private static let salary =
        "expected is the salary that came regularly so far, three times a week, two weeks or a month "
        + "apart"

    /// The future items that are known, and those that are only expected (RL-75).
    static func scheduled(_ ahead: Ahead, addsIncome: Bool) -> String {
        switch ahead {
        case .next: scheduled
        case .endOf:
            addsIncome
                ? "\(scheduled), and a salary; \(salary), at the least that it was" : scheduled
        case .nextSalary:
            "\(scheduled) before the next salary; \(salary); learning until one is known"
        }
    }

    static func kind(_ kind: RuleKind) -> String {
        switch kind {
        case .level: "level: something is true or not at any time"
        case .window: "window: a sum, a count or a maximum over a length of time"
        case .change: "change: a figure moves by an amount or a percentage"
        case .forecast: "forecast: what a figure is expected to be on a day"
        case .event: "event: something happens once"
        case .repeat: "repeat: like transactions come together"
        case .absence: "absence: something does not happen in time"
        case .summary: "summary: an overview at fixed times"
        case .health: "health: whether the bank can be watched"
        }
    }

    /// A figure in words (RL-11).
    static func figure(_ figure: Figure, isTotal: Bool, ago: LengthOfTime? = nil) -> String {
        if let ago {
            return "\(self.figure(figure, isTotal: isTotal)), as it was at the end of the day "
                + "\(ago.value.words) ago; learning until readings go back that far"
        }
        let words =
            switch figure {
            case .balance: "the booked balance"
            case .available: "what can be spent now; a reservation lowers it at once"
            case .creditLimit: "the credit limit"
            case .creditUsed: "what is owed on a credit account"
            }
        return isTotal ? "the sum over accounts of \(words)" : words
    }

    /// A sum, count or maximum in words (RL-13).
    static func measure(_ measure: Aggregate.Measure) -> String {
        switch measure {
        case .spending:
            "the sum of purchases, fees, payments and withdrawals, with reservations, less "
                + "refunds, without own transfers"
        case .income: "the sum of credits that are neither own transfers nor refunds"
        case .count(let noun): "the number of \(transactions(noun))"
        case .largest(let noun): "the largest of \(transactions(noun))"
        }
    }

    /// The parts of a spending summary (RL-77).
    static func spending(_ spending: Summary.Spending) -> String {
        let time =
            spending.window.map { window($0.kind) }
            ?? "from the day of the summary before to the day before it"
        let groups = spending.grouping.map { ", by \($0.rawValue)" } ?? ""
        return measure(.spending) + groups + ", " + time
            + "; beside it the same time before that, and the three largest purchases"
    }

    /// The transactions that a noun refers to (RL-13), with or without own transfers.
    static func transactions(_ noun: Noun, ownTransfers: Bool = true) -> String {
        let transfers = ownTransfers ? "own transfers included" : "without own transfers"
        return switch noun {
        case .debit: "debits: money that leaves, \(transfers)"
        case .credit: "credits: money that comes in, \(transfers)"
        case .transaction: "all transactions"
        case .purchase: "purchases with card or at a terminal"
        case .transfer: "transfers in both directions"
        case .fee: "fees"
        case .payment: "payments: bills, giro, direct debits"
        case .withdrawal: "withdrawals of cash"
        case .refund: "refunds"
        case .salary: "salaries"
        case .interest: "interest, paid or received"
        }
    }

    static func trigger(_ trigger: Event.Trigger, _ ownTransfers: Bool) -> String {
        switch trigger {
        case .new(let stage, let noun):
            let new = "new \(transactions(noun, ownTransfers: ownTransfers))"
            return switch stage {
            case nil: "\(new); reserved or booked, whichever is seen first"
            case .pending: "\(new); while they are reserved"
            case .booked: "\(new); when they are booked"
            }
        case .reservationDropped: return "reservations that the bank drops"
        case .settled(let noun, _):
            return "bookings of reserved \(transactions(noun, ownTransfers: ownTransfers))"
        case .newSubscription, .subscriptionRose: return subscriptions
        }
    }

    /// The definition of a subscription (RL-78).
    static let subscriptions =
        "subscriptions: like amounts at one merchant on one account, purchases or payments, at least "
        + "three times every week, 2 weeks, month, quarter or year; one that has not come for two of "
        + "its distances has ended"

    static func health(_ kind: Health.Kind) -> String {
        switch kind {
        case .bankUnreachable: "whether the bank answers"
        case .dataOlder: "when the bank was last read"
        case .signInExpires: "when the sign-in to the bank ends"
        case .notificationsFailing: "whether notifications get through"
        }
    }

    /// The days of a window (RL-15).
    static func window(_ kind: Window.Kind) -> String {
        switch kind {
        case .current(let period): "since \(start(of: period))"
        case .previous(let period, let toSameDay): previous(period, toSameDay)
        case .last(let span): "over the last \(span.words)"
        }
    }

    private static func start(of period: WindowPeriod) -> String {
        switch period.unit {
        case .day: "midnight"
        case .week: "Monday"
        case .month:
            period.monthStart.map { "the \(Parser.ordinalText($0))" } ?? "the first of the month"
        case .year: "the first of January"
        }
    }

    private static func previous(_ period: WindowPeriod, _ toSameDay: Bool) -> String {
        "over the \(period.unit.rawValue) before the one that began on \(start(of: period))"
            + (toSameDay ? ", up to the day that corresponds to today" : "")
    }

    /// The definition of what is usual, and when it is known.
    static let usual =
        "what is usual: the mean of the last six whole periods before; learning until three are "
        + "known"

    /// What a pace adds to the known spending so far (RL-76).
    static func pace(isFiltered: Bool) -> String {
        let scheduled =
            isFiltered
            ? ""
            : ", payments that are scheduled until it ends, which then are not counted as usual"
        return "; up to the end of the period\(scheduled), and the mean of what came in the rest "
            + "of the last six; learning until three are known"
    }

    /// The accounts of a figure that names none (RL-12).
    static func implicitAccounts(_ figure: Figure?) -> String {
        switch figure {
        case .balance: "each account that holds money"
        case .creditUsed: "each credit account"
        case .available, .creditLimit, nil: "each account"
        }
    }

    /// The accounts of a sum that names none (D12).
    static func implicitSum(_ figure: Figure?) -> String {
        switch figure {
        case .balance: "all accounts that hold money, together"
        case .creditUsed: "all credit accounts together"
        case .available, .creditLimit: "all accounts together"
        case nil: "all accounts of one currency together"
        }
    }

    static func fires(_ words: String, _ kind: RuleKind) -> String {
        switch kind {
        case .absence: "when the time is over and the bank was read completely after it: \(words)"
        case .repeat: "when they are complete: \(words)"
        case .summary: words
        default: "when it begins that \(words)"
        }
    }

    static func fires(_ trigger: Event.Trigger) -> String {
        switch trigger {
        case .new(.booked, _): "when one is booked after the first reading of the account"
        case .new: "when one is first seen after the first reading of the account"
        case .reservationDropped: "when one is dropped"
        case .newSubscription: "when the payment that makes one known is first seen"
        case .subscriptionRose(let relation, let size):
            "when a payment of a known one is first seen that rose "
                + CanonicalText(isKey: false).step(relation, size) + " from the one before"
        case .settled(_, let settlement):
            switch settlement {
            case .above(let percent):
                "when one is booked at least \(percent.number)% above its reservation"
            case .below(let percent):
                "when one is booked at least \(percent.number)% below its reservation"
            case .different: "when one is booked at another amount than was reserved"
            }
        }
    }
}
