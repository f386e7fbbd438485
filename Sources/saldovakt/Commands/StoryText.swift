import Alerts
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Store

/// The history of one alert: what was found, what was notified, and what became of it.
struct StoryText: Sendable {
    let view: AlertView
    let zone: TimeZone

    /// Writes the story of what a person means by an id, for people or as one JSON object.
    ///
    /// - Throws: ``CommandFailure`` when nothing has this id.
    func write(_ id: String, json: Bool) async throws {
        let story = try await story(of: id)
        if json { return Terminal.write(story.json.text) }
        if let notification = story.notification { write(notification) }
        if let alert = story.alert { write(alert) }
        for entry in story.evaluations { Terminal.write("  " + entry.line(in: zone)) }
        for delivery in story.deliveries { write(delivery) }
        for held in story.held { write(held) }
    }

    struct Story: Sendable {
        /// The notification that says what it is about.
        var notification: AlertNotification?
        /// `nil` if it has no state, such as one of an event.
        var alert: AlertState?
        /// What was found about it, oldest first.
        var evaluations: [EvaluationEntry] = []
        /// Its notifications, oldest first.
        var deliveries: [AlertHistory.Delivery] = []
        /// What is held back of it.
        var held: [HeldNotification] = []
    }

    private func story(of id: String) async throws -> Story {
        let entries = try await view.store.entries(notificationPrefix: id)
        let held = view.ledger.allHeld.first { $0.notification.id.hasPrefix(id) }
        let alert = alert(id, entries)
        guard let key = entries.first?.alertKey ?? held?.alertKey.text ?? alert?.key.text else {
            throw CommandFailure(
                .wrong, code: "unknown-notice", problem: "no notification has this id: '\(id)'",
                fix: "'saldovakt alerts' shows the ids of alerts that fire")
        }
        let notified = try await view.store.story(ofAlert: alert?.orderKey ?? key)
        let notification = entries.first?.notification ?? held?.notification
        return Story(
            notification: notification ?? alert?.notification, alert: alert,
            evaluations: try await evaluations(alert, notification),
            deliveries: notified.deliveries,
            held: view.ledger.allHeld.filter { $0.alertKey.text == key })
    }

    private func moment(_ instant: Date) -> String { InstantText.moment(instant, in: zone) }

    private func alert(_ id: String, _ entries: [OutboxEntry]) -> AlertState? {
        let key = entries.first?.alertKey
        return view.ledger.alerts.values.sorted { $0.key.text < $1.key.text }.first { alert in
            alert.key.text == key || alert.notification?.id.hasPrefix(id) == true
                || (entries.isEmpty && alert.ruleID == id && alert.phase != .inactive)
        }
    }

    private func write(_ notification: AlertNotification) {
        Terminal.write("\(notification.data.title)\n  \(notification.data.body)")
        if let rule = notification.data.rule {
            Terminal.write("  rule \(rule.id): \(rule.sentence)")
        }
    }

    private func write(_ alert: AlertState) {
        Terminal.write("  \(alert.phase.rawValue) since \(moment(alert.since))")
        if let at = alert.acknowledgedAt { Terminal.write("  acknowledged \(moment(at))") }
        if let until = alert.snoozedUntil { Terminal.write("  quiet until \(moment(until))") }
    }

    private func evaluations(
        _ alert: AlertState?, _ notification: AlertNotification?
    ) async throws -> [EvaluationEntry] {
        guard let rule = alert?.ruleID ?? notification?.data.rule?.id else { return [] }
        let entries = try await view.store.evaluations(ofRule: rule)
        return entries.filter { alert == nil || $0.subject == alert?.subject.key }
    }

    private func write(_ delivery: AlertHistory.Delivery) {
        let (entry, notification) = (delivery.entry, delivery.entry.notification)
        Terminal.write(
            "  \(moment(entry.createdAt)) \(notification.data.reason.words): "
                + "\(notification.data.title) (\(notification.id))")
        for failure in delivery.failures {
            Terminal.write(
                "    \(moment(failure.at)) attempt \(failure.number) on \(failure.channel): "
                    + failure.problem.problem)
        }
        let tries = entry.attempts == 1 ? "1 try" : "\(entry.attempts) tries"
        let end = delivery.endedAt.map { "\(moment($0)) " } ?? ""
        let problem = entry.problem.map { "; \($0.problem)" } ?? ""
        let state = "\(entry.state.rawValue) on \(entry.channel) after \(tries)"
        Terminal.write("    \(end)\(state)\(problem)")
    }

    private func write(_ held: HeldNotification) {
        Terminal.write(
            "  held by \(held.cause.rawValue) until \(moment(held.dueAt)): "
                + held.notification.data.title)
    }
}

extension StoryText.Story {
    /// The story as one JSON object; notifications have the form of webhooks.
    fileprivate var json: JSONOutput {
        [
            "notice": notification.map(Self.json) ?? .null,
            "alert": alert.map { alert in
                [
                    "rule": .string(alert.ruleID), "phase": .string(alert.phase.rawValue),
                    "since": .instant(alert.since), "channels": .texts(alert.notifiedOn),
                    "acknowledged": .instant(alert.acknowledgedAt),
                    "quietUntil": .instant(alert.snoozedUntil),
                ]
            } ?? .null,
            "evaluations": .array(evaluations.map(\.json)),
            "deliveries": .array(deliveries.map(Self.json)),
            "held": .array(
                held.map { held in
                    [
                        "by": .string(held.cause.rawValue), "until": .instant(held.dueAt),
                        "notice": Self.json(held.notification),
                    ]
                }),
        ]
    }

    private static func json(_ notification: AlertNotification) -> JSONOutput {
        .raw(NotificationCoding.text(notification))
    }

    private static func json(_ delivery: AlertHistory.Delivery) -> JSONOutput {
        let entry = delivery.entry
        return [
            "channel": .string(entry.channel), "state": .string(entry.state.rawValue),
            "attempts": .whole(entry.attempts), "decided": .instant(entry.createdAt),
            "ended": .instant(delivery.endedAt), "problem": .text(entry.problem?.problem),
            "failures": .array(
                delivery.failures.map { failure in
                    [
                        "at": .instant(failure.at), "attempt": .whole(failure.number),
                        "channel": .string(failure.channel),
                        "problem": .string(failure.problem.problem),
                    ]
                }),
            "notice": json(entry.notification),
        ]
    }
}

extension EvaluationEntry {
    /// What was found when, on which figures, and what it led to.
    func line(in zone: TimeZone) -> String {
        let style = MoneyStyle.norwegian
        let parts = [
            InstantText.moment(at, in: zone), account ?? subject, finding.rawValue,
            value.map { "value \(style.text($0))" }, limit.map { "limit \(style.text($0))" },
            count.map { "count \($0)" },
            freshAt.map { "figures of \(InstantText.moment($0, in: zone))" },
            "→ \(effect.rawValue)",
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }

    var json: JSONOutput {
        [
            "rule": .string(ruleID), "subject": .string(subject), "account": .text(account),
            "at": .instant(at), "finding": .string(finding.rawValue),
            "effect": .string(effect.rawValue), "value": .text(value?.decimalText),
            "limit": .text(limit?.decimalText), "count": count.map { .whole($0) } ?? .null,
            "freshAt": .instant(freshAt),
        ]
    }
}
