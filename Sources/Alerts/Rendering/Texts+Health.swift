package import Finance
import Rules

// Texts of rules about the banks' health.
extension Texts {
    /// The title when a rule about health becomes true.
    func problem(_ topic: HealthTopic, name: String?, day: String?) -> String {
        let bank = bank(name)
        return switch topic {
        case .bank(.refused):
            text("\(bank) refuses the sign-in", nb: "\(bank) avviser innloggingen")
        case .bank(.throttled):
            text("\(bank) asks to come later", nb: "\(bank) ber om å komme senere")
        case .bank(.malformed):
            text(
                "\(bank) gives answers that can't be read",
                nb: "\(bank) gir svar som ikke kan leses")
        case .bank: text("\(bank) does not answer", nb: "\(bank) svarer ikke")
        case .data: "\(figures(from: name)) \(text("are old", nb: "er gamle"))"
        case .signIn:
            "\(signIn(to: name)) "
                + text(
                    "expires \(day.map { "on \($0)" } ?? "soon")", nb: "utløper \(day ?? "snart")")
        case .notifications:
            "\(notifications(on: name)) \(text("are not delivered", nb: "kommer ikke fram"))"
        }
    }

    /// The title when a rule about health is no longer true.
    func restored(_ topic: HealthTopic, name: String?) -> String {
        switch topic {
        case .bank: "\(bank(name)) \(text("answers again", nb: "svarer igjen"))"
        case .data: "\(figures(from: name)) \(text("are up to date again", nb: "er ferske igjen"))"
        case .signIn: "\(signIn(to: name)) \(text("is renewed", nb: "er fornyet"))"
        case .notifications:
            "\(notifications(on: name)) \(text("are delivered again", nb: "kommer fram igjen"))"
        }
    }

    private func bank(_ name: String?) -> String { name ?? text("The bank", nb: "Banken") }

    private func figures(from name: String?) -> String {
        text("Figures from \(name ?? "the bank")", nb: "Tallene fra \(name ?? "banken")")
    }

    private func signIn(to name: String?) -> String {
        text("The sign-in to \(name ?? "the bank")", nb: "Innloggingen hos \(name ?? "banken")")
    }

    private func notifications(on name: String?) -> String {
        text("Notifications", nb: "Varsler")
            + (name.map { text(" on \($0)", nb: " på \($0)") } ?? "")
    }

    /// The title when a bank does not answer or refuses, worded by the kind of failure.
    package func failing(_ bank: String, _ kind: SourceFailure.Kind?) -> String {
        problem(.bank(kind), name: bank, day: nil)
    }

    package func since(_ start: String) -> String { text("Since \(start).", nb: "Siden \(start).") }

    func figuresFrom(_ moment: String) -> String {
        text("Your figures are from \(moment).", nb: "Tallene dine er fra \(moment).")
    }

    /// Why a bank refuses the sign-in, and what to do.
    ///
    /// The bank's own words are in English; the Norwegian text says where they are.
    func refused(_ problem: String, fix: String) -> String {
        let login = fix.hasPrefix("saldovakt login ") ? fix.prefix { $0 != ":" } : nil
        let reason = problem.capitalisedFirst + (problem.hasSuffix(".") ? "" : ".")
        let way = login.map { " Run: \($0)" } ?? (fix.isEmpty ? "" : " \(fix.capitalisedFirst)")
        return text(
            reason + way,
            nb: "Gjør dette: \(login ?? "se hvorfor med «saldovakt doctor --online»")")
    }

    func tryingAgain(every span: CalendarSpan) -> String {
        let one = CalendarSpan(count: 1, unit: span.unit).norwegianUnit
        let each = [.minute, .year].contains(span.unit) ? "hvert" : "hver"
        let count = span.count == 1 ? "" : "\(span.count). "
        return text(
            "Trying again every \(span.count == 1 ? span.unit.rawValue : span.words).",
            nb: "Prøver igjen \(each) \(count)\(one).")
    }
}

// Texts about the program's own problems.
extension Texts {
    /// The title when a problem of the program itself begins.
    ///
    /// - Parameter count: how many notifications the person did not get because of it.
    func title(_ selfAlert: SelfAlert, count: Int) -> String {
        let name = selfAlert.name
        return switch selfAlert.topic {
        case .rulesRejected:
            text(
                "Changed rules or settings are rejected: the old ones stay in force",
                nb: "Endrede regler eller innstillinger avvises: de gamle gjelder")
        case .storeNotWritable:
            text("The state folder can't be written", nb: "Tilstandsmappa kan ikke skrives")
        case .diskFull:
            text("The disk with the state folder is full", nb: "Disken med tilstandsmappa er full")
        case .clockStepped: text("The clock was set", nb: "Klokka ble stilt")
        case .deliveryFailing where count == 0: problem(.notifications, name: name, day: nil)
        case .deliveryFailing:
            text(
                "\(count) notification\(count == 1 ? " was" : "s were") not delivered on \(name)",
                nb: "\(count) \(count == 1 ? "varsel" : "varsler") kom ikke fram på \(name)")
        case .cardExpiring: "\(card(name)) \(text("is about to expire", nb: "utløper snart"))"
        case .rowsUnreadable:
            text(
                "Stored rows of \(name) can't be read",
                nb: "Lagrede rader for \(name) kan ikke leses")
        case .answersIncomplete:
            text(
                "The answers from \(name) lack something", nb: "Svarene fra \(name) mangler noe")
        }
    }

    /// The title when a problem of the program itself has ended.
    func over(_ selfAlert: SelfAlert) -> String {
        let name = selfAlert.name
        return switch selfAlert.topic {
        case .rulesRejected:
            text(
                "Rules and settings can be used again",
                nb: "Regler og innstillinger kan brukes igjen")
        case .storeNotWritable:
            text("The state folder can be written again", nb: "Tilstandsmappa kan skrives igjen")
        case .diskFull: text("The disk has space again", nb: "Disken har plass igjen")
        case .clockStepped: text("The clock is steady again", nb: "Klokka går jevnt igjen")
        case .deliveryFailing: restored(.notifications, name: name)
        case .cardExpiring:
            "\(card(name)) \(text("no longer needs to be renewed", nb: "trenger ikke fornyes lenger"))"
        case .rowsUnreadable:
            text(
                "All stored rows of \(name) can be read again",
                nb: "Alle lagrede rader for \(name) kan leses igjen")
        case .answersIncomplete:
            text(
                "The answers from \(name) are whole again", nb: "Svarene fra \(name) er hele igjen")
        }
    }

    /// What the answers of a bank have lacked for a day; the bank's own words are in English.
    package func incomplete(_ shortfall: SourceFailure) -> String {
        text(
            "\(shortfall.problem.capitalisedFirst). It has been so for a day. "
                + "\(shortfall.fix.capitalisedFirst).",
            nb: "Det har vært slik i et døgn. Se hva med «saldovakt status».")
    }

    /// The card's name, from an identifier that names the bank in English: `VISA *0000 at sbanken`.
    private func card(_ name: String) -> String {
        text("The card \(name)", nb: "Kortet \(name.replacing(" at ", with: " hos "))")
    }

    /// The title when a failing channel is no longer in use.
    func unused(_ channel: String) -> String {
        text(
            "The channel \(channel) is no longer in use",
            nb: "Kanalen \(channel) er ikke lenger i bruk")
    }

    /// The body when a problem of the program itself has ended.
    var nothingToDo: String { text("Nothing needs to be done.", nb: "Du trenger ikke gjøre noe.") }

    /// Where the reasons are for notifications that a channel did not take.
    var seeGaveUp: String {
        text(
            "See why with 'saldovakt alerts --gave-up'",
            nb: "Se hvorfor med «saldovakt alerts --gave-up»")
    }

    /// Why a channel did not take a notification.
    ///
    /// The answers of receivers, banks and disks are in English in the log and in `alerts
    /// --gave-up`. The Norwegian texts say the same by its kind.
    package func undelivered(_ problem: DeliveryProblem) -> String {
        let reason =
            switch problem.reason {
            case .auth: "Mottakeren avviser innloggingen"
            case .rateLimited: "Mottakeren ber om færre meldinger"
            case .client: "Mottakeren tar ikke imot varselet på denne adressen"
            case .server: "Mottakeren har en feil hos seg selv"
            case .timedOut: "Mottakeren svarte ikke i tide"
            case .cancelled: "Forsøket ble avbrutt"
            case .unreachable: "Mottakeren kan ikke nås"
            case .other: "Kanalen kan ikke brukes slik den er satt opp"
            }
        return text(
            "\(problem.problem). \(seeGaveUp)", nb: "\(reason). \(seeGaveUp)")
    }

    /// A channel that has taken nothing for an hour.
    package func waiting(on channel: String) -> String {
        text(
            """
            Pending notifications are tried again until they are a day old. See why with \
            'saldovakt alerts --pending', then try the channel with \
            'saldovakt channels test \(channel)'
            """,
            nb: """
                Det som venter, prøves igjen til det er et døgn gammelt. Se hvorfor med \
                «saldovakt alerts --pending», og prøv kanalen med «saldovakt channels test \(channel)»
                """)
    }

    package func cardExpires(on lastDay: String) -> String {
        text(
            """
            Its last day is \(lastDay). Look whether the bank has sent a new one, and update the \
            card number where it is used for payments
            """,
            nb: """
                Siste dag er \(lastDay). Se om banken har sendt et nytt kort, og bytt kortnummeret der \
                du betaler med det
                """)
    }

    /// Stored rows that can't be read.
    package func rowsSetAside(_ problem: String) -> String {
        text(
            """
            They were set aside (\(problem)); everything else is read. Look with \
            'saldovakt doctor', and restore the state folder from a backup if something is missing
            """,
            nb: """
                De er lagt til side; alt annet er lest. Se etter med «saldovakt doctor», og hent \
                tilstandsmappa fra en sikkerhetskopi om noe mangler
                """)
    }

    package func clockSet(by seconds: Int) -> String {
        let size = seconds.magnitude
        return text(
            """
            It was set \(seconds < 0 ? "back" : "forward") by \(size) seconds. Deadlines \
            that were judged stay judged; waiting times were recalculated.
            """,
            nb: """
                Den ble stilt \(size) sekunder \(seconds < 0 ? "tilbake" : "fram"). Frister som \
                er vurdert, vurderes ikke på nytt; ventetider er regnet ut igjen.
                """)
    }

    package func storeFailed(_ topic: SelfAlert.Topic) -> String {
        topic == .diskFull
            ? text(
                "Free some space on the disk: while it is full, nothing is stored",
                nb: "Frigjør plass på disken: så lenge den er full, lagres ingenting")
            : text(
                "'saldovakt doctor' looks why. Put back a folder that is gone: a new folder begins "
                    + "with a silent baseline",
                nb:
                    "«saldovakt doctor» ser etter hvorfor. Legg tilbake en mappe som er borte: en ny "
                    + "mappe begynner uten å varsle om det som er der")
    }
}
