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
    func tell(_ line: String) -> Bool

    /// Shows a line about trouble, whatever else is shown.
    func warn(_ line: String)

    /// Shows a notice that a person asked for with a click.
    func point(to notice: AlertNotification)

    /// Leaves the screen as it was found.
    func close()
}

/// One line per event, for pipes, logs and `--plain`.
///
/// Trouble goes to standard error when it starts or changes, everything else to standard output.
package final class PlainConsole: WatchConsole {
    private let words: EventStrings
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let errors = BufferedConsoleWriter(STDERR_FILENO)
    private let troubles = Lock(SelfAlertLog())

    /// Writes times in `zone`.
    package init(zone: TimeZone) {
        words = EventStrings(zone: zone)
    }

    package func show(_ event: WatchEvent) {
        if let trouble = troubles.withLock({ $0.take(event, words: words) }) {
            errors.write(VisibleText.shown(trouble))
        }
        if let line = words.line(event) { output.write(VisibleText.shown(line)) }
    }

    package func tell(_ line: String) -> Bool {
        output.write(line, isNotice: true)
    }

    package func warn(_ line: String) {
        errors.write(VisibleText.shown(line))
    }

    package func point(to notice: AlertNotification) {
        output.write(VisibleText.shown(words.shown(notice)))
    }

    package func close() {
        output.finish()
        errors.finish()
    }
}

/// One JSON object per event, for programs.
///
/// Every object has `event`; notices stand under `notice` in the published form.
package final class JSONConsole: WatchConsole {
    private let words: EventStrings
    private let output = BufferedConsoleWriter(STDOUT_FILENO) { EventJSON.linesDropped($0) }
    private let errors = BufferedConsoleWriter(STDERR_FILENO)
    private let troubles = Lock(SelfAlertLog())

    /// Writes times of trouble, which people read, in `zone`; those of events are in UTC.
    package init(zone: TimeZone) {
        words = EventStrings(zone: zone)
    }

    package func show(_ event: WatchEvent) {
        if let trouble = troubles.withLock({ $0.take(event, words: words) }) {
            errors.write(trouble)
        }
        let isNotice = if case .noticed = event { true } else { false }
        output.write(EventJSON.line(event), isNotice: isNotice)
    }

    /// The notice has been printed as an event already.
    package func tell(_ line: String) -> Bool { true }

    package func warn(_ line: String) {
        errors.write(line)
    }

    package func point(to notice: AlertNotification) {
        output.write(EventJSON.shown(notice))
    }

    package func close() {
        output.finish()
        errors.finish()
    }
}
