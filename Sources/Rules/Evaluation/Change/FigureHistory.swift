import Finance
import Foundation

/// The history of one figure over a window, from which its extremes are found quickly.
///
/// Only those runs are kept that can still become an extreme: a run that a later one equals or
/// passes is never needed again. So the extremes take the same time however long the window is, and
/// memory is bounded by the runs inside the window.
struct FigureHistory: Sendable {
    private var falling: [TimeSeries] = []
    private var rising: [TimeSeries] = []
    private(set) var currency: Currency?

    /// When the figure was last read; `nil` before the first time.
    var lastRead: Date? { falling.last?.lastRead }

    /// Adds a reading; a reading that is not later than the last one is ignored.
    ///
    /// - Parameter previousRead: when the previous figure was last read, if that was later than the
    ///   readings so far show.
    mutating func note(_ value: Money, at instant: Date, previousRead: Date? = nil) {
        if value.currency != currency { self = FigureHistory(currency: value.currency) }
        guard lastRead.map({ $0 < instant }) ?? true else { return }
        if let previousRead, previousRead < instant { lengthen(to: previousRead) }
        Self.note(value.minorUnits, at: instant, in: &falling) { $0 <= $1 }
        Self.note(value.minorUnits, at: instant, in: &rising) { $0 >= $1 }
    }

    init(currency: Currency? = nil) { self.currency = currency }

    private mutating func lengthen(to instant: Date) {
        guard let lastRead, lastRead < instant else { return }
        falling[falling.count - 1].lastRead = instant
        rising[rising.count - 1].lastRead = instant
    }

    private static func note(
        _ value: Int64, at instant: Date, in runs: inout [TimeSeries],
        _ isPassed: (Int64, Int64) -> Bool
    ) {
        if let last = runs.last, last.value == value {
            runs[runs.count - 1].lastRead = instant
            return
        }
        if !runs.isEmpty { runs[runs.count - 1].ended = instant }
        while let last = runs.last, isPassed(last.value, value) { runs.removeLast() }
        runs.append(TimeSeries(value: value, lastRead: instant))
    }

    /// The smallest and the largest figure of a window; `nil` if nothing was read in it.
    func extremes(from start: Date, timeout: TimeInterval) -> (low: Int64, high: Int64)? {
        let isInside = { (run: TimeSeries) in run.counts(from: start, timeout: timeout) }
        guard let high = falling.first(where: isInside), let low = rising.first(where: isInside)
        else { return nil }
        return (low.value, high.value)
    }

    /// Removes the runs that no later window contains.
    mutating func forget(before instant: Date) {
        let isOver = { (run: TimeSeries) in (run.ended ?? .distantFuture) < instant }
        if falling.first.map(isOver) == true { falling.removeAll(where: isOver) }
        if rising.first.map(isOver) == true { rising.removeAll(where: isOver) }
    }
}

/// A figure that stayed the same from one reading to another.
struct TimeSeries: Sendable, Hashable {
    let value: Int64
    /// When the value was last read.
    var lastRead: Date
    /// When another value was first read; `nil` for the newest run.
    var ended: Date?

    /// Whether the run counts in a window that begins at `start` (RL-16, D15).
    ///
    /// It counts if it was read inside the window. It also counts if it was in force at the start
    /// and the next reading came within `timeout`.
    func counts(from start: Date, timeout: TimeInterval) -> Bool {
        if lastRead >= start { return true }
        guard let ended, ended > start else { return false }
        return ended.timeIntervalSince(lastRead) <= timeout
    }
}
