import Finance
import Foundation

/// The deadlines of an absence rule (RL-17), one after the other.
struct DeadlineCalendar: Sendable, Hashable {
    /// On which days.
    let day: RecurringDay
    /// The minutes after midnight until which the day is in time; `nil` is its end.
    let minute: Int?

    /// Banks book overnight: without a time, a deadline is judged from nine on the next morning.
    private static let morning = 9 * 60

    /// The deadline after one.
    func next(after deadline: CalendarDay) -> CalendarDay { day.next(after: deadline) }

    /// The newest deadline that may be judged by now.
    func newestJudged(at now: Date, in zone: TimeZone) -> CalendarDay {
        var deadline = day.first(from: CalendarDay(of: now, in: zone))
        while judgedFrom(deadline, in: zone) > now { deadline = day.previous(before: deadline) }
        return deadline
    }

    /// From when on a complete reading decides about a deadline.
    func judgedFrom(_ deadline: CalendarDay, in zone: TimeZone) -> Date {
        minute.map { deadline.instant(minutesAfterMidnight: $0, in: zone) }
            ?? deadline.adding(days: 1).instant(minutesAfterMidnight: Self.morning, in: zone)
    }

    /// When the time of a deadline is over.
    func end(of deadline: CalendarDay, in zone: TimeZone) -> Date {
        minute.map { deadline.instant(minutesAfterMidnight: $0, in: zone) }
            ?? deadline.adding(days: 1).instant(in: zone)
    }

    /// The deadline from which on rows are remembered, thirteen months or half a year of weeks back;
    /// what a longer pause of the program missed is let be.
    func oldest(at now: Date, in zone: TimeZone) -> CalendarDay {
        var deadline = newestJudged(at: now, in: zone)
        let reach = if case .weekday = day { 26 } else { 13 }
        for _ in 0..<reach { deadline = day.previous(before: deadline) }
        return deadline
    }
}
