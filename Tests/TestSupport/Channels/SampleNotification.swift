public import Alerts
public import Foundation
public import Rules

/// Notifications for tests of channels; all data is invented.
public enum SampleNotification: Sendable {
    /// Friday 6 March 2026, 09:00 in UTC.
    public static let instant = Date(timeIntervalSince1970: 1_772_787_600)

    /// A level that fired: `Brukskonto: 95,00 kr`.
    public static func level(
        id: String = "ntc_1", rule: String = "low", account: String = "a1",
        title: String = "Brukskonto: 95,00 kr", body: String = "balance under 100 NOK",
        urgency: Urgency = .normal, type: AlertNotification.Kind = .fired
    ) -> AlertNotification {
        var data = NotificationData(
            rule: NotificationRule(id: rule, sentence: "balance under 100 NOK"), kind: .level,
            reason: type == .resolved ? .recovered : .entered, urgency: urgency, title: title,
            body: body)
        data.account = NotificationAccount(id: account, name: "Brukskonto", number: "•••• •• •0001")
        return AlertNotification(type: type, id: id, timestamp: instant, data: data)
    }

    /// A digest with so many lines.
    public static func digest(lines: Int) -> AlertNotification {
        let rule = NotificationRule(id: "big", sentence: "new debit over 500")
        var data = NotificationData(
            rule: rule, kind: .event, reason: .newTransaction, title: "\(lines) purchases",
            body: "new debit over 500")
        data.count = lines
        data.items = (1...max(lines, 1)).map { number in
            NotificationItem(
                rule: rule, account: nil, value: nil, transaction: nil,
                title: "−\(number),00 kr KAFFEHJORNET", since: nil)
        }
        return AlertNotification(type: .digest, id: "ntc_digest", timestamp: instant, data: data)
    }
}
