import Alerts
import Finance
import Foundation
import Rules
import Store

/// The story of one alert: what was found, what was told, and what became of it.
struct StoryText: Sendable {
    /// What is stored.
    let view: AlertView
    /// The zone of the times that it tells.
    let zone: TimeZone

    /// Writes the story of what a person means by an id.
    ///
    /// - Throws: ``CommandFailure`` when nothing has this id.
    func write(_ id: String) async throws {
        let entries = try await ReadStore.reading { () throws(StoreError) in
            try await view.store.entries(noticePrefix: id)
        }
        let held = view.ledger.allHeld.first { $0.notice.id.hasPrefix(id) }
        let alert = alert(id, entries)
        guard let key = entries.first?.alertKey ?? held?.alertKey.text ?? alert?.key.text else {
            throw CommandFailure(
                .wrong, code: "unknown-notice", problem: "no notice has this id: '\(id)'",
                fix: "'saldovakt alerts' shows the ids of alerts that fire")
        }
        let story = try await ReadStore.reading { () throws(StoreError) in
            try await view.store.story(ofAlert: alert?.orderKey ?? key)
        }
        if let notice = entries.first?.notice ?? held?.notice ?? alert?.notice { write(notice) }
        if let alert { write(alert) }
        try await writeEvaluations(alert, entries.first?.notice ?? held?.notice)
        for delivery in story.deliveries { write(delivery) }
        for held in view.ledger.allHeld where held.alertKey.text == key { write(held) }
    }

    private func moment(_ instant: Date) -> String { Words.moment(instant, in: zone) }

    private func alert(_ id: String, _ entries: [OutboxEntry]) -> AlertState? {
        let key = entries.first?.alertKey
        return view.ledger.alerts.values.sorted { $0.key.text < $1.key.text }.first { alert in
            alert.key.text == key || alert.notice?.id.hasPrefix(id) == true
                || (entries.isEmpty && alert.ruleID == id && alert.phase != .inactive)
        }
    }

    private func write(_ notice: Notice) {
        Terminal.write("\(notice.data.title)\n  \(notice.data.body)")
        if let rule = notice.data.rule { Terminal.write("  rule \(rule.id): \(rule.sentence)") }
    }

    private func write(_ alert: AlertState) {
        Terminal.write("  \(alert.phase.rawValue) since \(moment(alert.since))")
        if let at = alert.acknowledgedAt { Terminal.write("  acknowledged \(moment(at))") }
        if let until = alert.snoozedUntil { Terminal.write("  quiet until \(moment(until))") }
    }

    private func writeEvaluations(_ alert: AlertState?, _ notice: Notice?) async throws {
        guard let rule = alert?.ruleID ?? notice?.data.rule?.id else { return }
        let entries = try await ReadStore.reading { () throws(StoreError) in
            try await view.store.evaluations(ofRule: rule)
        }
        for entry in entries where alert == nil || entry.subject == alert?.subject.key {
            Terminal.write("  " + HistoryText.line(entry, in: zone))
        }
    }

    private func write(_ delivery: AlertStory.Delivery) {
        let (entry, notice) = (delivery.entry, delivery.entry.notice)
        Terminal.write(
            "  \(moment(entry.createdAt)) \(notice.type.rawValue), because: "
                + "\(notice.data.reason.rawValue): \(notice.data.title) (\(notice.id))")
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

    private func write(_ held: HeldNotice) {
        Terminal.write(
            "  held by \(held.cause.rawValue) until \(moment(held.dueAt)): "
                + held.notice.data.title)
    }
}

extension AlertLedger {
    /// Everything that is held back: by quiet hours, limits, snoozes and silences.
    var allHeld: [HeldNotice] {
        (rules.values.flatMap(\.held) + silences.values.flatMap(\.held)).sorted {
            ($0.dueAt, $0.notice.id) < ($1.dueAt, $1.notice.id)
        }
    }
}
