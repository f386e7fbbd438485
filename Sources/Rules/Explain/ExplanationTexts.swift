import Finance

/// Every word that explanations add to a person's own sentence (D64).
enum ExplanationTexts {
    static let everyFigure = "the newest figures of the accounts"
    static let reservations = "reservations and how old they are"
    static let scheduled = "known payments that are still to come"
    static let noAccounts = "none: it looks at the bank itself"
    /// When nothing is judged (RL-30).
    static let waits =
        "while the bank fails or its figures are old, nothing fires and nothing ends"
    static let absenceWaits =
        "while the bank fails, an answer is incomplete, or the known history does not reach back to "
        + "where the time begins"
    static let summaryWaits = "never: old figures are reported as old"
    static let allTogether = "all accounts together"
    /// Added where a limit names a currency, and accounts in others are not looked at.
    static func leavesOut(_ currency: Currency) -> String {
        "; accounts in other currencies than \(currency.code) are left out"
    }
    /// What the last working day knows (RL-17).
    static let workingDays = "; working days are Monday to Friday without Norway's public holidays"
    /// What own accounts behind `from` and `to` mean (RL-70).
    static let sides =
        "; the name of an own account behind 'from' or 'to' means that account, any other name the "
        + "other side"
    static let waitsForRows =
        "while the bank fails nothing is seen; what came is reported afterwards"
    /// Why `at a new merchant` may not judge yet (RL-19).
    static let learnsMerchants =
        "; on an account with less than \(HistoryTable.learningDays) days of history it is "
        + "learning and sends nothing"
    /// Why `above the previous one` may not judge (RL-19).
    static let needsPrevious =
        "; it needs one earlier transaction of the same words at the same merchant and account"
    /// Added where the age of reservations is judged: the bank gives days.
    static let byDay = "; counted in whole days from its day"
    static func onlyWhile(_ words: String) -> String {
        "; only while \(words), and where that can't be known it waits for the next reading that does"
    }
    static let oneForChannel = "one for each channel"
    static let oneForReservation = "one for each reservation"
    static let waitsForNothing = "never: it is about the bank's trouble itself"
    static let endsSilently = "as soon as it is no longer so; no notification is sent"
    static let endsWhenFalse = "as soon as it is no longer so"
    static let endIsNotified = "; sent where the alert was sent"
    static let endIsSilent = "; no notification is sent"
    /// The end of a window without a fixed start (D13).
    static let rollingEnd =
        "as soon as it is no longer so; no notification is sent, and it can fire again"
    static let refundIsNotified = "; sent if a refund ends it before"
    static let eventEnd =
        "never, it has happened; if the booking changes the amount, a correction is sent"
    static let settlementEnd =
        "never, it has happened; if the bank changes the booked amount later, a correction is sent"
    /// What happens to a set that grows (D27).
    static let setEnd = "never, it has happened; further ones join the set silently"
    /// How minutes and hours are counted (D14).
    static let countsFirstSight =
        "; times count from when a transaction was first seen, because the bank dates by day"
    static let countsDays = "; days are those of the bank"
    static let absenceEnd = "when it comes late; sent where the alert was sent"
    static let never = "never, it has happened"
    static let neverQuiet = "never: it is sent at once"
    /// What passes quiet hours (D45).
    static let passesQuietHours = "being critical, it is sent in quiet hours too"
    static let oneForTransaction = "one for each transaction; its booking is not another one"
    static let oneForSet = "one for each set of transactions"
    static let oneForDeadline = "one for each deadline"
    static let oneForAccountAndDeadline = "one for each account and deadline"
    static let oneForInstant = "one for each time it is due"
    static let oneForBank = "one for each bank"
    static let oneForAccount = "one for each account"
    static let oneForCurrency = "one for each currency"
    static let oneAlert = "one"

    static func kind(_ kind: RuleKind) -> String {
        switch kind {
        case .level: "level: something is so or is not, at any time"
        case .window: "window: a sum, a count or a maximum over a length of time"
        case .change: "change: a figure moves by so much"
        case .forecast: "forecast: a figure will be so"
        case .event: "event: something happens once"
        case .repeat: "repeat: like transactions come together"
        case .absence: "absence: something does not happen in time"
        case .summary: "summary: an overview at fixed times"
        case .health: "health: whether the bank can be watched"
        }
    }

    /// A figure in words (RL-11).
    static func figure(_ figure: Figure, isTotal: Bool) -> String {
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

    /// The transactions that a word speaks of (RL-13), with or without own transfers.
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

    static func trigger(_ trigger: Event.Trigger, ownTransfers: Bool) -> String {
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
        }
    }

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
        case .current(.day): "since midnight"
        case .current(.week): "since Monday"
        case .current(.month): "since the first of the month"
        case .current(.year): "since the first of January"
        case .last(let span): "over the last \(span.words)"
        }
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

    static func hold(_ words: String) -> String { " and stays so for \(words)" }

    /// Added for the limit itself (RL-10).
    static func limit(_ amount: String, _ relation: Relation) -> String {
        switch relation {
        case .under, .over: "; exactly \(amount) does not count"
        case .atLeast, .atMost: "; exactly \(amount) counts"
        }
    }

    static func recovery(_ words: String) -> String { "when \(words)" }

    static func periodEnd(_ period: CalendarPeriod) -> String {
        "silently when the next \(period.rawValue) begins"
    }

    static func between(_ start: String, _ end: String) -> String {
        "sent only between \(start) and \(end); the rest is kept until \(start)"
    }

    static func onlyOn(_ words: String) -> String { "sent \(words); the rest is kept until then" }

    static func limit(_ words: String) -> String {
        "sent \(words); the rest is counted and reported in the next notification"
    }

    static func reminds(_ words: String) -> String { "sent again every \(words) while it is so" }

    static func onceIn(_ period: CalendarPeriod, _ words: String) -> String {
        "\(words) and \(period.rawValue)"
    }
}
