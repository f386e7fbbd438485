import Finance
import Foundation

/// The transactions that a window contains at one moment.
enum WindowBounds: Sendable, Hashable {
    /// Transactions dated on these days, both ends included.
    case days(ClosedRange<Int>)
    /// Transactions first seen at or after an instant (D14).
    case since(Date)

    /// The bounds of a window at an instant, whose day may be known already (RL-15, D13).
    init(_ window: Window.Kind, at now: Date, today: CalendarDay? = nil, in zone: TimeZone) {
        let today = today ?? CalendarDay(of: now, in: zone)
        switch window {
        case .current(let period):
            let last = period.startOfNext(after: today).adding(days: -1)
            self = .days(period.start(of: today).dayNumber...last.dayNumber)
        case .previous(let period, let toSameDay):
            let days = period.periods(before: today, count: 1)[0]
            let last = toSameDay ? period.sameDay(as: today, back: 1, in: days) : days.upperBound
            self = .days(days.lowerBound.dayNumber...last.dayNumber)
        case .last(let length):
            if length.fixedSeconds != nil {
                self = .since(length.start(before: now, in: zone))
            } else {
                // Today counts as one of the days; rows that the bank dates ahead are inside too.
                self = .days(today.adding(length.back).adding(days: 1).dayNumber...Int.max)
            }
        }
    }

    /// Whether the bounds are days, not an instant.
    var isOfDays: Bool { if case .days = self { true } else { false } }

    /// Whether the bounds are a calendar period, which ends, rather than days that move.
    var isOfPeriod: Bool {
        if case .days(let days) = self { days.upperBound < .max } else { false }
    }

    /// Whether the bounds begin before other bounds of the same window.
    func begins(before other: WindowBounds) -> Bool {
        switch (self, other) {
        case (.days(let own), .days(let others)): own.lowerBound < others.lowerBound
        case (.since(let own), .since(let other)): own < other
        default: false
        }
    }

    /// The first day that a transaction inside the bounds can have.
    func firstDay(in zone: TimeZone) -> CalendarDay {
        switch self {
        case .days(let days): CalendarDay(dayNumber: days.lowerBound)
        // A bank may show a row only some days after the date of the row.
        case .since(let instant): CalendarDay(of: instant, in: zone)
        }
    }
}

extension CalendarSpan {
    /// The same length of time into the past.
    var back: CalendarSpan { CalendarSpan(count: -count, unit: unit) }
}

extension CalendarDay {
    /// The day that is a length of time later; minutes and hours stay on the same day.
    func adding(_ span: CalendarSpan) -> CalendarDay {
        // More than any sentence needs, but few enough that no calculation overflows.
        let count = min(span.count, 1_000_000)
        return span.unit.period.map { adding(count, $0) } ?? self
    }
}
