package import Alerts
package import Finance
package import Foundation
import Rules
import Threads
package import Watch

/// Shows the watcher's events: as a live view, as lines, or as JSON lines.
package protocol WatchConsole: Sendable {
    /// Shows one event; returns at once.
    func show(_ event: WatchEvent)

    /// Shows one line of the `terminal` channel.
    ///
    /// - Returns: whether it was shown, or will be once the reader continues.
    func notify(_ line: String) -> Bool

    /// Shows a warning in every form of output.
    func warn(_ line: String)

    /// Shows a notification that a person asked for with a click.
    func point(to notification: AlertNotification)

    /// Shows times in another zone from now on.
    func follow(zone: TimeZone)

    func close()

    /// Handles a person's actions until the task is cancelled.
    func run(_ perform: @escaping @Sendable (LiveAction) async -> Void) async
}

extension WatchConsole {
    package func follow(zone: TimeZone) {}

    package func run(_ perform: @escaping @Sendable (LiveAction) async -> Void) async {}
}

/// Lines for pipes, logs and programs: text for `--plain`, or one JSON object an event.
///
/// Failures go to standard error when they start or change, everything else to standard output.
package final class LineConsole: WatchConsole {
    private let wording: Lock<EventStrings>
    private let isJSON: Bool
    private let output: BufferedConsoleWriter
    private let errors = BufferedConsoleWriter(STDERR_FILENO)
    private let problems = Lock(ProblemLog())

    package init(zone: TimeZone, isJSON: Bool) {
        wording = Lock(EventStrings(zone: zone))
        self.isJSON = isJSON
        output = BufferedConsoleWriter(
            STDOUT_FILENO,
            note: { count in
                isJSON
                    ? EventJSON.object("linesDropped", [("count", .whole(count))])
                    : BufferedConsoleWriter.words(count)
            })
    }

    private var words: EventStrings { wording.withLock { $0 } }

    package func follow(zone: TimeZone) { wording.withLock { $0 = EventStrings(zone: zone) } }

    package func show(_ event: WatchEvent) {
        let words = words
        if let problem = problems.withLock({ $0.take(event, words: words) }) { warn(problem) }
        if isJSON {
            let isNotification = if case .notified = event { true } else { false }
            output.write(EventJSON.line(event), isNotification: isNotification)
        } else if let line = words.line(event) {
            let bell = event.isUrgent && Terminal.isInteractive ? "\u{7}" : ""
            output.write(VisibleText.shown(line) + bell)
        }
    }

    /// In JSON the notification was written as an event already.
    package func notify(_ line: String) -> Bool {
        isJSON || output.write(line, isNotification: true)
    }

    package func warn(_ line: String) { errors.write(VisibleText.shown(line)) }

    package func point(to notification: AlertNotification) {
        output.write(
            isJSON
                ? EventJSON.object("shown", [("notice", notification.json)])
                : VisibleText.shown(words.shown(notification)))
    }

    package func close() {
        output.finish()
        errors.finish()
    }
}

extension WatchEvent {
    /// Whether it rings the bell: a new critical alert.
    var isUrgent: Bool {
        guard case .notified(let notification) = self else { return false }
        return notification.data.urgency == .critical
            && notification.type.begins
    }
}

/// The watcher's events, each in one line.
package struct EventStrings: Sendable {
    let zone: TimeZone

    /// The line for standard output; `nil` for an event without one.
    func line(_ event: WatchEvent) -> String? {
        switch event {
        case .started(let rules, let instant, let isNew):
            "\(at(instant)) started: \(Strings.count(rules, "rule"))"
                + (isNew ? "; the state is new: nothing from before is reported" : "")
        case .resumed(let source, let slot): "bank \(source): next read at \(at(slot))"
        case .polled(let report):
            "\(at(report.at)) polled \(report.source): \(Strings.outcome(report.outcome)), "
                + (report.isCommitted
                    ? "\(Strings.count(report.accountCount, "account")), "
                        + Strings.count(report.changedTransactions, "changed transaction")
                    : "not stored")
        case .notified(let notification):
            "\(at(notification.timestamp)) \(notification.type.rawValue): \(notification.data.title)"
        case .delivered(let channel, let id, let instant):
            "\(at(instant)) delivered \(id) on \(channel)"
        case .rulesLoaded(let count, _): "rules loaded: \(Strings.count(count, "rule"))"
        case .clockStepped(let seconds, _):
            "the clock was set by \(Int(seconds.rounded())) seconds; waiting times were recalculated"
        case .stopped(let instant): "\(at(instant)) stopped"
        case .cycled, .deliveryFailed, .rulesRejected, .rulesDoubtful, .storeFailed, .waiting: nil
        }
    }

    /// The text for standard error; `nil` for an event that is no problem.
    func problem(_ event: WatchEvent) -> String? {
        switch event {
        case .polled(let report): return problem(of: report)
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            return Self.failure(problem, of: channel, notification: id)
                + (retryAt.map { "; tried again at \(InstantText.clock($0, in: zone))" }
                    ?? "; not tried again")
        case .rulesRejected(let findings):
            return FindingRenderer.text(findings) + "\nthe old rules and settings stay in force"
        case .rulesDoubtful(let findings), .rulesLoaded(_, let findings):
            return findings.isEmpty ? nil : FindingRenderer.text(findings)
        case .storeFailed(let error): return CommandFailure(error, in: zone).text
        case .started, .resumed, .cycled, .notified, .delivered, .clockStepped, .waiting,
            .stopped:
            return nil
        }
    }

    func shown(_ notification: AlertNotification) -> String {
        "\(at(notification.timestamp)) shown: \(notification.data.title): \(notification.data.body)"
    }

    /// A failed delivery in the program's error form; `notification` is its id.
    package static func failure(
        _ problem: DeliveryProblem, of channel: String, notification: String? = nil
    ) -> String {
        "channel \(channel): error: [delivery-\(problem.reason.rawValue)] \(problem.problem)"
            + (notification.map { " (notification \($0))" } ?? "") + "\n  fix: \(problem.fix)"
    }

    private func problem(of report: PollReport) -> String? {
        if case .throttled(let retryAfter) = report.outcome {
            let moment = retryAfter.map { pause in
                ", not before \(at(report.at.addingTimeInterval(pause / .seconds(1))))"
            }
            let words = report.shortfalls.first.map { ": \($0.problem)" } ?? ""
            return "bank \(report.source): error: [bank-throttled] the bank asks to come later"
                + "\(moment ?? "")\(words)\n  fix: nothing; it is asked again when that is over. "
                + "If it stays so, use a longer interval"
        }
        // Remarks, and all that is said of a complete answer, are no error of the bank.
        let isWhole = report.outcome == .complete
        let lines = report.failures.map { failure in
            let code =
                isWhole || failure.isRemark
                ? "warning: [bank-remark]" : "error: [bank-\(failure.kind.rawValue)]"
            return "bank \(report.source): \(code) \(failure.problem)\n  fix: \(failure.fix)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func at(_ instant: Date) -> String { InstantText.moment(instant, in: zone) }
}

/// The active failures, so that each is written when it starts or changes, not with every poll.
struct ProblemLog: Sendable {
    private var entries: [String: (kind: String, text: String)] = [:]

    var texts: [String] { entries.sorted { $0.key < $1.key }.map(\.value.text) }

    /// Returns the text to write now; `nil` if there is no failure or it was written already.
    mutating func take(_ event: WatchEvent, words: EventStrings) -> String? {
        let origin = Self.origin(of: event)
        guard let text = words.problem(event) else {
            if let origin { entries[origin.key] = nil }
            return nil
        }
        guard let origin else { return text }
        let isKnown = entries[origin.key]?.kind == origin.kind
        entries[origin.key] = (origin.kind, text)
        return isKnown ? nil : text
    }

    /// The key and the kind of a failure; the same key without a failure means that it has ended.
    private static func origin(of event: WatchEvent) -> (key: String, kind: String)? {
        switch event {
        case .polled(let report):
            let kinds = report.failures.map(\.kind.rawValue)
            return ("bank \(report.source)", kinds.joined(separator: ","))
        case .delivered(let channel, _, _): return ("channel \(channel)", "")
        case .deliveryFailed(let channel, _, let problem, let retryAt):
            // Giving up is reported every time.
            return retryAt == nil ? nil : ("channel \(channel)", problem.reason.rawValue)
        case .rulesLoaded: return ("rules", "loaded")
        case .rulesDoubtful: return ("rules", "doubtful")
        case .cycled(isComplete: true): return ("store", "")
        case .storeFailed(let error): return ("store", "\(error)")
        case .started, .resumed, .cycled, .notified, .rulesRejected, .clockStepped, .waiting,
            .stopped:
            return nil
        }
    }
}

/// The watcher's events as one JSON object each: `event`, then its data.
enum EventJSON: Sendable {
    /// The object of an event; times are in UTC, in whole seconds.
    static func line(_ event: WatchEvent) -> String {
        switch event {
        case .started(let rules, let instant, let isNew):
            object(
                "started",
                [("at", second(instant)), ("rules", .whole(rules))]
                    + (isNew ? [("newState", true)] : []))
        case .resumed(let source, let slot):
            object("resumed", [("source", .string(source)), ("nextSlot", second(slot))])
        case .polled(let report): object("polled", members(of: report))
        case .cycled(let isComplete): object("cycled", [("complete", .bool(isComplete))])
        case .notified(let notification): object("notice", [("notice", notification.json)])
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

    static func object(_ event: String, _ members: [(String, JSONOutput)]) -> String {
        JSONOutput.object([("event", .string(event))] + members).text
    }

    private static func second(_ instant: Date?) -> JSONOutput {
        .instant(instant.map(InstantText.wholeSecond))
    }

    private static func members(of findings: [RuleFinding]) -> [(String, JSONOutput)] {
        [("findings", .raw(FindingRenderer.json(findings)))]
    }

    private static func members(of report: PollReport) -> [(String, JSONOutput)] {
        let failure: SourceFailure? =
            if case .failed(let failure) = report.outcome { failure } else { nil }
        return [
            ("at", second(report.at)), ("source", .string(report.source)),
            ("outcome", .string(Strings.outcome(report.outcome))),
            ("accounts", .whole(report.accountCount)),
            ("changedTransactions", .whole(report.changedTransactions)),
        ] + (failure.map { [("error", .string($0.kind.rawValue))] } ?? [])
    }
}

extension PollReport {
    /// Why the bank's answer is missing, or not complete.
    fileprivate var failures: [SourceFailure] {
        if case .failed(let failure) = outcome { [failure] } else { shortfalls }
    }
}

extension AlertNotification {
    /// The notification in the form of webhooks.
    package var json: JSONOutput { .raw(NotificationCoding.text(self)) }
}
