public import Foundation

/// The time of day and the waiting, so that tests own both.
public protocol WallClock: Sendable {
    /// The current instant, cut to whole milliseconds.
    var now: Date { get }

    /// How long a clock has run that nobody can set and that goes on through suspend.
    ///
    /// Only differences mean anything: where they differ from those of ``now``, the wall clock was
    /// set.
    var running: Duration { get }

    /// Waits until `instant`, or throws `CancellationError` when the task is cancelled.
    func sleep(until instant: Date) async throws
}

extension WallClock {
    /// A clock that is never set runs with the time that it shows.
    public var running: Duration {
        .milliseconds(Int64((now.timeIntervalSince1970 * 1_000).rounded()))
    }
}
