import Alerts
import Foundation
import Synchronization
import Watch

/// The live view on a terminal: redrawn when something happens, never by a timer.
final class LiveConsole: Console {
    private let model: Mutex<LiveModel>
    private let screen: LiveScreen
    private let words: EventWords

    /// Takes over the screen; ``close()`` gives it back.
    init(screen: LiveScreen, zone: TimeZone, ledger: AlertLedger) {
        var first = LiveModel()
        first.seed(with: ledger)
        model = Mutex(first)
        self.screen = screen
        words = EventWords(zone: zone)
        Terminal.put("\u{1B}[?1049h\u{1B}[?25l")
        draw(first)
    }

    func show(_ event: WatchEvent) {
        model.withLock { model in
            model.apply(event, words: words)
            draw(model)
        }
    }

    /// The notice is in the view already.
    func tell(_ line: String) {}

    func point(to notice: Notice) {
        model.withLock { model in
            model.point(to: notice)
            draw(model)
        }
    }

    func close() {
        Terminal.put("\u{1B}[?25h\u{1B}[?1049l")
    }

    private func draw(_ model: LiveModel) {
        let size = Terminal.size
        let lines = screen.lines(model, columns: size.columns, rows: size.rows)
        Terminal.put(
            "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }
}
