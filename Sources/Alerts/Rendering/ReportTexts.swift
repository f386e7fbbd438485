package import Finance
package import Rules

extension Language {
    /// The texts of a report, from the catalogue of notifications.
    package var reportTexts: any ReportTexts {
        switch self {
        case .english: EnglishTexts()
        case .norwegian: NorwegianTexts()
        }
    }
}

/// Every word that a report adds to the person's own and the bank's, in one language.
package protocol ReportTexts: Sendable {
    func day(_ day: CalendarDay, in year: Int) -> String
    func figureName(_ figure: Figure) -> String
    var noText: String { get }
    var noAccounts: String { get }
    func since(_ start: String) -> String
    /// That a bank fails, by how it fails.
    func failing(_ bank: String, _ kind: SourceFailure.Kind?) -> String

    /// A month with its year, short.
    func month(_ day: CalendarDay) -> String
    var report: String { get }
    func period(_ first: String, to last: String) -> String
    var alerts: String { get }
    var noAlerts: String { get }
    var acknowledged: String { get }
    func quiet(until moment: String) -> String
    var accounts: String { get }
    var account: String { get }
    var updated: String { get }
    func balanceChart(_ account: String) -> String
    func chartDescription(low: String, high: String, last: String) -> String
    var unreadAccount: String { get }
    func limitLabel(_ amount: String) -> String
    var limit: String { get }
    var began: String { get }
    var ended: String { get }
    var event: String { get }
    var forecast: String { get }
    func lowest(_ amount: String, on day: String) -> String
    var asTable: String { get }
    var time: String { get }
    var upcoming: String { get }
    func noUpcoming(days: Int) -> String
    var day: String { get }
    var text: String { get }
    var kind: String { get }
    var amount: String { get }
    func payment(_ kind: ScheduledItem.Kind) -> String
    var salary: String { get }
    var spending: String { get }
    var noSpending: String { get }
    var category: String { get }
    func category(_ category: MerchantCategory) -> String
    var otherCategories: String { get }
    var total: String { get }
    var recurring: String { get }
    var noRecurring: String { get }
    var merchant: String { get }
    var every: String { get }
    func rhythm(_ rhythm: Subscription.Rhythm) -> String
    func formerly(_ amount: String) -> String
    var last: String { get }
    var next: String { get }
    var missing: String { get }
    var health: String { get }
    var bank: String { get }
    var state: String { get }
    var answers: String { get }
    var neverRead: String { get }
    var lastAnswer: String { get }
    var signIn: String { get }
    var isWatched: String { get }
    var isUnwatched: String { get }
    func undelivered(waiting: String, gaveUp: String) -> String
}

extension ReportTexts where Self: NotificationTexts {
    func failing(_ bank: String, _ kind: SourceFailure.Kind?) -> String {
        problem(.bank(kind), name: bank, day: nil)
    }
}

extension EnglishTexts: ReportTexts {
    func month(_ day: CalendarDay) -> String {
        let year = day.components.year
        return "\(self.day(day, in: year).drop { $0 != " " }.dropFirst()) \(year)"
    }
    var report: String { "Your accounts" }
    func period(_ first: String, to last: String) -> String { "From \(first) to \(last)" }
    var alerts: String { "Active alerts" }
    var noAlerts: String { "No active alerts" }
    var acknowledged: String { "acknowledged" }
    func quiet(until moment: String) -> String { "quiet until \(moment)" }
    var accounts: String { "Balances" }
    var account: String { "Account" }
    var updated: String { "Updated" }
    func balanceChart(_ account: String) -> String { "Balance of \(account)" }
    func chartDescription(low: String, high: String, last: String) -> String {
        "Between \(low) and \(high), last \(last)"
    }
    var unreadAccount: String { "No figure is stored for this time" }
    func limitLabel(_ amount: String) -> String { "limit \(amount)" }
    var limit: String { "Limit of a rule" }
    var began: String { "Alert began" }
    var ended: String { "Alert resolved" }
    var event: String { "Event" }
    var forecast: String { "Forecast" }
    func lowest(_ amount: String, on day: String) -> String {
        "Lowest in the forecast: \(amount) on \(day)"
    }
    var asTable: String { "As a table" }
    var time: String { "Time" }
    var upcoming: String { "Upcoming payments" }
    func noUpcoming(days: Int) -> String { "Nothing is scheduled in the next \(days) days" }
    var day: String { "Day" }
    var text: String { "Text" }
    var kind: String { "Kind" }
    var amount: String { "Amount" }
    func payment(_ kind: ScheduledItem.Kind) -> String {
        switch kind {
        case .payment: "payment"
        case .standingOrder: "standing order"
        case .eInvoice: "e-invoice"
        }
    }
    var salary: String { "expected salary" }
    var spending: String { "Spending by category" }
    var noSpending: String { "No spending in this time" }
    var category: String { "Category" }
    func category(_ category: MerchantCategory) -> String { category.rawValue.capitalisedFirst }
    var otherCategories: String { "Other" }
    var total: String { "Total" }
    var recurring: String { "Recurring payments" }
    var noRecurring: String { "No recurring payment is recognised so far" }
    var merchant: String { "Merchant" }
    var every: String { "Every" }
    func rhythm(_ rhythm: Subscription.Rhythm) -> String { rhythm.rawValue }
    func formerly(_ amount: String) -> String { "before: \(amount)" }
    var last: String { "Last" }
    var next: String { "Next" }
    var missing: String { "missing" }
    var health: String { "Health" }
    var bank: String { "Bank" }
    var state: String { "State" }
    var answers: String { "answers" }
    var neverRead: String { "not read yet" }
    var lastAnswer: String { "Last answer" }
    var signIn: String { "Sign-in until" }
    var isWatched: String { "saldovakt is watching." }
    var isUnwatched: String { "Nobody is watching: start saldovakt watch." }
    func undelivered(waiting: String, gaveUp: String) -> String {
        "Notifications waiting: \(waiting), given up in the last seven days: \(gaveUp)."
    }
}

extension NorwegianTexts: ReportTexts {
    func month(_ day: CalendarDay) -> String {
        let year = day.components.year
        return "\(self.day(day, in: year).drop { $0 != " " }.dropFirst()) \(year)"
    }
    var report: String { "Kontoene dine" }
    func period(_ first: String, to last: String) -> String { "Fra \(first) til \(last)" }
    var alerts: String { "Aktive varsler" }
    var noAlerts: String { "Ingen aktive varsler" }
    var acknowledged: String { "kvittert" }
    func quiet(until moment: String) -> String { "stille til \(moment)" }
    var accounts: String { "Saldoer" }
    var account: String { "Konto" }
    var updated: String { "Oppdatert" }
    func balanceChart(_ account: String) -> String { "Saldo på \(account)" }
    func chartDescription(low: String, high: String, last: String) -> String {
        "Mellom \(low) og \(high), sist \(last)"
    }
    var unreadAccount: String { "Ingen tall er lagret for denne tiden" }
    func limitLabel(_ amount: String) -> String { "grense \(amount)" }
    var limit: String { "Grense i en regel" }
    var began: String { "Varsel begynte" }
    var ended: String { "Varsel over" }
    var event: String { "Hendelse" }
    var forecast: String { "Prognose" }
    func lowest(_ amount: String, on day: String) -> String {
        "Lavest i prognosen: \(amount) \(day)"
    }
    var asTable: String { "Som tabell" }
    var time: String { "Tid" }
    var upcoming: String { "Kommende betalinger" }
    func noUpcoming(days: Int) -> String { "Ingenting er planlagt de neste \(days) dagene" }
    var day: String { "Dag" }
    var text: String { "Tekst" }
    var kind: String { "Type" }
    var amount: String { "Beløp" }
    func payment(_ kind: ScheduledItem.Kind) -> String {
        switch kind {
        case .payment: "betaling"
        case .standingOrder: "fast oppdrag"
        case .eInvoice: "eFaktura"
        }
    }
    var salary: String { "forventet lønn" }
    var spending: String { "Forbruk etter kategori" }
    var noSpending: String { "Ikke noe forbruk i denne tiden" }
    var category: String { "Kategori" }
    func category(_ category: MerchantCategory) -> String { word(category).capitalisedFirst }
    var otherCategories: String { "Annet" }
    var total: String { "I alt" }
    var recurring: String { "Faste betalinger" }
    var noRecurring: String { "Ingen fast betaling er kjent igjen ennå" }
    var merchant: String { "Mottaker" }
    var every: String { "Hver" }
    func rhythm(_ rhythm: Subscription.Rhythm) -> String {
        switch rhythm {
        case .week: "uke"
        case .fortnight: "2. uke"
        case .month: "måned"
        case .quarter: "3. måned"
        case .year: "år"
        }
    }
    func formerly(_ amount: String) -> String { "før: \(amount)" }
    var last: String { "Sist" }
    var next: String { "Neste" }
    var missing: String { "mangler" }
    var health: String { "Tilstand" }
    var bank: String { "Bank" }
    var state: String { "Status" }
    var answers: String { "svarer" }
    var neverRead: String { "ikke lest ennå" }
    var lastAnswer: String { "Siste svar" }
    var signIn: String { "Innlogget til" }
    var isWatched: String { "saldovakt følger med." }
    var isUnwatched: String { "Ingen følger med: start saldovakt watch." }
    func undelivered(waiting: String, gaveUp: String) -> String {
        "Meldinger som venter: \(waiting), oppgitt de siste sju dagene: \(gaveUp)."
    }
}
