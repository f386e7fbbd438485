import Alerts
import Finance
import Foundation
import Threads
import Watch

/// One JSON object per event, for programs.
///
/// Every object has `event`; notices stand under `notice` in the published form.
final class JSONConsole: Console {
    private let words: EventWords
    private let output = Outlet(STDOUT_FILENO) { EventJSON.linesDropped($0) }
    private let errors = Outlet(STDERR_FILENO)
    private let troubles = Lock(TroubleBook())

    /// Writes times of trouble, which people read, in `zone`; those of events are in UTC.
    init(zone: TimeZone) {
        words = EventWords(zone: zone)
    }

    func show(_ event: WatchEvent) {
        if let trouble = troubles.withLock({ $0.take(event, words: words) }) {
            errors.write(trouble)
        }
        let isNotice = if case .noticed = event { true } else { false }
        output.write(EventJSON.line(event), isNotice: isNotice)
    }

    /// The notice has been printed as an event already.
    func tell(_ line: String) -> Bool { true }

    func warn(_ line: String) {
        errors.write(line)
    }

    func point(to notice: Notice) {
        output.write(EventJSON.shown(notice))
    }

    func close() {
        output.finish()
        errors.finish()
    }
}
