import Alerts
import Finance
import Foundation
import Rules
import Watch

/// The watcher's events as one JSON object each: `event`, then what there is to say of it.
enum EventJSON: Sendable {
    /// The object of an event; times are in UTC, in whole seconds.
    static func line(_ event: WatchEvent) -> String {
        switch event {
        case .started(let rules, let instant, let isNew):
            object(
                "started",
                [("at", second(instant)), ("rules", .whole(rules))]
                    + (isNew ? [("newState", true)] : []))
        case .polled(let report): object("polled", members(of: report))
        case .cycled(let isComplete): object("cycled", [("complete", .bool(isComplete))])
        case .notified(let notification): object("notice", [("notice", json(notification))])
        case .delivered(let channel, let id, let instant):
            object(
                "delivered",
                [("at", second(instant)), ("channel", .string(channel)), ("id", .string(id))])
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            object(
                "deliveryFailed",
                [
                    ("channel", .string(channel)), ("id", .string(id)),
                    ("reason", .string(problem.reason.rawValue)),
                    ("problem", .string(problem.problem)), ("retryAt", second(retryAt)),
                ])
        case .rulesLoaded(let count, _): object("rulesLoaded", [("rules", .whole(count))])
        case .rulesRejected(let findings): object("rulesRejected", members(of: findings))
        case .rulesDoubtful(let findings): object("rulesDoubtful", members(of: findings))
        case .storeFailed: object("storeFailed", [])
        case .clockStepped(let seconds, let count):
            object(
                "clockStepped",
                [("seconds", .whole(Int(seconds.rounded()))), ("count", .whole(count))])
        case .waiting(let instant): object("waiting", [("until", second(instant))])
        case .stopped(let instant): object("stopped", [("at", second(instant))])
        }
    }

    /// A notification that a person asked for with a click.
    static func shown(_ notification: AlertNotification) -> String {
        object("shown", [("notice", json(notification))])
    }

    /// How many lines are missing here, because nobody read.
    static func linesDropped(_ count: Int) -> String {
        object("linesDropped", [("count", .whole(count))])
    }

    private static func object(_ event: String, _ members: [(String, JSONOutput)]) -> String {
        JSONOutput.object([("event", .string(event))] + members).text
    }

    private static func second(_ instant: Date?) -> JSONOutput {
        .instant(instant.map(InstantText.wholeSecond))
    }

    private static func json(_ notification: AlertNotification) -> JSONOutput {
        .raw(NotificationCoding.text(notification))
    }

    private static func members(of findings: [RuleFinding]) -> [(String, JSONOutput)] {
        [("findings", .raw(FindingRenderer.json(findings)))]
    }

    private static func members(of report: PollReport) -> [(String, JSONOutput)] {
        var members: [(String, JSONOutput)] = [
            ("at", second(report.at)), ("source", .string(report.source)),
            ("outcome", .string(Strings.outcome(report.outcome))),
            ("accounts", .whole(report.accountCount)),
            ("changedTransactions", .whole(report.changedTransactions)),
        ]
        if case .failed(let failure) = report.outcome {
            members.append(("error", .string(failure.kind.rawValue)))
        }
        return members
    }
}
