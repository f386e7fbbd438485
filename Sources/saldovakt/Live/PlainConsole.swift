import Alerts
import Finance
import Foundation
import Threads
import Watch

/// One line per event, for pipes, logs and `--plain`.
///
/// Trouble goes to standard error when it starts or changes, everything else to standard output.
final class PlainConsole: Console {
    private let words: EventWords
    private let output = Outlet(STDOUT_FILENO)
    private let errors = Outlet(STDERR_FILENO)
    private let troubles = Lock(TroubleBook())

    /// Writes times in `zone`.
    init(zone: TimeZone) {
        words = EventWords(zone: zone)
    }

    func show(_ event: WatchEvent) {
        if let trouble = troubles.withLock({ $0.take(event, words: words) }) {
            errors.write(VisibleText.shown(trouble))
        }
        if let line = words.line(event) { output.write(VisibleText.shown(line)) }
    }

    func tell(_ line: String) -> Bool {
        output.write(line, isNotice: true)
    }

    func warn(_ line: String) {
        errors.write(VisibleText.shown(line))
    }

    func point(to notice: Notice) {
        output.write(VisibleText.shown(words.shown(notice)))
    }

    func close() {
        output.finish()
        errors.finish()
    }
}
