import Finance
import Foundation

/// The machine's clock.
///
/// Waiting is measured by the clock that runs on through suspend, and the wall clock is looked at
/// again after every wait, so that a suspend or a step of the clock delays nothing twice.
struct SystemClock: WallClock {
    /// The current instant, cut to whole milliseconds.
    var now: Date {
        Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded(.down) / 1_000)
    }

    /// The time since the machine was started, suspend included.
    var running: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Waits until the wall clock has reached `instant`, or for as long as that was away when the
    /// wait began: the caller checks whether the wall clock was set back meanwhile.
    func sleep(until instant: Date) async throws {
        let end = running + .milliseconds(Int64((instant.timeIntervalSince(now) * 1_000).rounded()))
        while true {
            let left = instant.timeIntervalSince(now)
            // What is left is what the other clock says, unless this one was set back meanwhile.
            let rest = (end - running) / .seconds(1)
            guard left > 0, left < rest + Self.tolerance else { return }
            try await Task.sleep(for: .milliseconds(Int64((left * 1_000).rounded(.up))))
        }
    }

    /// By how many seconds two clocks may drift apart during a wait.
    private static let tolerance = 1.0
}
