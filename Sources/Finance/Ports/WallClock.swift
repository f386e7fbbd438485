public import Foundation

/// The time of day and the waiting, so that tests own both.
public protocol WallClock: Sendable {
    /// The current instant, cut to whole milliseconds.
    var now: Date { get }

    /// Waits until `instant`, or throws `CancellationError` when the task is cancelled.
    func sleep(until instant: Date) async throws
}
