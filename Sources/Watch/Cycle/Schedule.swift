public import Foundation

/// Fixed slots for polling: no drift, and missed slots are not made up for.
///
/// ```swift
/// var schedule = Schedule(start: t0, interval: .seconds(300))
/// schedule.next(after: t0 + 700)   // t0 + 900
/// ```
public struct Schedule: Sendable, Hashable {
    private let start: Date
    private let interval: Duration

    /// Slots at `start` and every `interval` after it; the interval is positive.
    public init(start: Date, interval: Duration) {
        self.start = start
        self.interval = max(interval, .milliseconds(1))
    }

    /// The first slot later than `now`, but not before `earliest`.
    ///
    /// `now` may lie before the start when the clock was set back: then the start is the slot.
    public func next(after now: Date, notBefore earliest: Date? = nil) -> Date {
        let from = max(now, earliest ?? now)
        let elapsed = from.timeIntervalSince(start)
        guard elapsed >= 0 else { return now < start.addingTimeInterval(-seconds) ? now : start }
        let slots = (elapsed / seconds).rounded(.down) + 1
        return start.addingTimeInterval(slots * seconds)
    }

    /// How many slots lie after one slot and not after an instant.
    ///
    /// ```swift
    /// schedule.slots(after: t0, through: t0 + 700)   // 2: at 300 and at 600
    /// ```
    public func slots(after slot: Date, through instant: Date) -> Int {
        max(0, Int((instant.timeIntervalSince(slot) / seconds).rounded(.down)))
    }

    private var seconds: Double { interval / .seconds(1) }
}
