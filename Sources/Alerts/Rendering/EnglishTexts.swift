import Finance
import Rules

/// The texts in English; months are short.
struct EnglishTexts: NotificationTexts {
    let noText = "(no text)"
    let unknown = "(unknown)"
    let allAccounts = "All accounts"
    let genericTitle = "Something happened"
    let genericOverTitle = "Alert resolved"
    let genericBody = "Open saldovakt for details."
    let noAccounts = "no account is known yet"
    let unknownSum = "not known"
    let nothingToDo = "Nothing needs to be done."
    let today = "today"

    func day(_ day: CalendarDay, in year: Int) -> String {
        let parts = day.components
        let text = "\(parts.day) \(Self.months[parts.month - 1])"
        return parts.year == year ? text : "\(text) \(parts.year)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    func length(_ span: CalendarSpan) -> String { span.words }

    func together(_ names: [String]) -> String {
        (names.dropLast(2) + [names.suffix(2).joined(separator: " and ")]).joined(separator: ", ")
    }

    func rule(_ id: String) -> String { "rule \(id)" }

    func more(_ count: Int) -> String { "and \(count) more" }
}

extension EnglishTexts {
    func figure(_ name: String, _ value: String) -> String { "\(name): \(value)" }

    func figureName(_ figure: Figure) -> String { figure.rawValue.capitalisedFirst }

    func limit(_ limit: String, of name: String?) -> String {
        name.map { "\($0), limit \(limit)" } ?? "Limit \(limit)"
    }

    func level(
        _ figure: Figure, of name: String?, isLow: Bool, _ value: String?, _ phase: AlertPhase
    ) -> String {
        let subject =
            switch figure {
            case .balance, .available: name ?? "Total \(figure.rawValue)"
            case .creditLimit: name.map { "Credit limit of \($0)" } ?? "Total credit limit"
            case .creditUsed: name.map { "Credit used on \($0)" } ?? "Total credit used"
            }
        return sum(subject, isLow: isLow, value, phase)
    }

    func sum(_ subject: String, isLow: Bool, _ value: String?, _ phase: AlertPhase) -> String {
        let side = isLow ? "low" : "high"
        let figure = value.map { ": \($0)" } ?? ""
        return switch phase {
        case .begins: "\(subject) is \(side)\(figure)"
        case .lasts: "\(subject) is still \(side)\(figure)"
        case .passed: "\(subject) was \(side)\(figure)"
        case .ended:
            value.map { "\(subject) is back at \($0)" } ?? "\(subject) is no longer \(side)"
        }
    }

    func forecast(
        _ name: String?, isLow: Bool, _ value: String?, on day: String?, _ phase: AlertPhase
    ) -> String {
        let subject = name ?? "Total balance"
        let side = isLow ? "low" : "high"
        let when = day.map { " on \($0)" } ?? ""
        let figure = value.map { ": \($0)" } ?? ""
        return switch phase {
        case .begins: "\(subject) will be \(side)\(when)\(figure)"
        case .lasts: "\(subject) will still be \(side)\(when)\(figure)"
        case .passed: "\(subject) was expected to be \(side)\(when)\(figure)"
        case .ended: "\(subject) is no longer expected to be \(side)\(figure)"
        }
    }

    func moved(_ name: String, isDown: Bool, by value: String?, within length: CalendarSpan)
        -> String
    {
        let size = value.map { " by \($0)" } ?? ""
        return "\(name) \(isDown ? "dropped" : "rose")\(size) in \(length.words)"
    }

    func aggregate(
        _ measure: Aggregate.Measure, _ window: Window.Kind, filters: String, on account: String?,
        days: String?
    ) -> String {
        let subject =
            switch measure {
            case .spending: "Spending"
            case .income: "Income"
            case .count(let noun): "Number of \(noun.plural)"
            case .largest(let noun): "Largest \(noun.rawValue)"
            }
        let name = "\(subject)\(filters)\(account.map { " on \($0)" } ?? "")"
        return "\(name) \(days ?? time(window))"
    }

    func days(_ first: String, to last: String?) -> String {
        last.map { "from \(first) to \($0)" } ?? "on \(first)"
    }

    private func time(_ window: Window.Kind) -> String {
        switch window {
        case .current(let period): period.unit == .day ? today : "this \(period.unit.rawValue)"
        case .previous(let period, _):
            period.unit == .day ? "yesterday" : "last \(period.unit.rawValue)"
        case .last(let length): "in the last \(length.words)"
        }
    }

    func upcomingPayments(_ ahead: Ahead, on account: String?) -> String {
        let time =
            switch ahead {
            case .next(let length): "in the next \(length.value.words)"
            case .endOf(let period): "until the end of the \(period.unit.rawValue)"
            case .nextSalary: "before the next salary"
            }
        return "Sum of payments\(account.map { " on \($0)" } ?? "") \(time)"
    }

    func ended(_ title: String) -> String { "Resolved: \(title)" }

    func still(_ title: String) -> String { "Still: \(title)" }

    func passed(_ title: String) -> String { "Over: \(title)" }

    func span(isLow: Bool?, from start: String, to end: String) -> String {
        let span = start == end ? "briefly at \(start)" : "from \(start) to \(end)"
        return isLow.map { "\($0 ? "Low" : "High") \(span)" } ?? span.capitalisedFirst
    }
}

extension EnglishTexts {
    func reserved(_ day: String) -> String { "reserved \(day)" }

    func booked(_ day: String) -> String { "booked \(day)" }

    func dropped(_ movement: String) -> String { "Reservation dropped: \(movement)" }

    func oldReservation(_ movement: String) -> String { "Still reserved: \(movement)" }

    func settled(_ movement: String, reserved amount: String) -> String {
        "\(movement) (reserved: \(amount))"
    }

    func risen(_ movement: String, from amount: String) -> String {
        "\(movement) (before: \(amount))"
    }

    func corrected(_ movement: String, was amount: String) -> String {
        "\(movement) (was \(amount))"
    }

    func newSubscription(_ movement: String) -> String { "New subscription: \(movement)" }

    func missing(_ movement: String) -> String { "Missing: \(movement)" }

    func expected(_ day: String) -> String { "expected \(day)" }

    func rhythm(_ rhythm: Subscription.Rhythm) -> String { rhythm.rawValue }

    func every(_ rhythm: Subscription.Rhythm) -> String { "every \(rhythm.rawValue)" }

    func events(_ kind: RuleKind, _ count: Int, _ number: String, sum: String?) -> String {
        let noun = kind == .repeat ? "repetition" : "transaction"
        let text = "\(number) \(noun)\(count == 1 ? "" : "s")"
        return sum.map { "\(text): \($0)" } ?? text
    }

    func alerts(_ count: Int, _ number: String) -> String {
        "\(number) alert\(count == 1 ? "" : "s")"
    }

    func alreadySo(_ count: Int, _ number: String) -> String {
        "\(alerts(count, number)) already active"
    }

    func waited(_ count: Int) -> String {
        "\(count) older notifications were waiting and are delivered as one"
    }

    func missed(_ noun: Noun, filters: String, by deadline: String, on account: String?) -> String {
        missed("\(noun.rawValue)\(filters) by \(deadline)", on: account)
    }

    func missed(_ noun: Noun, filters: String, for length: CalendarSpan, on account: String?)
        -> String
    {
        missed("\(noun.rawValue)\(filters) in the last \(length.words)", on: account)
    }

    private func missed(_ words: String, on account: String?) -> String {
        account.map { "\($0): no \(words)" } ?? "No \(words)"
    }

    func came(_ day: Int, seen: Int?) -> String {
        let came = "came on the \(ordinal(day))"
        return seen.map { "\(came), seen on the \(ordinal($0))" } ?? came
    }

    func cameLate(_ name: String) -> String { "\(name): it came late" }

    func arrival(due: String, dated: String) -> String { "Due by \(due), dated \(dated)" }

    func deadlines(_ count: Int, _ number: String) -> String {
        "\(number) deadline\(count == 1 ? "" : "s") missed"
    }

    func allLate(_ number: String) -> String { "\(number) came late" }

    func summary(of day: String) -> String { "Summary of \(day)" }

    func spending(_ first: String, _ last: String, _ amount: String) -> String {
        first == last ? "Spent on \(first): \(amount)" : "Spent \(first) to \(last): \(amount)"
    }

    func beside(_ amount: String, before: String) -> String { "\(amount) (before: \(before))" }

    func spender(_ name: SpendingOverview.Name?) -> String {
        switch name {
        case .group(let category)?: category.rawValue
        case .named(let name)?: name
        case .account?, .other?, nil: "other"
        }
    }

    func knownFrom(_ day: String) -> String { "known from \(day) on" }

    func lastRead(_ name: String, _ moment: String) -> String { "\(name): last read \(moment)" }

    func outdated(_ name: String, _ value: String, at moment: String) -> String {
        "\(name): not known now, \(value) on \(moment)"
    }

    func unknownFigure(_ name: String) -> String { "\(name): not known" }

    private func ordinal(_ day: Int) -> String {
        let isTeen = (11...13).contains(day % 100)
        return switch day % 10 {
        case 1 where !isTeen: "\(day)st"
        case 2 where !isTeen: "\(day)nd"
        case 3 where !isTeen: "\(day)rd"
        default: "\(day)th"
        }
    }
}

extension EnglishTexts {
    func problem(_ topic: HealthTopic, name: String?, day: String?) -> String {
        switch topic {
        case .bank(.refused): "\(bank(name)) refuses the sign-in"
        case .bank(.throttled): "\(bank(name)) asks to come later"
        case .bank(.malformed): "\(bank(name)) gives answers that can't be read"
        case .bank: "\(bank(name)) does not answer"
        case .data: "Figures from \(name ?? "the bank") are old"
        case .signIn:
            "The sign-in to \(name ?? "the bank") expires \(day.map { "on \($0)" } ?? "soon")"
        case .notifications: "Notifications\(place(name)) are not delivered"
        }
    }

    func restored(_ topic: HealthTopic, name: String?) -> String {
        switch topic {
        case .bank: "\(bank(name)) answers again"
        case .data: "Figures from \(name ?? "the bank") are up to date again"
        case .signIn: "The sign-in to \(name ?? "the bank") is renewed"
        case .notifications: "Notifications\(place(name)) are delivered again"
        }
    }

    private func bank(_ name: String?) -> String { name ?? "The bank" }

    private func place(_ name: String?) -> String { name.map { " on \($0)" } ?? "" }

    func since(_ start: String) -> String { "Since \(start)." }

    func figuresFrom(_ moment: String) -> String { "Your figures are from \(moment)." }

    func refused(_ problem: String, fix: String) -> String {
        let sentence = problem.capitalisedFirst + (problem.hasSuffix(".") ? "" : ".")
        let login = fix.hasPrefix("saldovakt login ") ? "Run: \(fix.prefix { $0 != ":" })" : nil
        return fix.isEmpty ? sentence : "\(sentence) \(login ?? fix.capitalisedFirst)"
    }

    func tryingAgain(every length: CalendarSpan) -> String {
        "Trying again every \(length.count == 1 ? length.unit.rawValue : length.words)."
    }

    func title(_ selfAlert: SelfAlert, count: Int) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "Changed rules or settings are rejected: the old ones stay in force"
        case .storeNotWritable: "The state folder can't be written"
        case .diskFull: "The disk with the state folder is full"
        case .clockStepped: "The clock was set"
        case .deliveryFailing:
            switch count {
            case 0: "Notifications on \(selfAlert.name) are not delivered"
            case 1: "1 notification was not delivered on \(selfAlert.name)"
            default: "\(count) notifications were not delivered on \(selfAlert.name)"
            }
        case .cardExpiring: "The card \(selfAlert.name) is about to expire"
        case .rowsUnreadable: "Stored rows of \(selfAlert.name) can't be read"
        }
    }

    func over(_ selfAlert: SelfAlert) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "Rules and settings can be used again"
        case .storeNotWritable: "The state folder can be written again"
        case .diskFull: "The disk has space again"
        case .clockStepped: "The clock is steady again"
        case .deliveryFailing: "Notifications on \(selfAlert.name) are delivered again"
        case .cardExpiring: "The card \(selfAlert.name) no longer needs to be renewed"
        case .rowsUnreadable: "All stored rows of \(selfAlert.name) can be read again"
        }
    }

    func unused(_ channel: String) -> String { "The channel \(channel) is no longer in use" }
}

extension String {
    /// The text with its first letter as a capital.
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with its first letter as a small one.
    var loweredFirst: String { prefix(1).lowercased() + dropFirst() }
}
