import Alerts
import Finance
import Foundation
import Rules

/// Invented notifications for ``ChannelConformance``.
enum ChannelSamples: Sendable {
    /// Texts that a channel has to treat as data.
    static let hostileTexts = [
        "", "<b>&amp;\"'</b>", "%s %n {title}", "$(reboot) `id` ; rm -rf /", "../../etc/passwd",
        "@everyone <!channel> #x", "æøå 👨‍👩‍👧 漢字", String(repeating: "å", count: 300),
        "\\\"}],\"x\":[{", "--help",
    ]

    /// A notification of that kind.
    static func notification(_ type: AlertNotification.Kind, _ id: String) -> AlertNotification {
        var data = NotificationData(
            rule: NotificationRule(id: "low", sentence: "balance under 100 NOK"), kind: .level,
            reason: .entered, title: "Brukskonto: 95,00 kr", body: "balance under 100 NOK")
        data.account = NotificationAccount(id: "a1", name: "Brukskonto", number: "•••• •• •0001")
        data.value = .money(Money(minorUnits: 9_500, currency: .nok))
        let instant = Date(timeIntervalSince1970: 1_772_787_600)
        return AlertNotification(type: type, id: id, timestamp: instant, data: data)
    }
}
