import Alerts
import Finance
import Foundation
import Rules

/// Invented facts for ``AlertStoreConformance``.
enum StoreSamples: Sendable {
    static let now = Date(timeIntervalSince1970: 1_772_787_600.250)

    static let source = SourceFacts(
        id: "sbanken", lastSuccess: now, lastComplete: now, lastAttempt: now)

    static let details = AccountDetails(
        displayName: "Brukskonto", accountDescription: "Standard account",
        institutionName: "sbanken", currency: .nok, accountNumber: AccountNumber("99990000001"),
        bankAccountID: "a1")

    static var facts: AccountFacts {
        AccountFacts(
            account: .asset(AssetAccount(details: details)), booked: kroner(1_204_321),
            available: kroner(925_031), creditLimit: kroner(0), freshAt: now, completeAt: now,
            firstSeen: now, coveredFrom: day(2026, 2, 4))
    }

    static func kroner(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .nok)
    }

    static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay {
        CalendarDay(year: year, month: month, day: day) ?? CalendarDay(dayNumber: 0)
    }

    static func row(_ text: String, day: CalendarDay, status: TransactionStatus)
        -> TransactionObservation
    {
        TransactionObservation(
            bankAccountID: "a1", bankTransactionID: nil, amount: kroner(-18_700), status: status,
            date: day, posted: status == .booked ? day : nil, text: text,
            merchantName: "Fjordby Taxi", merchantCategoryCode: MerchantCategoryCode("4121"),
            type: .pointOfSale,
            foreign: Currency(code: "USD").map {
                ForeignAmount(
                    amount: Money(minorUnits: 1_760, currency: $0), exchangeRate: "10.6250")
            }, counterparty: Counterparty(name: "Kari", account: AccountNumber("99990000002")))
    }

    static func record(_ text: String, day: CalendarDay, status: TransactionStatus)
        -> TransactionRecord
    {
        let observed = row(text, day: day, status: status)
        let transaction = Transaction(
            id: StableHash("sample", text).uuid, accountID: details.id, observed: observed,
            firstSeen: now)
        return TransactionRecord(
            transaction: transaction, observation: observed, isBaseline: false)
    }

    static func answer(from day: CalendarDay?, rows: [TransactionObservation]) -> Snapshot {
        let account = AccountObservation(
            details: details, kind: .asset, booked: kroner(0), available: nil, coveredFrom: day)
        return Snapshot(
            source: "sbanken", observedAt: now, accounts: [account], transactions: rows)
    }

    static func commit(
        source: SourceFacts = source, accounts: [AccountFacts] = [],
        balances: [AccountBalance] = [], records: [TransactionRecord] = [],
        scheduled: [ScheduledItem]? = nil
    ) -> CycleCommit {
        let reconciliation = Reconciliation(
            source: source, accounts: accounts, balances: balances, records: records,
            changes: FactChanges(observedAt: now), scheduled: scheduled)
        return CycleCommit(
            reconciliation: reconciliation, alerts: AlertLedgerChange(), outbox: [])
    }

    static func commit(_ entries: OutboxEntry...) -> CycleCommit {
        CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: entries)
    }

    static func notification(_ type: AlertNotification.Kind, _ id: String, at instant: Date = now)
        -> AlertNotification
    {
        var data = NotificationData(
            rule: NotificationRule(id: "low", sentence: "balance under 100 NOK"), kind: .level,
            reason: type == .resolved ? .recovered : .entered, title: "Brukskonto: 95,00 kr",
            body: "balance under 100 NOK")
        data.account = NotificationAccount(id: "a1", name: "Brukskonto", number: nil)
        data.value = .money(kroner(9_500))
        return AlertNotification(type: type, id: id, timestamp: instant, data: data)
    }

    static func entry(
        _ id: String, _ type: AlertNotification.Kind = .fired, on channel: String = "desktop",
        alert: String = "low|b|account:A", at instant: Date = now
    ) -> OutboxEntry {
        OutboxEntry(
            channel: channel, notification: notification(type, id, at: instant), alertKey: alert,
            createdAt: instant)
    }
}
