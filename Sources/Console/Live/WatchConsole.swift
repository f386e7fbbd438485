package import Alerts
import Finance
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

    func close()

    /// Handles a person's actions until the task is cancelled.
    func run(_ perform: @escaping @Sendable (LiveAction) async -> Void) async
}

extension WatchConsole {
    package func run(_ perform: @escaping @Sendable (LiveAction) async -> Void) async {}
}

/// Lines for pipes, logs and programs: text for `--plain`, or one JSON object an event.
///
/// Failures go to standard error when they start or change, everything else to standard output.
package final class LineConsole: WatchConsole {
    private let words: EventStrings
    private let isJSON: Bool
    private let output: BufferedConsoleWriter
    private let errors = BufferedConsoleWriter(STDERR_FILENO)
    private let problems = Lock(ProblemLog())

    package init(zone: TimeZone, isJSON: Bool) {
        words = EventStrings(zone: zone)
        self.isJSON = isJSON
        output = BufferedConsoleWriter(
            STDOUT_FILENO,
            note: { count in
                isJSON
                    ? EventJSON.object("linesDropped", [("count", .whole(count))])
                    : BufferedConsoleWriter.words(count)
            })
    }

    package func show(_ event: WatchEvent) {
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
