package import Finance
import Rules

// Texts of a report beside figures, names and notifications.
extension Texts {
    package var report: String { text("Your accounts", nb: "Kontoene dine") }
    package func period(_ first: String, to last: String) -> String {
        text("From \(first) to \(last)", nb: "Fra \(first) til \(last)")
    }
    package var alerts: String { text("Active alerts", nb: "Aktive varsler") }
    package var noAlerts: String { text("No active alerts", nb: "Ingen aktive varsler") }
    package var accounts: String { text("Balances", nb: "Saldoer") }
    package func balanceChart(_ account: String) -> String {
        text("Balance of \(account)", nb: "Saldo på \(account)")
    }
    package func chartDescription(low: String, high: String, last: String) -> String {
        text(
            "Between \(low) and \(high), last \(last)", nb: "Mellom \(low) og \(high), sist \(last)"
        )
    }
    package var unreadAccount: String {
        text("No figure is stored for this time", nb: "Ingen tall er lagret for denne tiden")
    }
    package func limitLabel(_ amount: String) -> String {
        text("limit \(amount)", nb: "grense \(amount)")
    }
    package var limit: String { text("Limit of a rule", nb: "Grense i en regel") }
    package var began: String { text("Alert began", nb: "Varsel begynte") }
    package var ended: String { text("Alert resolved", nb: "Varsel over") }
    package var event: String { text("Event", nb: "Hendelse") }
    package var forecast: String { text("Forecast", nb: "Prognose") }
    package func lowest(_ amount: String, on day: String) -> String {
        text(
            "Lowest in the forecast: \(amount) on \(day)",
            nb: "Lavest i prognosen: \(amount) \(day)")
    }
    package var asTable: String { text("As a table", nb: "Som tabell") }
    package var upcoming: String { text("Upcoming payments", nb: "Kommende betalinger") }
    package func noUpcoming(days: Int) -> String {
        text(
            "Nothing is scheduled in the next \(days) days",
            nb: "Ingenting er planlagt de neste \(days) dagene")
    }
    package func payment(_ kind: ScheduledItem.Kind) -> String {
        switch kind {
        case .payment: text("payment", nb: "betaling")
        case .standingOrder: text("standing order", nb: "fast oppdrag")
        case .eInvoice: text("e-invoice", nb: "eFaktura")
        }
    }
    package var salary: String { text("expected salary", nb: "forventet lønn") }
    package var spending: String { text("Spending by category", nb: "Forbruk etter kategori") }
    package var noSpending: String {
        text("No spending in this time", nb: "Ikke noe forbruk i denne tiden")
    }
    package var category: String { text("Category", nb: "Kategori") }
    package var otherCategories: String { text("Other", nb: "Annet") }
    package var total: String { text("Total", nb: "I alt") }
    package var recurring: String { text("Recurring payments", nb: "Faste betalinger") }
    package var noRecurring: String {
        text(
            "No recurring payment is recognised so far",
            nb: "Ingen fast betaling er kjent igjen ennå")
    }
    package func formerly(_ amount: String) -> String {
        text("before: \(amount)", nb: "før: \(amount)")
    }
    package var missing: String { text("missing", nb: "mangler") }
    package var health: String { text("Health", nb: "Tilstand") }
    package var answers: String { text("answers", nb: "svarer") }
    package var neverRead: String { text("not read yet", nb: "ikke lest ennå") }
    package var lastAnswer: String { text("Last answer", nb: "Siste svar") }
    package var signIn: String { text("Sign-in until", nb: "Innlogget til") }
    package var isWatched: String { text("saldovakt is watching.", nb: "saldovakt følger med.") }
    package var isUnwatched: String {
        text(
            "Nobody is watching: start saldovakt watch.",
            nb: "Ingen følger med: start saldovakt watch.")
    }
    package func undelivered(waiting: String, gaveUp: String) -> String {
        text(
            "Notifications waiting: \(waiting), failed in the last seven days: \(gaveUp).",
            nb: "Meldinger som venter: \(waiting), mislykket de siste sju dagene: \(gaveUp).")
    }
}
