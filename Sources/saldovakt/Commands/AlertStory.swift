import Alerts
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Store

/// The history of one alert: its evaluations, its notifications and their deliveries.
struct AlertStory: Sendable {
    let notification: AlertNotification?
    /// `nil` if it has no state, such as one of an event.
    let alert: AlertState?
    /// Its evaluations, oldest first.
    let evaluations: [EvaluationEntry]
    /// Its notifications, oldest first.
    let deliveries: [AlertDelivery]
    let held: [HeldNotification]

    init(of id: String, _ view: AlertView) async throws {
        guard !id.isEmpty else { throw Self.unknown(id) }
        let entries = try await view.store.entries(notificationPrefix: id)
        let held = view.ledger.held.first { $0.notification.id.hasPrefix(id) }
        let known = view.ledger.alerts.values.sorted { $0.key.text < $1.key.text }
        let ofRule = entries.isEmpty ? known.filter { $0.ruleID == id } : []
        alert =
            known.first { alert in
                alert.key.text == entries.first?.alertKey
                    || alert.notification?.id.hasPrefix(id) == true
            } ?? ofRule.first { $0.phase != .inactive } ?? ofRule.max { $0.since < $1.since }
        guard let key = entries.first?.alertKey ?? held?.alertKey.text ?? alert?.key.text else {
            throw Self.unknown(id)
        }
        let (state, notified) = (alert, entries.first?.notification ?? held?.notification)
        notification = notified ?? state?.notification
        var found: [EvaluationEntry] = []
        if let rule = state?.ruleID ?? notified?.data.rule?.id {
            found = try await view.store.evaluations(ofRule: rule)
        }
        evaluations = found.filter { state == nil || $0.subject == state?.subject.key }
        deliveries = try await view.store.story(ofAlert: state?.orderKey ?? key)
        self.held = view.ledger.held.filter { $0.alertKey.text == key }
    }

    private static func unknown(_ id: String) -> CommandFailure {
        CommandFailure(
            .wrong, code: "unknown-notice", problem: "no notification has this id: '\(id)'",
            fix: "'saldovakt alerts' shows the ids of alerts that fire")
    }

    func lines(in zone: TimeZone) -> [String] {
        func moment(_ instant: Date) -> String { InstantText.moment(instant, in: zone) }
        var lines: [String] = []
        if let data = notification?.data {
            lines += [data.title, "  \(data.body)"]
            if let rule = data.rule { lines.append("  rule \(rule.id): \(rule.sentence)") }
        }
        if let alert {
            lines.append("  \(alert.phase.rawValue) since \(moment(alert.since))")
            if let at = alert.acknowledgedAt { lines.append("  acknowledged \(moment(at))") }
            if let until = alert.snoozedUntil { lines.append("  quiet until \(moment(until))") }
        }
        lines += evaluations.map { "  " + $0.line(in: zone) }
        for delivery in deliveries {
            let (entry, notification) = (delivery.entry, delivery.entry.notification)
            lines.append(
                "  \(moment(entry.createdAt)) \(notification.data.reason.words): "
                    + "\(notification.data.title) (\(notification.id))")
            lines += delivery.failures.map { failure in
                "    \(moment(failure.at)) attempt \(failure.number) on \(entry.channel): "
                    + failure.problem.problem
            }
            let tries = entry.attempts == 1 ? "1 try" : "\(entry.attempts) tries"
            let end = delivery.endedAt.map { "\(moment($0)) " } ?? ""
            let problem = entry.problem.map { "; \($0.problem)" } ?? ""
            lines.append(
                "    \(end)\(entry.state.words) on \(entry.channel) after \(tries)\(problem)")
        }
        return lines
            + held.map {
                "  held by \($0.cause.rawValue) until \(moment($0.dueAt)): "
                    + $0.notification.data.title
            }
    }

    var json: JSONOutput {
        [
            "notice": notification?.json ?? .null,
            "alert": alert.map { alert in
                [
                    "rule": .string(alert.ruleID), "phase": .string(alert.phase.rawValue),
                    "since": .instant(alert.since), "channels": .texts(alert.notifiedOn),
                    "acknowledged": .instant(alert.acknowledgedAt),
                    "quietUntil": .instant(alert.snoozedUntil),
                ]
            } ?? .null, "evaluations": .array(evaluations.map(\.json)),
            "deliveries": .array(deliveries.map(Self.json)),
            "held": .array(
                held.map { held in
                    [
                        "by": .string(held.cause.rawValue), "until": .instant(held.dueAt),
                        "notice": held.notification.json,
                    ]
                }),
        ]
    }

    private static func json(_ delivery: AlertDelivery) -> JSONOutput {
        let entry = delivery.entry
        return [
            "channel": .string(entry.channel), "state": .string(entry.state.rawValue),
            "attempts": .whole(entry.attempts), "decided": .instant(entry.createdAt),
            "ended": .instant(delivery.endedAt), "problem": .text(entry.problem?.problem),
            "failures": .array(
                delivery.failures.map { failure in
                    [
                        "at": .instant(failure.at), "attempt": .whole(failure.number),
                        "channel": .string(entry.channel),
                        "problem": .string(failure.problem.problem),
                    ]
                }), "notice": entry.notification.json,
        ]
    }
}

extension OutboxEntry.State {
    /// The outcome, as it is written before the name of the channel.
    fileprivate var words: String {
        switch self {
        case .waiting: "waits"
        case .delivered: "delivered"
        case .merged: "merged"
        case .gaveUp: "gave up"
        }
    }
}
