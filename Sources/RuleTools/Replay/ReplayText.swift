package import Alerts
import Finance
package import Foundation
package import Rules

/// What a replay would have notified, as rows of a table and a count for each rule.
package struct ReplayText: Sendable {
    private let rules: RuleSet
    private let zone: TimeZone
    private let style = MoneyStyle.norwegian
    private let isByHousehold: Bool
    /// A row for each notification: its household, if there are several, time, rule, reason, title.
    package private(set) var rows: [[String]] = []
    private var notified: [String: Int] = [:]
    private var held: [String: Int] = [:]

    package init(rules: RuleSet, zone: TimeZone, isByHousehold: Bool = false) {
        self.isByHousehold = isByHousehold
        self.rules = rules
        self.zone = zone
    }

    /// The columns of ``rows``.
    package var headings: [String] {
        (isByHousehold ? ["Household"] : []) + ["Time", "Rule", "Reason", "Notification"]
    }

    package mutating func add(_ notification: AlertNotification, of household: String? = nil) {
        let data = notification.data
        let isHeld = data.pending == true
        let whose = isByHousehold ? [SafeText.neutralised(household ?? "")] : []
        rows.append(
            whose + [
                InstantText.moment(notification.timestamp, in: zone), data.rule?.id ?? "(several)",
                data.reason.words + (isHeld ? " (held)" : ""), data.title,
            ])
        for (rule, count) in notification.alertsBegun {
            if isHeld {
                held[rule, default: 0] += count
            } else {
                notified[rule, default: 0] += count
            }
        }
    }

    package func counts(since first: Date) -> [String] {
        let since = style.text(CalendarDay(of: first, in: zone))
        return rules.rules.map { "\($0.id): \(count(of: $0.id, since: since))" }
    }

    private func count(of rule: String, since: String) -> String {
        let count = notified[rule] ?? 0
        let words =
            switch count {
            case 0: "would not have notified you since \(since)"
            case 1: "would have notified you once since \(since)"
            default: "would have notified you \(style.number(count)) times since \(since)"
            }
        return words + (held[rule].map { "; \(style.number($0)) more still held" } ?? "")
    }
}

extension NotificationReason {
    /// The reason for people: `new transaction`.
    package var words: String {
        rawValue.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
    }
}
