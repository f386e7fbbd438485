import HTTP
import Threads

/// Keeps requests of one channel apart, so that its receiver need not refuse any.
final class WebhookPace: Sendable {
    private let now: @Sendable () -> ContinuousClock.Instant
    private let free: Lock<ContinuousClock.Instant>

    /// Lets the first request go at once.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
        free = Lock(now())
    }

    /// Reserves the next turn and returns how long to wait for it.
    func reserve(gap: Duration) -> Duration {
        let now = now()
        return free.withLock { free in
            let turn = max(free, now)
            free = turn + gap
            return turn - now
        }
    }

    /// Lets nobody go for so long.
    func hold(for duration: Duration) {
        let end = now() + duration
        free.withLock { $0 = max($0, end) }
    }
}
