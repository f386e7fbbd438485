import Foundation

/// A figure that stayed the same from one reading to another.
struct FigureRun: Sendable, Hashable {
    /// The figure in minor units.
    let value: Int64
    /// The last time that it was read.
    var lastRead: Date
    /// The first time that another figure was read; `nil` while it is the newest.
    var ended: Date?

    /// Whether it counts in a window (RL-16, D15).
    ///
    /// It does if it was read inside, or if it was in force at the start and nobody waited for the
    /// next reading longer than `patience`.
    func counts(from start: Date, patience: TimeInterval) -> Bool {
        if lastRead >= start { return true }
        guard let ended, ended > start else { return false }
        return ended.timeIntervalSince(lastRead) <= patience
    }
}
