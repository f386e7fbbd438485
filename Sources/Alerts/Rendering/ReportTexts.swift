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
    var accounts: String { get }
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
    var upcoming: String { get }
    func noUpcoming(days: Int) -> String
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
    func rhythm(_ rhythm: Subscription.Rhythm) -> String
    func formerly(_ amount: String) -> String
    var missing: String { get }
    var health: String { get }
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
    var accounts: String { "Balances" }
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
    var upcoming: String { "Upcoming payments" }
    func noUpcoming(days: Int) -> String { "Nothing is scheduled in the next \(days) days" }
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
    func formerly(_ amount: String) -> String { "before: \(amount)" }
    var missing: String { "missing" }
    var health: String { "Health" }
    var answers: String { "answers" }
    var neverRead: String { "not read yet" }
    var lastAnswer: String { "Last answer" }
    var signIn: String { "Sign-in until" }
    var isWatched: String { "saldovakt is watching." }
    var isUnwatched: String { "Nobody is watching: start saldovakt watch." }
    func undelivered(waiting: String, gaveUp: String) -> String {
        "Notifications waiting: \(waiting), failed in the last seven days: \(gaveUp)."
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
    var accounts: String { "Saldoer" }
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
    var upcoming: String { "Kommende betalinger" }
    func noUpcoming(days: Int) -> String { "Ingenting er planlagt de neste \(days) dagene" }
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
    func formerly(_ amount: String) -> String { "før: \(amount)" }
    var missing: String { "mangler" }
    var health: String { "Tilstand" }
    var answers: String { "svarer" }
    var neverRead: String { "ikke lest ennå" }
    var lastAnswer: String { "Siste svar" }
    var signIn: String { "Innlogget til" }
    var isWatched: String { "saldovakt følger med." }
    var isUnwatched: String { "Ingen følger med: start saldovakt watch." }
    func undelivered(waiting: String, gaveUp: String) -> String {
        "Meldinger som venter: \(waiting), mislykket de siste sju dagene: \(gaveUp)."
    }
}
