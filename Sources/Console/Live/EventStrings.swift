package import Alerts
import Finance
import Foundation
import Rules
import Watch

/// The watcher's events in one line each.
package struct EventStrings: Sendable {
    private let zone: TimeZone

    /// Writes times in `zone`.
    init(zone: TimeZone) {
        self.zone = zone
    }

    /// The line for standard output; `nil` for an event that says nothing there.
    func line(_ event: WatchEvent) -> String? {
        switch event {
        case .started(let rules, let instant, let isNew):
            "\(at(instant)) started: \(Strings.count(rules, "rule"))"
                + (isNew ? "; the state is new: nothing from before is reported" : "")
        case .polled(let report):
            polled(report)
        case .notified(let notification):
            "\(at(notification.timestamp)) \(notification.type.rawValue): \(notification.data.title)"
        case .delivered(let channel, let id, let instant):
            "\(at(instant)) delivered \(id) on \(channel)"
        case .rulesLoaded(let count, _):
            "rules loaded: \(Strings.count(count, "rule"))"
        case .clockStepped(let seconds, _):
            "the clock was set by \(Int(seconds.rounded())) seconds; waiting times were recalculated"
        case .stopped(let instant):
            "\(at(instant)) stopped"
        case .cycled, .deliveryFailed, .rulesRejected, .rulesDoubtful, .storeFailed, .waiting:
            nil
        }
    }

    /// The text for standard error; `nil` for an event without trouble.
    func selfAlert(_ event: WatchEvent) -> String? {
        switch event {
        case .polled(let report):
            return selfAlert(of: report)
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            return Self.failure(problem, of: channel, notification: id)
                + (retryAt.map { "; tried again at \(InstantText.clock($0, in: zone))" }
                    ?? "; given up")
        case .rulesDoubtful(let findings):
            return FindingRenderer.text(findings)
        case .rulesRejected(let findings):
            return FindingRenderer.text(findings) + "\nthe old rules stay in force"
        case .rulesLoaded(_, let findings):
            return findings.isEmpty ? nil : FindingRenderer.text(findings)
        case .storeFailed(let error):
            return CommandFailure(error, in: zone).text
        case .started, .cycled, .notified, .delivered, .clockStepped, .waiting, .stopped:
            return nil
        }
    }

    /// A notification that a person asked for.
    func shown(_ notification: AlertNotification) -> String {
        "\(at(notification.timestamp)) shown: \(notification.data.title): \(notification.data.body)"
    }

    /// A failed delivery in the program's error form; `notification` is the id of what failed.
    package static func failure(
        _ problem: DeliveryProblem, of channel: String, notification: String? = nil
    ) -> String {
        "channel \(channel): error: [delivery-\(problem.reason.rawValue)] \(problem.problem)"
            + (notification.map { " (notification \($0))" } ?? "") + "\n  fix: \(problem.fix)"
    }

    private func selfAlert(of report: PollReport) -> String? {
        if case .throttled(let retryAfter) = report.outcome {
            return Strings.throttling(of: report.source, retryAfter: retryAfter)
        }
        if case .failed(let failure) = report.outcome {
            return Strings.failure(failure, of: report.source)
        }
        let lines = report.shortfalls.map { Strings.failure($0, of: report.source) }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func polled(_ report: PollReport) -> String {
        let changes = report.changedTransactions
        return "\(at(report.at)) polled \(report.source): \(Strings.outcome(report.outcome)), "
            + "\(Strings.count(report.accountCount, "account")), "
            + Strings.count(changes, "changed transaction")
    }

    private func at(_ instant: Date) -> String {
        InstantText.moment(instant, in: zone)
    }
}

/// The failures that last, so that each is written when it starts or changes, not with every poll.
struct SelfAlertLog: Sendable {
    private struct Entry: Sendable {
        let kind: String
        let text: String
    }

    private var entries: [String: Entry] = [:]

    /// The texts of all failures that last, in a stable order.
    var texts: [String] {
        entries.sorted { $0.key < $1.key }.map(\.value.text)
    }

    /// Takes an event.
    ///
    /// - Returns: the text to write now; `nil` for no failure or one that is known already.
    mutating func take(_ event: WatchEvent, words: EventStrings) -> String? {
        guard let text = words.selfAlert(event) else {
            if !entries.isEmpty, let origin = Self.origin(of: event) { entries[origin.key] = nil }
            return nil
        }
        guard let origin = Self.origin(of: event) else { return text }
        let isKnown = entries[origin.key]?.kind == origin.kind
        entries[origin.key] = Entry(kind: origin.kind, text: text)
        return isKnown ? nil : text
    }

    /// What fails, and of which kind; the same key without a failure means that it is over.
    private static func origin(of event: WatchEvent) -> (key: String, kind: String)? {
        switch event {
        case .polled(let report): ("bank \(report.source)", kind(of: report))
        case .delivered(let channel, _, _): ("channel \(channel)", "")
        case .deliveryFailed(let channel, _, let problem, let retryAt):
            // Giving up is news of its own, every time.
            retryAt == nil ? nil : ("channel \(channel)", problem.reason.rawValue)
        case .rulesLoaded: ("rules", "loaded")
        case .rulesDoubtful: ("rules", "doubtful")
        case .cycled(isComplete: true): ("store", "")
        case .storeFailed(let error): ("store", "\(error)")
        case .started, .cycled, .notified, .rulesRejected, .clockStepped, .waiting, .stopped: nil
        }
    }

    private static func kind(of report: PollReport) -> String {
        if case .failed(let failure) = report.outcome { return failure.kind.rawValue }
        return report.shortfalls.map(\.kind.rawValue).joined(separator: ",")
    }
}
