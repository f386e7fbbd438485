public import Finance
public import Foundation
import Glibc

/// The machine's clock.
///
/// Waiting is measured by the clock that runs on through suspend. The wall clock is checked again
/// after every wait, so that a suspend or a step of the clock delays nothing twice.
public struct SystemClock: WallClock {
    public init() {}

    /// The current instant, cut to whole milliseconds.
    public var now: Date {
        Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded(.down) / 1_000)
    }

    /// The time since the machine was started, suspend included.
    public var running: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Waits until the wall clock has reached `instant`, but no longer than it was away when the
    /// wait began.
    ///
    /// The caller checks whether the wall clock was set back meanwhile.
    public func sleep(until instant: Date) async throws {
        let end = running + .milliseconds(Int64((instant.timeIntervalSince(now) * 1_000).rounded()))
        while true {
            let left = instant.timeIntervalSince(now)
            // The rest by the monotonic clock, unless the wall clock was set back meanwhile.
            let rest = (end - running) / .seconds(1)
            // Within a second, the most that the two may drift apart.
            guard left > 0, left < rest + 1 else { return }
            try await Task.sleep(for: .milliseconds(Int64((left * 1_000).rounded(.up))))
        }
    }
}
