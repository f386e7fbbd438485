package import Alerts
import Finance
package import Foundation
package import Rules

/// The notifications of a replay, as rows of a table and a count for each rule.
package struct ReplayText: Sendable {
    private let rules: RuleSet
    private let zone: TimeZone
    private let isByHousehold: Bool
    /// A row for each notification: its household, if there are several, time, rule, reason, title.
    package private(set) var rows: [[String]] = []
    private var counts: [String: RuleCount] = [:]

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
            counts[rule, default: RuleCount()].add(count, of: notification)
        }
    }

    package func counts(since first: Date) -> [String] {
        let day = CalendarDay(of: first, in: zone)
        return rules.rules.map { rule in
            "\(rule.id): \((counts[rule.id] ?? RuleCount()).words(since: day))"
        }
    }
}

/// How many alerts of one rule would have been notified, and how many would still be held.
struct RuleCount: Sendable {
    private(set) var notified = 0
    /// Those held by quiet hours or a limit.
    private(set) var held = 0
    private(set) var last: Date?

    /// Counts alerts that began with a notification, which may still be held.
    mutating func add(_ count: Int, of notification: AlertNotification) {
        if notification.data.pending == true {
            held += count
        } else {
            notified += count
            last = notification.timestamp
        }
    }

    /// The count for people; in a zone with the last time.
    func words(since day: CalendarDay, lastIn zone: TimeZone? = nil) -> String {
        let style = MoneyStyle.norwegian
        let times =
            switch notified {
            case 0: "not have notified you"
            case 1: "have notified you once"
            default: "have notified you \(style.number(notified)) times"
            }
        let latest = zone.flatMap { zone in
            last.map { ", the last time on \(style.text($0, in: zone))" }
        }
        let more = held > 0 ? "; \(style.number(held)) more still held" : ""
        return "would \(times) since \(style.text(day))\(latest ?? "")\(more)"
    }
}

extension NotificationReason {
    /// The reason for people: `new transaction`.
    package var words: String {
        rawValue.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
    }
}
