import UnixSignals
import Watch

/// Turns signals into triggers: SIGHUP reloads, SIGTERM and SIGINT stop after the running cycle.
///
/// A second SIGTERM or SIGINT does not wait for the cycle. A SIGHUP because the terminal is gone
/// stops too: nobody would see the watcher go on.
struct SignalTriggers: Sendable {
    private let signals: UnixSignalsSequence
    private let hadTerminal = Terminal.isInteractive

    /// Starts to catch the signals.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    }

    /// Posts triggers until the task is cancelled.
    ///
    /// - Parameter stopped: told which signal asked to stop.
    func forward(to post: Watcher.Post, stopped: @Sendable (Int32) -> Void) async {
        var isStopping = false
        for await signal in signals {
            let isHangup = signal == .sighup && hadTerminal && !Terminal.isInteractive
            if signal == .sighup, !isHangup {
                post(.reload)
                continue
            }
            if isStopping { ExitStatus.signalled(signal.rawValue).leave() }
            isStopping = true
            stopped(signal.rawValue)
            post(.stop)
        }
    }
}
