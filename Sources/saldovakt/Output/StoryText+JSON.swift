import Alerts
import Foundation
import Store

extension StoryText {
    /// The story as one JSON object; notices have the form of webhooks.
    func json(_ story: Story) -> String {
        JSONText.object([
            ("notice", story.notice.map(NoticeCoding.text) ?? "null"),
            ("alert", story.alert.map(json) ?? "null"),
            ("evaluations", JSONText.array(story.evaluations.map(HistoryText.json))),
            ("deliveries", JSONText.array(story.deliveries.map(json))),
            ("held", JSONText.array(story.held.map(json))),
        ])
    }

    private func json(_ alert: AlertState) -> String {
        JSONText.object([
            ("rule", JSONText.string(alert.ruleID)),
            ("phase", JSONText.string(alert.phase.rawValue)),
            ("since", JSONText.string(Words.iso(alert.since))),
            ("channels", JSONText.array(alert.toldOn.map { JSONText.string($0) })),
            ("acknowledged", JSONText.string(alert.acknowledgedAt.map(Words.iso))),
            ("quietUntil", JSONText.string(alert.snoozedUntil.map(Words.iso))),
        ])
    }

    private func json(_ delivery: AlertStory.Delivery) -> String {
        let entry = delivery.entry
        return JSONText.object([
            ("channel", JSONText.string(entry.channel)),
            ("state", JSONText.string(entry.state.rawValue)),
            ("attempts", String(entry.attempts)),
            ("decided", JSONText.string(Words.iso(entry.createdAt))),
            ("ended", JSONText.string(delivery.endedAt.map(Words.iso))),
            ("problem", JSONText.string(entry.problem?.problem)),
            ("failures", JSONText.array(delivery.failures.map(json))),
            ("notice", NoticeCoding.text(entry.notice)),
        ])
    }

    private func json(_ failure: FailedAttempt) -> String {
        JSONText.object([
            ("at", JSONText.string(Words.iso(failure.at))),
            ("attempt", String(failure.number)), ("channel", JSONText.string(failure.channel)),
            ("problem", JSONText.string(failure.problem.problem)),
        ])
    }

    private func json(_ held: HeldNotice) -> String {
        JSONText.object([
            ("by", JSONText.string(held.cause.rawValue)),
            ("until", JSONText.string(Words.iso(held.dueAt))),
            ("notice", NoticeCoding.text(held.notice)),
        ])
    }
}
