import Finance
import Foundation

/// Finds out whether the wall clock was set, by a clock that nobody can set.
struct ClockSteps: Sendable {
    /// How many times it was set.
    private(set) var count = 0
    private var wall: Date
    private var running: Duration

    /// By how much the clocks may drift apart between two looks, in seconds.
    private static let tolerance = 30.0

    /// Begins with what a clock shows now.
    init(_ clock: any WallClock) {
        wall = clock.now
        running = clock.running
    }

    /// By how many seconds the wall clock was set since the last look, if it was.
    mutating func check(_ clock: any WallClock) -> Double? {
        let (now, ran) = (clock.now, clock.running)
        let step = now.timeIntervalSince(wall) - (ran - running) / .seconds(1)
        (wall, running) = (now, ran)
        guard abs(step) > Self.tolerance else { return nil }
        count += 1
        return step
    }
}
