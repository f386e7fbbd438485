import Finance
public import Foundation

/// The instants at which a summary is due.
///
/// Times are local wall times. A time that the spring change skips is moved to the change; a time
/// that the autumn change repeats is taken at its first occurrence (RL-34). Day 31 of a shorter
/// month is its last day.
public struct SummaryCalendar: Sendable, Hashable {
    private let day: RecurringDay
    private let skipsWeekends: Bool
    private let minute: Int
    private let zone: TimeZone

    /// Takes the recurrence of a summary in the person's time zone.
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

    /// The first instant of the summary after another instant.
    public func next(after instant: Date) -> Date {
        // Begins on the day before, because 24:00 is an instant of the next day.
        var candidate = first(from: CalendarDay(of: instant, in: zone).adding(days: -1))
        while self.instant(candidate) <= instant {
            candidate = first(from: candidate.adding(days: 1))
        }
        return self.instant(candidate)
    }

    /// The last instant of the summary up to and including another instant.
    public func newest(at instant: Date) -> Date {
        var candidate = first(from: CalendarDay(of: instant, in: zone))
        while self.instant(candidate) > instant { candidate = previous(before: candidate) }
        return self.instant(candidate)
    }

    /// The first day of a summary from a day on.
    ///
    /// No summary is defined by working days, so holidays make no difference.
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
