import Alerts
import Finance
import Foundation
import Rules

/// An invented purchase as a notification tells it, with everything that such a notification has.
enum BenchNotification {
    /// The instant at which all of them are decided.
    static let instant = Date(timeIntervalSince1970: 1_772_787_600)
    /// The channel that all go to.
    static let channel = "hook"
    private static let account = UUID(uuidString: "6F1D2A52-9C9C-4A3C-9B43-5C1C3C0A7F11")

    /// A request's body.
    static var body: String { NotificationCoding.text(notification(1)) }

    /// The entry of a notification of its own alert.
    static func entry(_ number: Int) -> OutboxEntry {
        OutboxEntry(
            channel: channel, notification: notification(number),
            alertKey: "big|transaction|\(number)",
            createdAt: instant)
    }

    private static func notification(_ number: Int) -> AlertNotification {
        let amount = Money(minorUnits: Int64(50_000 + number % 90_000), currency: .nok)
        var data = NotificationData(
            rule: NotificationRule(id: "big-purchase", sentence: "new debit over 500 NOK"),
            kind: .event, reason: .newTransaction,
            title: "−\(500 + number % 900),00 kr PUMPESTASJON \(number)",
            body: "new debit over 500 NOK")
        data.account = NotificationAccount(
            id: account?.uuidString.lowercased() ?? "", name: "Brukskonto",
            number: "•••• •• •0001")
        data.value = .money(amount)
        data.limit = .money(Money(minorUnits: 50_000, currency: .nok))
        data.transaction = NotificationTransaction(
            transaction(number, amount), text: "PUMPESTASJON \(number) OSLO",
            merchant: "Pumpestasjon \(number)", previous: nil)
        return AlertNotification(
            type: .fired, id: "ntc_" + StableHash("bench", String(number)).hex, timestamp: instant,
            data: data)
    }

    private static func transaction(_ number: Int, _ amount: Money) -> Transaction {
        let day = CalendarDay(dayNumber: 20_518)
        let row = TransactionObservation(
            bankAccountID: "a1", bankTransactionID: "t\(number)",
            amount: Money(minorUnits: -amount.minorUnits, currency: .nok), status: .booked,
            date: day, posted: day, text: "PUMPESTASJON \(number) OSLO",
            merchantName: "Pumpestasjon \(number)", merchantCategoryCode: nil,
            type: .pointOfSale, foreign: nil)
        return Transaction(
            id: UUID(), accountID: account ?? UUID(), observed: row, firstSeen: instant)
    }
}
