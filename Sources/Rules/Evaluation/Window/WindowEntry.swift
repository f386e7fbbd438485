import Finance
import Foundation

/// What one transaction adds to a window.
struct WindowEntry: Sendable, Hashable {
    /// The day of the transaction.
    let day: Int
    /// When this program first saw it.
    let firstSeen: Date
    /// Minor units; negative for a refund in a sum of spending.
    let amount: Int64

    /// Whether it lies inside the bounds.
    ///
    /// A row of the silent first poll was seen late; for it the end of its own day counts.
    func isInside(_ bounds: WindowBounds, baseline: Date, zone: TimeZone) -> Bool {
        switch bounds {
        case .days(let days): return days.contains(day)
        case .since(let instant):
            guard firstSeen <= baseline else { return firstSeen >= instant }
            let endOfDay = CalendarDay(dayNumber: day + 1).instant(in: zone)
            return min(firstSeen, endOfDay) >= instant
        }
    }
}
