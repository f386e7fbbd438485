package import Alerts
import Finance
package import Foundation
import Threads
package import Watch

/// Shows what happens in the watcher: as a live view, as lines, or as JSON lines.
package protocol WatchConsole: Sendable {
    /// Shows one event; returns at once.
    func show(_ event: WatchEvent)

    /// Shows one line of the `terminal` channel.
    ///
    /// - Returns: whether it was shown, or will be once the reader reads on.
    func notify(_ line: String) -> Bool

    /// Shows a line about trouble, whatever else is shown.
    func warn(_ line: String)

    /// Shows a notification that a person asked for with a click.
    func point(to notification: AlertNotification)

    /// Leaves the screen as it was found.
    func close()
}

/// Lines for pipes, logs and programs: text for `--plain`, or one JSON object an event.
///
/// Failures go to standard error when they start or change, everything else to standard output.
package final class LineConsole: WatchConsole {
    private let words: EventStrings
    private let isJSON: Bool
    private let output: BufferedConsoleWriter
    private let errors = BufferedConsoleWriter(STDERR_FILENO)
    private let selfAlerts = Lock(SelfAlertLog())

    /// Writes times for people in `zone`; those of JSON are in UTC.
    package init(zone: TimeZone, isJSON: Bool) {
        words = EventStrings(zone: zone)
        self.isJSON = isJSON
        output = BufferedConsoleWriter(
            STDOUT_FILENO,
            note: { isJSON ? EventJSON.linesDropped($0) : BufferedConsoleWriter.words($0) })
    }

    package func show(_ event: WatchEvent) {
        if let selfAlert = selfAlerts.withLock({ $0.take(event, words: words) }) { warn(selfAlert) }
        if isJSON {
            let isNotification = if case .notified = event { true } else { false }
            output.write(EventJSON.line(event), isNotification: isNotification)
        } else if let line = words.line(event) {
            output.write(VisibleText.shown(line))
        }
    }

    /// In JSON the notification has been written as an event already.
    package func notify(_ line: String) -> Bool {
        isJSON || output.write(line, isNotification: true)
    }

    package func warn(_ line: String) {
        errors.write(VisibleText.shown(line))
    }

    package func point(to notification: AlertNotification) {
        if isJSON {
            output.write(EventJSON.shown(notification))
        } else {
            output.write(VisibleText.shown(words.shown(notification)))
        }
    }

    package func close() {
        output.finish()
        errors.finish()
    }
}
