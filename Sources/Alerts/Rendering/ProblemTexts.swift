package import Finance

extension Language {
    /// The texts of the program's own problems, from the catalogue of notifications.
    package var problemTexts: any ProblemTexts {
        switch self {
        case .english: EnglishTexts()
        case .norwegian: NorwegianTexts()
        }
    }
}

/// What notifications about the program itself say below their titles, in one language.
///
/// What a receiver, a bank or a disk answered is in English in the log and in `alerts --gave-up`; the
/// Norwegian texts say the same by its kind.
package protocol ProblemTexts: Sendable {
    /// Why a channel did not take what it was given.
    func undelivered(_ problem: DeliveryProblem) -> String
    /// A channel that has taken nothing for an hour.
    func waiting(on channel: String) -> String
    func cardExpires(on lastDay: String) -> String
    /// Stored rows that can't be read.
    func rowsSetAside(_ problem: String) -> String
    func clockSet(by seconds: Int) -> String
    /// - Parameter words: what the failure says of itself.
    func storeFailed(_ topic: SelfAlert.Topic, _ words: String) -> String
}

extension EnglishTexts: ProblemTexts {
    func undelivered(_ problem: DeliveryProblem) -> String {
        "\(problem.problem). See why with 'saldovakt alerts --gave-up'"
    }

    func waiting(on channel: String) -> String {
        """
        What waits is tried again until it is a day old. See why with \
        'saldovakt alerts --pending', then try the channel with 'saldovakt channels test \(channel)'
        """
    }

    func cardExpires(on lastDay: String) -> String {
        """
        Its last day is \(lastDay). Look whether the bank has sent a new one, and update the \
        card number where it is used for payments
        """
    }

    func rowsSetAside(_ problem: String) -> String {
        """
        They were set aside (\(problem)); everything else is read. Look with \
        'saldovakt doctor', and restore the state folder from a backup if something is missing
        """
    }

    func clockSet(by seconds: Int) -> String {
        """
        It was set \(seconds < 0 ? "back" : "forward") by \(seconds.magnitude) seconds. Deadlines \
        that were judged stay judged; waiting times were recalculated.
        """
    }

    func storeFailed(_ topic: SelfAlert.Topic, _ words: String) -> String { words }
}

extension NorwegianTexts: ProblemTexts {
    func undelivered(_ problem: DeliveryProblem) -> String {
        let reason =
            switch problem.reason {
            case .auth: "Mottakeren avviser innloggingen"
            case .rateLimited: "Mottakeren ber om færre meldinger"
            case .client: "Mottakeren avviser innholdet"
            case .server: "Mottakeren har en feil hos seg selv"
            case .timedOut: "Mottakeren svarte ikke i tide"
            case .cancelled: "Forsøket ble avbrutt"
            case .unreachable: "Mottakeren kan ikke nås"
            case .other: "Kanalen kan ikke brukes slik den er satt opp"
            }
        return "\(reason). Se hvorfor med «saldovakt alerts --gave-up»"
    }

    func waiting(on channel: String) -> String {
        """
        Det som venter, prøves igjen til det er et døgn gammelt. Se hvorfor med \
        «saldovakt alerts --pending», og prøv kanalen med «saldovakt channels test \(channel)»
        """
    }

    func cardExpires(on lastDay: String) -> String {
        """
        Siste dag er \(lastDay). Se om banken har sendt et nytt kort, og bytt kortnummeret der du \
        betaler med det
        """
    }

    func rowsSetAside(_ problem: String) -> String {
        """
        De er lagt til side; alt annet er lest. Se etter med «saldovakt doctor», og hent \
        tilstandsmappa fra en sikkerhetskopi om noe mangler
        """
    }

    func clockSet(by seconds: Int) -> String {
        """
        Den ble stilt \(seconds.magnitude) sekunder \(seconds < 0 ? "tilbake" : "fram"). Frister som \
        er vurdert, vurderes ikke på nytt; ventetider er regnet ut igjen.
        """
    }

    func storeFailed(_ topic: SelfAlert.Topic, _ words: String) -> String {
        topic == .diskFull
            ? "Frigjør plass på disken: så lenge den er full, lagres ingenting"
            : "Se hva som er galt med «saldovakt doctor», og start «saldovakt watch» igjen"
    }

    func title(_ selfAlert: SelfAlert, count: Int) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "Endrede regler eller innstillinger avvises: de gamle gjelder"
        case .storeNotWritable: "Tilstandsmappa kan ikke skrives"
        case .diskFull: "Disken med tilstandsmappa er full"
        case .clockStepped: "Klokka ble stilt"
        case .deliveryFailing:
            switch count {
            case 0: "Varsler på \(selfAlert.name) kommer ikke fram"
            case 1: "1 varsel kom ikke fram på \(selfAlert.name)"
            default: "\(count) varsler kom ikke fram på \(selfAlert.name)"
            }
        case .cardExpiring: "Kortet \(card(selfAlert)) utløper snart"
        case .rowsUnreadable: "Lagrede rader for \(selfAlert.name) kan ikke leses"
        }
    }

    func over(_ selfAlert: SelfAlert) -> String {
        switch selfAlert.topic {
        case .rulesRejected: "Regler og innstillinger kan brukes igjen"
        case .storeNotWritable: "Tilstandsmappa kan skrives igjen"
        case .diskFull: "Disken har plass igjen"
        case .clockStepped: "Klokka går jevnt igjen"
        case .deliveryFailing: "Varsler på \(selfAlert.name) kommer fram igjen"
        case .cardExpiring: "Kortet \(card(selfAlert)) trenger ikke fornyes lenger"
        case .rowsUnreadable: "Alle lagrede rader for \(selfAlert.name) kan leses igjen"
        }
    }

    /// Its identifier names the bank in English: `VISA *0000 at sbanken`.
    private func card(_ selfAlert: SelfAlert) -> String {
        selfAlert.name.replacing(" at ", with: " hos ")
    }

    func unused(_ channel: String) -> String { "Kanalen \(channel) er ikke lenger i bruk" }
}
