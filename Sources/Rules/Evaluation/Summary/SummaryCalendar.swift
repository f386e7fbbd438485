import Finance
public import Foundation

/// The instants of a summary, one after the other.
///
/// Times are local wall times: one that the spring change skips is taken at the jump, one that the
/// autumn change repeats at its first occurrence (RL-34). Day 31 of a short month is its last day.
public struct SummaryCalendar: Sendable, Hashable {
    private let day: RecurringDay
    private let skipsWeekends: Bool
    private let minute: Int
    private let zone: TimeZone

    /// Takes a summary's recurrence in the person's zone.
    public init(_ summary: Summary, zone: TimeZone) {
        day =
            switch summary.recurrence {
            case .daily, .weekdays: .daily
            case .weekly(let weekday): .weekday(weekday)
            case .monthly(let number): .inPeriod(.number(number), .month)
            }
        skipsWeekends = summary.recurrence == .weekdays
        minute = summary.minute
        self.zone = zone
    }

    /// The first instant after another.
    public func next(after instant: Date) -> Date {
        // The day before, because 24:00 is an instant of the next day.
        var candidate = first(from: CalendarDay(of: instant, in: zone).adding(days: -1))
        while self.instant(candidate) <= instant {
            candidate = first(from: candidate.adding(days: 1))
        }
        return self.instant(candidate)
    }

    /// The last instant up to and at another.
    public func newest(at instant: Date) -> Date {
        var candidate = first(from: CalendarDay(of: instant, in: zone))
        while self.instant(candidate) > instant { candidate = previous(before: candidate) }
        return self.instant(candidate)
    }

    /// No summary is on a working day by name, so holidays make no difference.
    private func first(from start: CalendarDay) -> CalendarDay {
        let first = day.first(from: start, .none)
        return skipsWeekends && first.weekday > 5 ? first.adding(days: 8 - first.weekday) : first
    }

    func previous(before next: CalendarDay) -> CalendarDay {
        let previous = day.previous(before: next, .none)
        return skipsWeekends && previous.weekday > 5
            ? previous.adding(days: 5 - previous.weekday) : previous
    }

    private func instant(_ day: CalendarDay) -> Date {
        day.instant(minutesAfterMidnight: minute, in: zone)
    }
}
