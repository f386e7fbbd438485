import Alerts
import Finance
import Foundation
import Rules
import Watch

/// The watcher's events as one JSON object each: `event`, then what there is to say of it.
enum EventJSON: Sendable {
    /// The object of an event, in UTF-8; times are in UTC, in whole seconds.
    static func line(_ event: WatchEvent) -> [UInt8] {
        JSONWriter.object { json in
            json.add("event", name(of: event))
            addMembers(of: event, to: &json)
        }
    }

    /// A notice that a person asked for with a click.
    static func shown(_ notice: AlertNotification) -> [UInt8] {
        JSONWriter.object { json in
            json.add("event", "shown")
            json.add("notice", json: NotificationCoding.bytes(notice))
        }
    }

    /// How many lines are missing here, because nobody read.
    static func linesDropped(_ count: Int) -> [UInt8] {
        JSONWriter.object { json in
            json.add("event", "linesDropped")
            json.add("count", count)
        }
    }

    private static func name(of event: WatchEvent) -> String {
        switch event {
        case .started: "started"
        case .polled: "polled"
        case .cycled: "cycled"
        case .noticed: "notice"
        case .delivered: "delivered"
        case .deliveryFailed: "deliveryFailed"
        case .rulesLoaded: "rulesLoaded"
        case .rulesRejected: "rulesRejected"
        case .rulesDoubtful: "rulesDoubtful"
        case .storeFailed: "storeFailed"
        case .clockStepped: "clockStepped"
        case .waiting: "waiting"
        case .stopped: "stopped"
        }
    }

    private static func addMembers(of event: WatchEvent, to json: inout JSONWriter) {
        switch event {
        case .started(let rules, let instant, let isNew):
            json.add("at", InstantText.wholeSecond(instant))
            json.add("rules", rules)
            if isNew { json.add("newState", true) }
        case .polled(let report):
            addMembers(of: report, to: &json)
        case .cycled(let isComplete):
            json.add("complete", isComplete)
        case .noticed(let notice):
            json.add("notice", json: NotificationCoding.bytes(notice))
        case .delivered(let channel, let id, let instant):
            json.add("at", InstantText.wholeSecond(instant))
            json.add("channel", channel)
            json.add("id", id)
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            json.add("channel", channel)
            json.add("id", id)
            json.add("reason", problem.reason.rawValue)
            json.add("problem", problem.problem)
            json.add("retryAt", retryAt.map(InstantText.wholeSecond))
        case .rulesLoaded(let count, _):
            json.add("rules", count)
        case .rulesRejected(let findings), .rulesDoubtful(let findings):
            json.add("findings", json: Array(FindingRenderer.json(findings).utf8))
        case .clockStepped(let seconds, let count):
            json.add("seconds", Int(seconds.rounded()))
            json.add("count", count)
        case .waiting(let instant):
            json.add("until", InstantText.wholeSecond(instant))
        case .stopped(let instant):
            json.add("at", InstantText.wholeSecond(instant))
        case .storeFailed:
            break
        }
    }

    private static func addMembers(of report: PollReport, to json: inout JSONWriter) {
        json.add("at", InstantText.wholeSecond(report.at))
        json.add("source", report.source)
        json.add("outcome", Strings.outcome(report.outcome))
        json.add("accounts", report.accountCount)
        json.add("changedTransactions", report.changedTransactions)
        if case .failed(let problem) = report.outcome {
            json.add("error", problem.kind.rawValue)
        }
    }
}
