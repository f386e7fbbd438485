package import Finance
package import Rules

extension Language {
    package func screen(_ text: ScreenText) -> String { texts.screen(text) }

    package func heading(_ heading: ScreenHeading) -> String { texts.heading(heading) }

    package func table(_ text: TableText) -> String { texts.table(text) }

    /// A day of a month: `14 Nov`, with its year if `year` is another one.
    package func day(_ day: CalendarDay, in year: Int) -> String { texts.day(day, in: year) }
}

/// Headings of tables, in English.
package enum ScreenHeading: String, Sendable, CaseIterable {
    case account = "Account"
    case alert = "Alert"
    case amount = "Amount"
    case at = "At"
    case available = "Available"
    case balance = "Balance"
    case bank = "Bank"
    case card = "Card"
    case changed = "Changed"
    case channel = "Channel"
    case channels = "Channels"
    case credit = "Credit"
    case date = "Date"
    case every = "Every"
    case heldBy = "Held by"
    case id = "Id"
    case kind = "Kind"
    case last = "Last"
    case lastDay = "Last day"
    case merchant = "Merchant"
    case next = "Next"
    case notification = "Notification"
    case number = "Number"
    case problem = "Problem"
    case product = "Product"
    case reader = "Reader"
    case rule = "Rule"
    case scheduledFor = "Scheduled for"
    case shows = "Shows"
    case since = "Since"
    case state = "State"
    case status = "Status"
    case text = "Text"
    case trend = "14 days"
    case tries = "Tries"
    case updated = "Updated"
    case why = "Why"
}

/// What the live view and tables say beside figures, names and notifications.
package enum ScreenText: Sendable, Hashable {
    case rules(Int)
    /// How long a time ago: `4 min`.
    case ago(String)
    /// In how long a time: `4 min`.
    case ahead(String)
    /// When the bank is asked next: `4 min`.
    case nextPoll(String)
    case polling, stopping, done
    case firing(Int)
    case noAlerts, noAccounts, notifications, noNotifications
    case since(String)
    case acknowledged
    case quietUntil(String)
    case bank(String, outcome: SnapshotOutcome, at: String)
    case figuresFrom(String)
    case held(Int)
    case silence(of: String, until: String)
    /// What a silence covers if it is not one rule, account or channel.
    case everything
    case more(Int)
    case filtered(String)
    case askFilter
    case askSnooze(String)
    case askSilence(String)
    case notALength(String)
    case nothingSelected
    case hints, typingHints, pageHints
    case help
    case ruleReads(String, String)
    case sentOn(String)
    case askWhy(String)
    /// What a trial of a channel sends.
    case sampleTitle
    case sampleBody(channel: String)
}

/// What tables say beside figures and names.
package enum TableText: Sendable, Hashable {
    case status(TransactionStatus)
    case cause(HeldNotification.Cause)
    case rhythm(Subscription.Rhythm)
    // What the signs below a chart mean.
    case limitSign, peakSign, alertSign, resolvedSign, eventSign
    // What is said where there are no rows.
    case noSubscription, noReader, noChannel
    case noAccountStored, nothingHeld, nothingWaits, nothingGivenUp, noTransaction
}

extension EnglishTexts {
    func heading(_ heading: ScreenHeading) -> String { heading.rawValue }

    func screen(_ text: ScreenText) -> String {
        switch text {
        case .rules(let count): count == 1 ? "1 rule" : "\(count) rules"
        case .ago(let length): "\(length) ago"
        case .ahead(let length): "in \(length)"
        case .nextPoll(let length): "next poll in \(length)"
        case .polling: "polling"
        case .sampleTitle: "Sample from saldovakt"
        case .sampleBody(let channel):
            "This is a test of the channel '\(channel)'; nothing happened on any account."
        case .done: "done"
        case .stopping: "stopping after this poll; Ctrl-C again ends at once"
        case .firing(let count): count == 1 ? "1 active alert" : "\(count) active alerts"
        case .noAlerts: "no active alerts"
        case .noAccounts: "waiting for the first answer of the bank"
        case .notifications: "Notifications"
        case .noNotifications: "no notifications yet"
        case .since(let moment): "since \(moment)"
        case .acknowledged: "acknowledged"
        case .quietUntil(let moment): "quiet until \(moment)"
        case .bank(let id, let outcome, let moment): "bank \(id): \(word(outcome)) at \(moment)"
        case .figuresFrom(let moment): "figures from \(moment)"
        case .held(let count): count == 1 ? "1 held back" : "\(count) held back"
        case .silence(let scope, let moment): "silence of \(scope) until \(moment)"
        case .everything: "everything"
        case .more(let count): "… \(count) more"
        case .filtered(let words): "filter: \(words)"
        case .askFilter: "Filter: "
        case .askSnooze(let title): "Snooze \(title) for: "
        case .askSilence(let scope): "Silence \(scope) for: "
        case .notALength(let words): "not a length of time: '\(words)'; write 30m, 2h or 1d"
        case .nothingSelected: "select an active alert first: ↑ ↓"
        case .hints:
            "? help  q quit  ↑↓ select  e explain  a acknowledge  s snooze  m silence  p poll  / filter"
        case .typingHints: "Enter: do it  Esc: leave"
        case .pageHints: "any key: back"
        case .help: Self.help
        case .ruleReads(let id, let sentence): "Rule \(id): \(sentence)"
        case .sentOn(let channels): "Sent on \(channels)"
        case .askWhy(let id): "Everything about it: saldovakt alerts --why \(id)"
        }
    }

    private static let help = """
        ↑ ↓ PgUp PgDn Home End   select an alert or a notification
        e or Enter   explain it
        a   acknowledge: no more reminders of this alert
        s   snooze: quiet about this alert for a while
        m   silence its rule for a while; once more ends the silence
        p   poll the banks now
        /   filter by words; an empty filter shows everything
        q   quit; what is shown stays on the terminal
        Ctrl-Z   suspend
        """

    func table(_ text: TableText) -> String {
        switch text {
        case .status(let status): status.rawValue
        case .cause(let cause): cause.rawValue
        case .rhythm(let rhythm): self.rhythm(rhythm)
        case .limitSign: "limit"
        case .peakSign: "peak"
        case .alertSign: "alert"
        case .resolvedSign: "resolved"
        case .eventSign: "event"
        case .noSubscription: "no subscription is recognised so far"
        case .noReader: "no reader was let in"
        case .noChannel: "there is no channel"
        case .noAccountStored: "no account has been read yet"
        case .nothingHeld: "nothing is held back"
        case .nothingWaits: "nothing waits to be delivered"
        case .nothingGivenUp: "no notification has failed"
        case .noTransaction: "there is no such transaction"
        }
    }

    private func word(_ outcome: SnapshotOutcome) -> String {
        switch outcome {
        case .complete: "complete"
        case .partial: "partial"
        case .throttled: "throttled"
        case .failed: "failed"
        }
    }
}

extension NorwegianTexts {
    func heading(_ heading: ScreenHeading) -> String {
        switch heading {
        case .account: "Konto"
        case .alert: "Varsel"
        case .amount: "Beløp"
        case .at: "Tid"
        case .available: "Disponibelt"
        case .balance: "Saldo"
        case .bank: "Bank"
        case .card: "Kort"
        case .changed: "Endret"
        case .channel: "Kanal"
        case .channels: "Kanaler"
        case .credit: "Kreditt"
        case .date: "Dato"
        case .every: "Hver"
        case .heldBy: "Holdt av"
        case .id: "Id"
        case .kind: "Type"
        case .last: "Sist"
        case .lastDay: "Siste dag"
        case .merchant: "Brukersted"
        case .next: "Neste"
        case .notification: "Melding"
        case .number: "Nummer"
        case .problem: "Problem"
        case .product: "Produkt"
        case .reader: "Leser"
        case .rule: "Regel"
        case .scheduledFor: "Planlagt"
        case .shows: "Viser"
        case .since: "Siden"
        case .state: "Tilstand"
        case .status: "Status"
        case .text: "Tekst"
        case .trend: "14 dager"
        case .tries: "Forsøk"
        case .updated: "Oppdatert"
        case .why: "Hvorfor"
        }
    }

    func screen(_ text: ScreenText) -> String {
        switch text {
        case .rules(let count): count == 1 ? "1 regel" : "\(count) regler"
        case .ago(let length): "for \(length) siden"
        case .ahead(let length): "om \(length)"
        case .nextPoll(let length): "neste sjekk om \(length)"
        case .polling: "sjekker"
        case .sampleTitle: "Prøve fra saldovakt"
        case .sampleBody(let channel):
            "Dette er en prøve av kanalen «\(channel)»; ingenting har skjedd på noen konto."
        case .done: "utført"
        case .stopping: "stopper etter denne sjekken; Ctrl-C igjen avslutter straks"
        case .firing(let count): count == 1 ? "1 aktivt varsel" : "\(count) aktive varsler"
        case .noAlerts: "ingen aktive varsler"
        case .noAccounts: "venter på bankens første svar"
        case .notifications: "Meldinger"
        case .noNotifications: "ingen meldinger ennå"
        case .since(let moment): "siden \(moment)"
        case .acknowledged: "bekreftet"
        case .quietUntil(let moment): "stille til \(moment)"
        case .bank(let id, let outcome, let moment): "bank \(id): \(word(outcome)) \(moment)"
        case .figuresFrom(let moment): "tall fra \(moment)"
        case .held(let count): "\(count) holdt tilbake"
        case .silence(let scope, let moment): "\(scope) er dempet til \(moment)"
        case .everything: "alt"
        case .more(let count): "… \(count) til"
        case .filtered(let words): "filter: \(words)"
        case .askFilter: "Filter: "
        case .askSnooze(let title): "Utsett \(title) i: "
        case .askSilence(let scope): "Demp \(scope) i: "
        case .notALength(let words): "ikke et tidsrom: «\(words)»; skriv 30m, 2h eller 1d"
        case .nothingSelected: "velg et aktivt varsel først: ↑ ↓"
        case .hints:
            "? hjelp  q avslutt  ↑↓ velg  e forklar  a bekreft  s utsett  m demp  p sjekk nå  / filter"
        case .typingHints: "Enter: utfør  Esc: avbryt"
        case .pageHints: "en tast: tilbake"
        case .help: Self.help
        case .ruleReads(let id, let sentence): "Regel \(id): \(sentence)"
        case .sentOn(let channels): "Sendt på \(channels)"
        case .askWhy(let id): "Alt om det: saldovakt alerts --why \(id)"
        }
    }

    private static let help = """
        ↑ ↓ PgUp PgDn Home End   velg et varsel eller en melding
        e eller Enter   forklar det
        a   bekreft: ingen flere påminnelser om dette varselet
        s   utsett: stille om dette varselet en stund
        m   demp regelen en stund; én gang til opphever dempingen
        p   sjekk bankene nå
        /   filtrer på ord; et tomt filter viser alt
        q   avslutt; det som vises, blir stående
        Ctrl-Z   stans programmet
        """

    func table(_ text: TableText) -> String {
        switch text {
        case .status(let status): word(status)
        case .cause(let cause): word(cause)
        case .rhythm(let rhythm): self.rhythm(rhythm)
        case .limitSign: "grense"
        case .peakSign: "topp"
        case .alertSign: "varsel"
        case .resolvedSign: "over"
        case .eventSign: "hendelse"
        case .noSubscription: "ingen abonnementer er funnet ennå"
        case .noReader: "ingen leser har tilgang"
        case .noChannel: "det finnes ingen kanal"
        case .noAccountStored: "ingen konto er lest ennå"
        case .nothingHeld: "ingenting er holdt tilbake"
        case .nothingWaits: "ingenting venter på å bli levert"
        case .nothingGivenUp: "ingen melding er gitt opp"
        case .noTransaction: "det finnes ingen slik bevegelse"
        }
    }

    private func word(_ outcome: SnapshotOutcome) -> String {
        switch outcome {
        case .complete: "fullstendig"
        case .partial: "delvis"
        case .throttled: "bedt om å vente"
        case .failed: "mislyktes"
        }
    }

    private func word(_ status: TransactionStatus) -> String {
        switch status {
        case .authorized: "autorisert"
        case .memo: "foreløpig"
        case .pending: "reservert"
        case .booked: "bokført"
        case .rejected: "avvist"
        }
    }

    private func word(_ cause: HeldNotification.Cause) -> String {
        switch cause {
        case .quiet: "stille tid"
        case .limit: "grense"
        case .silence: "demping"
        case .snooze: "utsettelse"
        }
    }
}
