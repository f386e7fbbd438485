import Alerts
import Foundation
import Threads
import Watch

/// The live view on a terminal: redrawn when something happens, never by a timer.
final class LiveConsole: Console {
    private let model: Lock<LiveModel>
    private let screen: LiveScreen
    private let output = Outlet(STDOUT_FILENO)
    private let words: EventWords

    /// Takes over the screen; ``close()`` gives it back.
    init(screen: LiveScreen, zone: TimeZone, ledger: AlertLedger) {
        var first = LiveModel()
        first.seed(with: ledger)
        model = Lock(first)
        self.screen = screen
        words = EventWords(zone: zone)
        output.show("\u{1B}[?1049h\u{1B}[?25l")
        draw(first)
    }

    func show(_ event: WatchEvent) {
        model.withLock { model in
            model.apply(event, words: words)
            draw(model)
        }
    }

    /// The notice is in the view already.
    func tell(_ line: String) -> Bool { true }

    /// Lines beside the view would disturb it.
    func warn(_ line: String) {}

    func point(to notice: Notice) {
        model.withLock { model in
            model.point(to: notice)
            draw(model)
        }
    }

    func close() {
        output.show("\u{1B}[?25h\u{1B}[?1049l")
        output.finish()
    }

    private func draw(_ model: LiveModel) {
        let size = Terminal.size
        let lines = screen.lines(model, columns: size.columns, rows: size.rows)
        output.show(
            "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }
}
