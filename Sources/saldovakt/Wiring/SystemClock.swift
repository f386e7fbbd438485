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

    /// Waits until the wall clock has reached `instant`.
    func sleep(until instant: Date) async throws {
        while true {
            let left = instant.timeIntervalSince(now)
            guard left > 0 else { return }
            try await Task.sleep(for: .milliseconds(Int64((left * 1_000).rounded(.up))))
        }
    }
}
