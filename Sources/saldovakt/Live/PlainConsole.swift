import Foundation
import Watch

/// One line per event, for pipes, logs and `--plain`.
///
/// Trouble goes to standard error, everything else to standard output.
struct PlainConsole: Console {
    private let zone: TimeZone

    /// Writes times in `zone`.
    init(zone: TimeZone) {
        self.zone = zone
    }

    func show(_ event: WatchEvent) {
        let words = EventWords(zone: zone)
        if let trouble = words.trouble(event) { Terminal.complain(trouble) }
        if let line = words.line(event) { Terminal.write(line) }
    }

    func tell(_ line: String) {
        Terminal.write(line)
    }

    func close() {}
}
