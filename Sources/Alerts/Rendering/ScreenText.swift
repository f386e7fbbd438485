package import Finance
package import Rules

/// Texts of the live view and of tables, in every language.
package struct ScreenText: Sendable, Hashable {
    let english: String
    let norwegian: String

    private init(_ english: String, nb norwegian: String) {
        (self.english, self.norwegian) = (english, norwegian)
    }
}

extension Language {
    package func text(_ text: ScreenText) -> String { texts.text(text.english, nb: text.norwegian) }
}

// Headings of tables.
extension ScreenText {
    package static let account = Self("Account", nb: "Konto")
    package static let alert = Self("Alert", nb: "Varsel")
    package static let amount = Self("Amount", nb: "Beløp")
    package static let at = Self("At", nb: "Tid")
    package static let available = Self("Available", nb: "Disponibelt")
    package static let balance = Self("Balance", nb: "Saldo")
    package static let bank = Self("Bank", nb: "Bank")
    package static let card = Self("Card", nb: "Kort")
    package static let changed = Self("Changed", nb: "Endret")
    package static let channel = Self("Channel", nb: "Kanal")
    package static let channels = Self("Channels", nb: "Kanaler")
    package static let credit = Self("Credit", nb: "Kreditt")
    package static let date = Self("Date", nb: "Dato")
    package static let every = Self("Every", nb: "Hver")
    package static let heldBy = Self("Held by", nb: "Holdt av")
    package static let id = Self("Id", nb: "Id")
    package static let kind = Self("Kind", nb: "Type")
    package static let last = Self("Last", nb: "Sist")
    package static let lastDay = Self("Last day", nb: "Siste dag")
    package static let merchant = Self("Merchant", nb: "Brukersted")
    package static let next = Self("Next", nb: "Neste")
    package static let notification = Self("Notification", nb: "Melding")
    package static let number = Self("Number", nb: "Nummer")
    package static let problem = Self("Problem", nb: "Problem")
    package static let product = Self("Product", nb: "Produkt")
    package static let reader = Self("Reader", nb: "Leser")
    package static let rule = Self("Rule", nb: "Regel")
    package static let scheduledFor = Self("Scheduled for", nb: "Planlagt")
    package static let shows = Self("Shows", nb: "Viser")
    package static let since = Self("Since", nb: "Siden")
    package static let state = Self("State", nb: "Tilstand")
    package static let status = Self("Status", nb: "Status")
    package static let text = Self("Text", nb: "Tekst")
    package static let trend = Self("14 days", nb: "14 dager")
    package static let tries = Self("Tries", nb: "Forsøk")
    package static let updated = Self("Updated", nb: "Oppdatert")
    package static let why = Self("Why", nb: "Hvorfor")
}

// Cells of tables, texts below a chart, and texts for empty tables.
extension ScreenText {
    package static func status(_ status: TransactionStatus) -> Self {
        let english = status.rawValue
        return switch status {
        case .authorized: Self(english, nb: "autorisert")
        case .memo: Self(english, nb: "foreløpig")
        case .pending: Self(english, nb: "reservert")
        case .booked: Self(english, nb: "bokført")
        case .rejected: Self(english, nb: "avvist")
        }
    }

    package static func rhythm(_ rhythm: Subscription.Rhythm) -> Self {
        let english = rhythm.rawValue
        return switch rhythm {
        case .week: Self(english, nb: "uke")
        case .fortnight: Self(english, nb: "2. uke")
        case .month: Self(english, nb: "måned")
        case .quarter: Self(english, nb: "kvartal")
        case .year: Self(english, nb: "år")
        }
    }

    package static func cause(_ cause: HeldNotification.Cause) -> Self {
        let english = cause.rawValue
        return switch cause {
        case .quiet: Self(english, nb: "stille tid")
        case .limit: Self(english, nb: "grense")
        case .silence: Self(english, nb: "demping")
        case .snooze: Self(english, nb: "utsettelse")
        }
    }

    /// The meaning of a sign below a chart.
    package static let limitSign = Self("limit", nb: "grense")
    package static let peakSign = Self("peak", nb: "topp")
    package static let alertSign = Self("alert", nb: "varsel")
    package static let resolvedSign = Self("resolved", nb: "over")
    package static let eventSign = Self("event", nb: "hendelse")
    package static let noSubscription = Self(
        "no subscription is recognised so far", nb: "ingen abonnementer er funnet ennå")
    package static let noReader = Self("no reader was let in", nb: "ingen leser har tilgang")
    package static let noChannel = Self("there is no channel", nb: "det finnes ingen kanal")
    package static let noAccountStored = Self(
        "no account has been read yet", nb: "ingen konto er lest ennå")
    package static let nothingHeld = Self("nothing is held back", nb: "ingenting er holdt tilbake")
    package static let nothingWaits = Self(
        "nothing waits to be delivered", nb: "ingenting venter på å bli levert")
    package static let nothingGivenUp = Self(
        "no notification has failed", nb: "ingen melding er gitt opp")
    package static let noTransaction = Self(
        "there is no such transaction", nb: "det finnes ingen slik bevegelse")
}

// Texts of the live view.
extension ScreenText {
    package static func rules(_ count: Int) -> Self {
        Self(
            count == 1 ? "1 rule" : "\(count) rules",
            nb: count == 1 ? "1 regel" : "\(count) regler")
    }
    /// How long a time ago: `4 min`.
    package static func ago(_ length: String) -> Self {
        Self("\(length) ago", nb: "for \(length) siden")
    }
    /// In how long a time: `4 min`.
    package static func ahead(_ length: String) -> Self { Self("in \(length)", nb: "om \(length)") }
    /// When the bank is asked next: `4 min`.
    package static func nextPoll(_ length: String) -> Self {
        Self("next poll in \(length)", nb: "neste sjekk om \(length)")
    }
    package static let polling = Self("polling", nb: "sjekker")
    /// The title of a sample that `channels test` sends.
    package static let sampleTitle = Self("Sample from saldovakt", nb: "Prøve fra saldovakt")
    package static func sampleBody(channel: String) -> Self {
        Self(
            "This is a test of the channel '\(channel)'; nothing happened on any account.",
            nb: "Dette er en prøve av kanalen «\(channel)»; ingenting har skjedd på noen konto.")
    }
    package static let done = Self("done", nb: "utført")
    package static let stopping = Self(
        "stopping after this poll; Ctrl-C again ends at once",
        nb: "stopper etter denne sjekken; Ctrl-C igjen avslutter straks")
    package static func firing(_ count: Int) -> Self {
        Self(
            count == 1 ? "1 active alert" : "\(count) active alerts",
            nb: count == 1 ? "1 aktivt varsel" : "\(count) aktive varsler")
    }
    package static let noAlerts = Self("no active alerts", nb: "ingen aktive varsler")
    /// The filter hides all active alerts, of which there is at least one.
    package static func noAlert(of count: Int, has filter: String) -> Self {
        Self(
            count == 1
                ? "the active alert does not match '\(filter)'"
                : "none of \(count) active alerts matches '\(filter)'",
            nb: count == 1
                ? "det aktive varselet passer ikke med «\(filter)»"
                : "ingen av \(count) aktive varsler passer med «\(filter)»")
    }
    package static let noAccounts = Self(
        "waiting for the first answer of the bank", nb: "venter på bankens første svar")
    package static let notifications = Self("Notifications", nb: "Meldinger")
    package static let noNotifications = Self("no notifications yet", nb: "ingen meldinger ennå")
    /// The filter hides all notifications, of which there is at least one.
    package static func noNotification(of count: Int, has filter: String) -> Self {
        Self(
            count == 1
                ? "the notification does not match '\(filter)'"
                : "none of \(count) notifications matches '\(filter)'",
            nb: count == 1
                ? "meldingen passer ikke med «\(filter)»"
                : "ingen av \(count) meldinger passer med «\(filter)»")
    }
    package static func since(_ moment: String) -> Self {
        Self("since \(moment)", nb: "siden \(moment)")
    }
    package static let acknowledged = Self("acknowledged", nb: "bekreftet")
    package static func quietUntil(_ moment: String) -> Self {
        Self("quiet until \(moment)", nb: "stille til \(moment)")
    }
    package static func figuresFrom(_ moment: String) -> Self {
        Self("figures from \(moment)", nb: "tall fra \(moment)")
    }
    package static func held(_ count: Int) -> Self {
        Self(count == 1 ? "1 held back" : "\(count) held back", nb: "\(count) holdt tilbake")
    }
    package static func silence(of scope: String, until moment: String) -> Self {
        Self("silence of \(scope) until \(moment)", nb: "\(scope) er dempet til \(moment)")
    }
    /// The scope of a silence that is not one rule, account or channel.
    package static let everything = Self("everything", nb: "alt")
    package static func more(_ count: Int) -> Self { Self("… \(count) more", nb: "… \(count) til") }
    package static func filtered(_ words: String) -> Self {
        Self("filter: \(words)", nb: "filter: \(words)")
    }
    package static let askFilter = Self("Filter: ", nb: "Filter: ")
    package static func askSnooze(_ title: String) -> Self {
        Self("Snooze \(title) for: ", nb: "Utsett \(title) i: ")
    }
    package static func askSilence(_ scope: String) -> Self {
        Self("Silence \(scope) for: ", nb: "Demp \(scope) i: ")
    }
    package static func notALength(_ words: String) -> Self {
        Self(
            "not a length of time: '\(words)'; write 30m, 2h or 1d",
            nb: "ikke et tidsrom: «\(words)»; skriv 30m, 2h eller 1d")
    }
    package static let nothingSelected = Self(
        "select an active alert first: ↑ ↓", nb: "velg et aktivt varsel først: ↑ ↓")
    package static let hints = Self(
        "? help  q quit  ↑↓ select  e explain  a acknowledge  s snooze  m silence  p poll  / filter",
        nb:
            "? hjelp  q avslutt  ↑↓ velg  e forklar  a bekreft  s utsett  m demp  p sjekk nå  / filter"
    )
    package static let typingHints = Self(
        "Enter: do it  Esc: leave", nb: "Enter: utfør  Esc: avbryt")
    package static let pageHints = Self("any key: back", nb: "en tast: tilbake")
    package static func ruleReads(_ id: String, _ sentence: String) -> Self {
        Self("Rule \(id): \(sentence)", nb: "Regel \(id): \(sentence)")
    }
    package static func sentOn(_ channels: String) -> Self {
        Self("Sent on \(channels)", nb: "Sendt på \(channels)")
    }
    package static func askWhy(_ id: String) -> Self {
        Self(
            "Everything about it: saldovakt alerts --why \(id)",
            nb: "Alt om det: saldovakt alerts --why \(id)")
    }
    package static func bank(_ id: String, outcome: SnapshotOutcome, at moment: String) -> Self {
        let words = word(outcome)
        return Self(
            "bank \(id): \(words.english) at \(moment)",
            nb: "bank \(id): \(words.norwegian) \(moment)")
    }

    private static func word(_ outcome: SnapshotOutcome) -> Self {
        switch outcome {
        case .complete: Self("complete", nb: "fullstendig")
        case .partial: Self("partial", nb: "delvis")
        case .throttled: Self("throttled", nb: "bedt om å vente")
        case .failed: Self("failed", nb: "mislyktes")
        }
    }

    package static let help = Self(
        """
        ↑ ↓ PgUp PgDn Home End   select an alert or a notification
        e or Enter   explain it
        a   acknowledge: no more reminders of this alert
        s   snooze: quiet about this alert for a while
        m   silence its rule for a while; once more ends the silence
        p   poll the banks now
        /   filter by words; an empty filter shows everything
        q   quit; what is shown stays on the terminal
        Ctrl-Z   suspend
        """,
        nb: """
            ↑ ↓ PgUp PgDn Home End   velg et varsel eller en melding
            e eller Enter   forklar det
            a   bekreft: ingen flere påminnelser om dette varselet
            s   utsett: stille om dette varselet en stund
            m   demp regelen en stund; én gang til opphever dempingen
            p   sjekk bankene nå
            /   filtrer på ord; et tomt filter viser alt
            q   avslutt; det som vises, blir stående
            Ctrl-Z   stans programmet
            """)
}
