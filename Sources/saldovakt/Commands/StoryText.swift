import Alerts
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Store

/// The story of one alert: what was found, what was told, and what became of it.
struct StoryText: Sendable {
    /// What is stored.
    let view: AlertView
    let zone: TimeZone

    /// Writes the story of what a person means by an id, for people or as one JSON object.
    ///
    /// - Throws: ``CommandFailure`` when nothing has this id.
    func write(_ id: String, json: Bool) async throws {
        let story = try await story(of: id)
        if json { return Terminal.write(self.json(story)) }
        if let notice = story.notice { write(notice) }
        if let alert = story.alert { write(alert) }
        for entry in story.evaluations { Terminal.write("  " + entry.line(in: zone)) }
        for delivery in story.deliveries { write(delivery) }
        for held in story.held { write(held) }
    }

    /// What is known of an alert.
    struct Story: Sendable {
        /// The notice that says what it is about.
        var notice: AlertNotification?
        /// Its state; `nil` if it was only told.
        var alert: AlertState?
        /// What was found about it, oldest first.
        var evaluations: [EvaluationEntry] = []
        /// What was told of it, oldest first.
        var deliveries: [AlertHistory.Delivery] = []
        /// What is held back of it.
        var held: [HeldNotification] = []
    }

    private func story(of id: String) async throws -> Story {
        let entries = try await view.store.entries(noticePrefix: id)
        let held = view.ledger.allHeld.first { $0.notice.id.hasPrefix(id) }
        let alert = alert(id, entries)
        guard let key = entries.first?.alertKey ?? held?.alertKey.text ?? alert?.key.text else {
            throw CommandFailure(
                .wrong, code: "unknown-notice", problem: "no notification has this id: '\(id)'",
                fix: "'saldovakt alerts' shows the ids of alerts that fire")
        }
        let told = try await view.store.story(ofAlert: alert?.orderKey ?? key)
        let notice = entries.first?.notice ?? held?.notice
        return Story(
            notice: notice ?? alert?.notice, alert: alert,
            evaluations: try await evaluations(alert, notice), deliveries: told.deliveries,
            held: view.ledger.allHeld.filter { $0.alertKey.text == key })
    }

    private func moment(_ instant: Date) -> String { InstantText.moment(instant, in: zone) }

    private func alert(_ id: String, _ entries: [OutboxEntry]) -> AlertState? {
        let key = entries.first?.alertKey
        return view.ledger.alerts.values.sorted { $0.key.text < $1.key.text }.first { alert in
            alert.key.text == key || alert.notice?.id.hasPrefix(id) == true
                || (entries.isEmpty && alert.ruleID == id && alert.phase != .inactive)
        }
    }

    private func write(_ notice: AlertNotification) {
        Terminal.write("\(notice.data.title)\n  \(notice.data.body)")
        if let rule = notice.data.rule { Terminal.write("  rule \(rule.id): \(rule.sentence)") }
    }

    private func write(_ alert: AlertState) {
        Terminal.write("  \(alert.phase.rawValue) since \(moment(alert.since))")
        if let at = alert.acknowledgedAt { Terminal.write("  acknowledged \(moment(at))") }
        if let until = alert.snoozedUntil { Terminal.write("  quiet until \(moment(until))") }
    }

    private func evaluations(
        _ alert: AlertState?, _ notice: AlertNotification?
    ) async throws -> [EvaluationEntry] {
        guard let rule = alert?.ruleID ?? notice?.data.rule?.id else { return [] }
        let entries = try await view.store.evaluations(ofRule: rule)
        return entries.filter { alert == nil || $0.subject == alert?.subject.key }
    }

    private func write(_ delivery: AlertHistory.Delivery) {
        let (entry, notice) = (delivery.entry, delivery.entry.notice)
        Terminal.write(
            "  \(moment(entry.createdAt)) \(notice.data.reason.words): "
                + "\(notice.data.title) (\(notice.id))")
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
                + held.notice.data.title)
    }
}

extension StoryText {
    /// The story as one JSON object; notices have the form of webhooks.
    private func json(_ story: Story) -> String {
        JSONWriter.text { json in
            json.add("notice", json: story.notice.map(NotificationCoding.text))
            json.add("alert", story.alert) { json, alert in
                json.object { json in
                    json.add("rule", alert.ruleID)
                    json.add("phase", alert.phase.rawValue)
                    json.add("since", InstantText.seconds(alert.since))
                    json.add("channels", alert.toldOn)
                    json.add("acknowledged", alert.acknowledgedAt.map(InstantText.seconds))
                    json.add("quietUntil", alert.snoozedUntil.map(InstantText.seconds))
                }
            }
            json.add("evaluations", json: JSONText.array(story.evaluations.map(\.json)))
            json.add("deliveries", json: JSONText.array(story.deliveries.map(json(of:))))
            json.add("held", list: story.held) { json, held in
                json.object { json in
                    json.add("by", held.cause.rawValue)
                    json.add("until", InstantText.seconds(held.dueAt))
                    json.add("notice", json: NotificationCoding.text(held.notice))
                }
            }
        }
    }

    private func json(of delivery: AlertHistory.Delivery) -> String {
        let entry = delivery.entry
        return JSONWriter.text { json in
            json.add("channel", entry.channel)
            json.add("state", entry.state.rawValue)
            json.add("attempts", entry.attempts)
            json.add("decided", InstantText.seconds(entry.createdAt))
            json.add("ended", delivery.endedAt.map(InstantText.seconds))
            json.add("problem", entry.problem?.problem)
            json.add("failures", list: delivery.failures) { json, failure in
                json.object { json in
                    json.add("at", InstantText.seconds(failure.at))
                    json.add("attempt", failure.number)
                    json.add("channel", failure.channel)
                    json.add("problem", failure.problem.problem)
                }
            }
            json.add("notice", json: NotificationCoding.text(entry.notice))
        }
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

    /// One JSON object.
    var json: String {
        JSONWriter.text { json in
            json.add("rule", ruleID)
            json.add("subject", subject)
            json.add("account", account)
            json.add("at", InstantText.seconds(at))
            json.add("finding", finding.rawValue)
            json.add("effect", effect.rawValue)
            json.add("value", value)
            json.add("limit", limit)
            json.add("count", count)
            json.add("freshAt", freshAt.map(InstantText.seconds))
        }
    }
}
