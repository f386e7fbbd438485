public import Alerts
public import Finance
public import Foundation
import Rules

extension Make {
    /// What one cycle commits; everything is empty unless given.
    public static func commit(
        at instant: String = "2026-03-06T09:00:00Z", accounts: [AccountFacts] = [],
        balances: [AccountBalance] = [], records: [TransactionRecord] = [],
        scheduled: [ScheduledItem]? = nil
    ) -> CycleCommit {
        let read = Make.instant(instant)
        return CycleCommit(
            reconciliation: Reconciliation(
                source: SourceFacts(
                    id: source, lastSuccess: read, lastComplete: read, lastAttempt: read),
                accounts: accounts, balances: balances, records: records,
                changes: FactChanges(observedAt: read), scheduled: scheduled),
            alerts: AlertLedgerChange(), outbox: [])
    }

    /// A commit that only adds to the outbox.
    public static func commit(_ entries: [OutboxEntry]) -> CycleCommit {
        CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: entries)
    }

    /// An outbox entry that is due at once: `Make.entry("ntc_1", alert: "low")`.
    public static func entry(
        _ id: String, _ type: AlertNotification.Kind = .fired, on channel: String = "desktop",
        alert: String = "low", at instant: Date = Make.instant("2026-03-06T09:00:00Z")
    ) -> OutboxEntry {
        let data = NotificationData(
            rule: NotificationRule(id: alert, sentence: "balance under 100 NOK"), kind: .level,
            reason: .entered, title: "Brukskonto: 95,00 kr", body: "balance under 100 NOK")
        return OutboxEntry(
            channel: channel,
            notification: AlertNotification(type: type, id: id, timestamp: instant, data: data),
            alertKey: alert, createdAt: instant)
    }

    /// A balance record of the account `bankID`, signed from the holder's side.
    public static func balance(
        _ bankID: String = "a1", booked: String, at instant: String
    ) throws(MoneyError) -> AccountBalance {
        let balance = try Balance(signed: money(booked), asOf: Make.instant(instant))
        return AccountBalance(
            accountID: accountID(bankID), currentBalance: .booked(balance),
            day: CalendarDay(of: Make.instant(instant), in: oslo))
    }
}
