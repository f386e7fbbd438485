public import Finance
public import Foundation

/// A deadline or a summary that is still to come.
public struct UpcomingInstant: Sendable, Hashable {
    /// The last day in time, or the day of the summary.
    public let day: CalendarDay
    /// From when on the deadline is judged, or when the summary is told.
    public let instant: Date

    /// Makes an instant.
    public init(day: CalendarDay, instant: Date) {
        self.day = day
        self.instant = instant
    }
}

extension Rule {
    /// The next deadlines of an absence rule or the next instants of a summary, the earliest first.
    ///
    /// Empty for other rules, and for `in the last …`, which has no deadlines.
    public func upcomingInstants(
        after now: Date, in zone: TimeZone, count: Int = 3
    ) -> [UpcomingInstant] {
        switch body {
        case .absence(let absence): deadlines(AbsenceTime(absence.deadline), now, zone, count)
        case .summary(let summary):
            summaries(SummaryCalendar(summary, zone: zone), now, zone, count)
        case .condition, .event, .repetition: []
        }
    }

    private func deadlines(
        _ time: AbsenceTime, _ now: Date, _ zone: TimeZone, _ count: Int
    ) -> [UpcomingInstant] {
        guard case .deadlines(let calendar) = time else { return [] }
        var day = calendar.newestJudged(at: now, in: zone)
        return (0..<count).map { _ in
            day = calendar.next(after: day)
            return UpcomingInstant(day: day, instant: calendar.judgedFrom(day, in: zone))
        }
    }

    private func summaries(
        _ calendar: SummaryCalendar, _ now: Date, _ zone: TimeZone, _ count: Int
    ) -> [UpcomingInstant] {
        var instant = now
        return (0..<count).map { _ in
            instant = calendar.next(after: instant)
            return UpcomingInstant(day: CalendarDay(of: instant, in: zone), instant: instant)
        }
    }
}
