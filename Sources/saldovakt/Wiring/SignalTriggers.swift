import Glibc
import Watch

/// Turns signals into triggers: SIGHUP reloads, SIGTERM and SIGINT stop after the running cycle.
///
/// A second SIGTERM or SIGINT does not wait for the cycle. A SIGHUP because the terminal is gone
/// stops too: nobody would see the watcher go on.
struct SignalTriggers: Sendable {
    private let signals: AsyncStream<Int32>
    private let hadTerminal = Terminal.isInteractive

    /// Starts to catch the signals.
    init() {
        signals = ProgramLoop.signals(SIGTERM, SIGINT, SIGHUP)
    }

    /// Posts triggers until the task is cancelled.
    ///
    /// - Parameter stopped: told which signal asked to stop.
    func forward(to post: Watcher.Post, stopped: @Sendable (Int32) -> Void) async {
        var isStopping = false
        for await signal in signals {
            let isHangup = signal == SIGHUP && hadTerminal && !Terminal.isInteractive
            if signal == SIGHUP, !isHangup {
                post(.reload)
                continue
            }
            if isStopping { ExitStatus.signalled(signal).leave() }
            isStopping = true
            stopped(signal)
            post(.stop)
        }
    }
}
