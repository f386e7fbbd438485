import Foundation
import UnixSignals
import Watch

/// Turns signals into triggers: SIGHUP reloads, SIGTERM and SIGINT stop after the running cycle.
///
/// A second SIGTERM or SIGINT does not wait for the cycle.
struct SignalTriggers: Sendable {
    private let signals: UnixSignalsSequence

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
            if signal == .sighup {
                post(.reload)
                continue
            }
            let number = signal == .sigint ? SIGINT : SIGTERM
            if isStopping { ExitStatus.signalled(number).leave() }
            isStopping = true
            stopped(number)
            post(.stop)
        }
    }
}
