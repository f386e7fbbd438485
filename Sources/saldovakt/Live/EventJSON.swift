import Alerts
import Finance
import Foundation
import Watch

/// The watcher's events as one JSON object each: `event`, then what there is to say of it.
enum EventJSON: Sendable {
    /// The object of an event; times are in UTC.
    static func line(_ event: WatchEvent) -> String {
        switch event {
        case .started(let rules, let instant):
            object("started", ("at", time(instant)), ("rules", "\(rules)"))
        case .polled(let report):
            polled(report)
        case .cycled(let isComplete):
            object("cycled", ("complete", "\(isComplete)"))
        case .noticed(let notice):
            object("notice", ("notice", NoticeCoding.text(notice)))
        case .delivered(let channel, let id, let instant):
            object(
                "delivered", ("at", time(instant)), ("channel", text(channel)), ("id", text(id)))
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            object(
                "deliveryFailed", ("channel", text(channel)), ("id", text(id)),
                ("reason", text(problem.reason.rawValue)), ("problem", text(problem.problem)),
                ("retryAt", time(retryAt)))
        case .rulesLoaded(let count, _):
            object("rulesLoaded", ("rules", "\(count)"))
        case .rulesRejected(let findings):
            object("rulesRejected", ("findings", FindingPrinter.json(findings)))
        case .rulesDoubtful(let findings):
            object("rulesDoubtful", ("findings", FindingPrinter.json(findings)))
        case .storeFailed:
            object("storeFailed")
        case .clockStepped(let seconds, let count):
            object(
                "clockStepped", ("seconds", "\(Int(seconds.rounded()))"), ("count", "\(count)"))
        case .waiting(let instant):
            object("waiting", ("until", time(instant)))
        case .stopped(let instant):
            object("stopped", ("at", time(instant)))
        }
    }

    /// A notice that a person asked for with a click.
    static func shown(_ notice: Notice) -> String {
        object("shown", ("notice", NoticeCoding.text(notice)))
    }

    /// How many lines are missing here, because nobody read.
    static func linesDropped(_ count: Int) -> String {
        object("linesDropped", ("count", "\(count)"))
    }

    private static func polled(_ report: PollReport) -> String {
        var failure: [(String, String)] = []
        if case .failed(let problem) = report.outcome {
            failure = [("error", text(problem.kind.rawValue))]
        }
        return JSONText.object(
            [
                ("event", text("polled")), ("at", time(report.at)), ("source", text(report.source)),
                ("outcome", text(Words.outcome(report.outcome))),
                ("accounts", "\(report.accountCount)"),
                ("changedTransactions", "\(report.changedTransactions)"),
            ] + failure)
    }

    private static func object(_ event: String, _ members: (String, String)...) -> String {
        JSONText.object([("event", text(event))] + members)
    }

    private static func text(_ text: String) -> String { JSONText.string(text) }

    private static func time(_ instant: Date?) -> String {
        JSONText.string(instant.map { Words.iso($0) })
    }
}
