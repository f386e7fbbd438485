import Finance
import Rules

/// Every word that a notification adds to the person's own and the bank's: one table, so that
/// another language is another table (D64).
enum AlertTexts: Sendable {
    /// What replaces a missing bank text (D47).
    static let noText = "(no text)"
    /// What replaces a figure that is not known.
    static let unknown = "(unknown)"
    /// The name of what has no account.
    static let allAccounts = "All accounts"
    /// The title on a channel that shows nothing.
    static let genericTitle = "Something happened"
    /// The title on a channel that shows nothing, when it is over.
    static let genericOverTitle = "Alert resolved"
    /// The body on a channel that shows nothing.
    static let genericBody = "Open saldovakt for details."

    /// A figure under its name: `Brukskonto: 95,00 kr`.
    static func figure(_ name: String, _ value: String) -> String { "\(name): \(value)" }

    /// Several names as one: `Bruks and Felles`.
    static func together(_ names: [String]) -> String {
        (names.dropLast(2) + [names.suffix(2).joined(separator: " and ")]).joined(separator: ", ")
    }

    /// A figure that will be so on a day: `Brukskonto: −250,00 kr on 12.03.2026`.
    static func expected(_ name: String, _ value: String, on day: String) -> String {
        "\(name): \(value) on \(day)"
    }

    /// A move of a figure: `Sparekonto: −6 000,00 kr in 24 hours`.
    static func moved(_ name: String, _ value: String, within words: String) -> String {
        "\(name): \(value) in \(words)"
    }

    /// An amount and what it was for: `−612,35 kr PUMPESTASJON 44`.
    static func movement(_ amount: String, _ text: String) -> String { "\(amount) \(text)" }

    static func recovered(_ title: String) -> String { "Recovered: \(title)" }

    static func still(_ title: String) -> String { "Still: \(title)" }

    /// An alert that began and ended before it could be sent.
    static func over(_ title: String, _ span: String) -> String { "Over: \(title), \(span)" }

    /// From when to when it was so.
    static func span(from start: String, to end: String) -> String {
        start == end ? "briefly at \(start)" : "from \(start) to \(end)"
    }

    /// A body with the time it was so: `balance under 100 NOK: from 02:10 to 05:40`.
    static func lasted(_ sentence: String, _ span: String) -> String { "\(sentence): \(span)" }

    static func corrected(_ title: String, was amount: String) -> String {
        "\(title) (was \(amount))"
    }

    /// The title of a digest of events.
    static func transactions(_ count: String, sum: String?) -> String {
        let noun = count == "1" ? "transaction" : "transactions"
        return sum.map { "\(count) \(noun): \($0)" } ?? "\(count) \(noun)"
    }

    /// The title of a digest of what happened.
    static func events(_ kind: RuleKind, _ count: String, sum: String?) -> String {
        guard kind == .repeat else { return transactions(count, sum: sum) }
        let noun = count == "1" ? "repetition" : "repetitions"
        return sum.map { "\(count) \(noun): \($0)" } ?? "\(count) \(noun)"
    }

    /// An amount that came so often.
    static func times(_ count: String, _ amount: String) -> String { "\(count) × \(amount)" }

    /// A reservation that went away.
    static func dropped(_ title: String) -> String { "Dropped: \(title)" }

    /// A booking beside what was reserved.
    static func settled(_ title: String, reserved amount: String) -> String {
        "\(title) (reserved \(amount))"
    }

    /// An amount beside that of the transaction before.
    static func risen(_ title: String, from amount: String) -> String {
        "\(title) (before \(amount))"
    }

    static func alerts(_ count: String) -> String {
        count == "1" ? "1 alert" : "\(count) alerts"
    }

    /// The title of what was true at the first look.
    static func alreadySo(_ count: String) -> String { "\(alerts(count)) already so" }

    /// The lines of a digest, and how many more there are.
    static func lines(_ lines: [String], more: Int) -> String {
        (lines + (more > 0 ? ["and \(more) more"] : [])).joined(separator: " · ")
    }

    /// A line of a digest whose title alone would not say which rule it is about.
    static func titled(_ title: String, _ sentence: String) -> String { "\(title) (\(sentence))" }

    static func problem(_ failure: SourceFailure) -> String {
        let problem = failure.problem.hasSuffix(".") ? failure.problem : failure.problem + "."
        return failure.fix.isEmpty ? problem : "\(problem) Fix: \(failure.fix)"
    }

    /// The title when the program's own problem begins.
    static func problem(_ topic: HealthTopic, name: String, day: String? = nil) -> String {
        switch topic {
        case .bank(.refused): "Bank \(name) refuses the sign-in"
        case .bank(.throttled): "Bank \(name) asks to come later"
        case .bank(.malformed): "Bank \(name) gives answers that can't be read"
        case .bank: "Bank \(name) does not answer"
        case .data: "Data from \(name) is old"
        case .signIn: "The sign-in to \(name) expires \(day.map { "on \($0)" } ?? "soon")"
        case .notifications: "Notifications do not get through\(place(name))"
        }
    }

    /// The title when the program's own problem is over.
    static func restored(_ topic: HealthTopic, name: String) -> String {
        switch topic {
        case .bank: "Bank \(name) answers again"
        case .data: "Data from \(name) is fresh again"
        case .signIn: "The sign-in to \(name) is renewed"
        case .notifications: "Notifications get through again\(place(name))"
        }
    }

    private static func place(_ name: String) -> String {
        name == allAccounts ? "" : " on \(name)"
    }
}

extension AlertTexts {
    /// What replaces a rule's sentence in a notification about the program itself.
    static func sentence(_ selfAlert: SelfAlert) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "the rules file can't be used"
        case .storeNotWritable: "the state folder can't be written"
        case .diskFull: "the disk is full"
        case .clockStepped: "the clock was set"
        case .deliveryFailing: "notifications are not delivered"
        case .cardExpiring: "a payment card is about to expire"
        case .rowsUnreadable: "stored rows can't be read"
        }
    }

    /// The title when a problem of the program itself begins.
    ///
    /// - Parameter count: how many notifications it kept from the person.
    static func title(_ selfAlert: SelfAlert, count: Int) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "The rules file is rejected: the old rules stay in force"
        case .storeNotWritable: "The state folder can't be written"
        case .diskFull: "The disk with the state folder is full"
        case .clockStepped: "The clock was set"
        case .deliveryFailing:
            count == 0
                ? "Notifications on \(selfAlert.name) do not get through"
                : count == 1
                    ? "1 notification was not delivered on \(selfAlert.name)"
                    : "\(count) notifications were not delivered on \(selfAlert.name)"
        case .cardExpiring: "The card \(selfAlert.name) is about to expire"
        case .rowsUnreadable: "Stored rows of \(selfAlert.name) can't be read"
        }
    }

    /// The title when a problem of the program itself is over.
    static func over(_ selfAlert: SelfAlert) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "The rules file can be used again"
        case .storeNotWritable: "The state folder can be written again"
        case .diskFull: "The disk has space again"
        case .clockStepped: "The clock is steady again"
        case .deliveryFailing: "Notifications on \(selfAlert.name) get through again"
        case .cardExpiring: "The card \(selfAlert.name) no longer needs to be renewed"
        case .rowsUnreadable: "All stored rows of \(selfAlert.name) can be read again"
        }
    }

    /// The body when a problem of the program itself is over.
    static let nothingToDo = "Nothing needs to be done."

    /// The title when a failing channel is no longer in use.
    static func unused(_ channel: String) -> String {
        "The channel \(channel) is no longer in use"
    }

    /// The title of what a channel did not take for so long that it was put together.
    static func waited(_ count: Int) -> String {
        "\(count) older notifications were waiting and are delivered as one"
    }
}

extension AlertTexts {
    /// The body of a summary when no account is known.
    static let noAccounts = "no account is known yet"

    /// Nothing came in time: `No credit by 15.03.2026`.
    static func missed(_ noun: String, by deadline: String, on account: String?) -> String {
        account.map { "\($0): no \(noun) by \(deadline)" } ?? "No \(noun) by \(deadline)"
    }

    /// Nothing came for so long: `No transaction in the last 14 days`.
    static func missed(_ noun: String, for length: String, on account: String?) -> String {
        account.map { "\($0): no \(noun) in the last \(length)" }
            ?? "No \(noun) in the last \(length)"
    }

    /// When it came after all: `came on the 17th`, and when it was seen if that says more.
    static func came(_ day: Int, seen: Int?) -> String {
        let came = "came on the \(ordinal(day))"
        return seen.map { "\(came), seen on the \(ordinal($0))" } ?? came
    }

    /// A transaction and when it came.
    static func arrived(_ movement: String, _ came: String) -> String { "\(movement) \(came)" }

    /// The end of an absence on a channel that shows no amounts.
    static func cameLate(_ name: String) -> String { "\(name): it came late" }

    /// The days behind it, for the body: `due by 15.03.2026, dated 17.03.2026`.
    static func arrival(_ sentence: String, due: String, dated: String) -> String {
        "\(sentence): due by \(due), dated \(dated)"
    }

    /// A missed deadline whose transaction has come before it could be sent.
    static func late(_ title: String, _ came: String) -> String { "\(title): \(came)" }

    static func deadlines(_ count: String) -> String {
        count == "1" ? "1 deadline missed" : "\(count) deadlines missed"
    }

    /// The title of a digest of deadlines whose transactions have all come since.
    static func allLate(_ count: String) -> String { "\(count) came late" }

    static func summary(of day: String) -> String { "Summary of \(day)" }

    /// A figure that is too old to be called one: never shown without its age.
    static func outdated(_ name: String, _ value: String, at moment: String) -> String {
        "\(name): not known now, \(value) on \(moment)"
    }

    /// What replaces a sum of which a part is not known.
    static let unknownSum = "not known"

    static func unknownFigure(_ name: String) -> String { "\(name): not known" }

    private static func ordinal(_ day: Int) -> String {
        let isTeen = (11...13).contains(day % 100)
        return switch day % 10 {
        case 1 where !isTeen: "\(day)st"
        case 2 where !isTeen: "\(day)nd"
        case 3 where !isTeen: "\(day)rd"
        default: "\(day)th"
        }
    }
}
