public import Foundation

extension CalendarSpan {
    /// The length in seconds for units that have a fixed one; `nil` from a day up.
    public var fixedSeconds: Int? {
        switch unit {
        case .minute: count * 60
        case .hour: count * 3_600
        case .day, .week, .month, .year: nil
        }
    }

    /// The instant that lies one span after `instant`, by the wall clock of `zone` from a day up.
    public func end(from instant: Date, in zone: TimeZone) -> Date {
        shifted(instant, by: count, in: zone)
    }

    /// The instant that lies one span before `instant`.
    public func start(before instant: Date, in zone: TimeZone) -> Date {
        shifted(instant, by: -count, in: zone)
    }

    private func shifted(_ instant: Date, by steps: Int, in zone: TimeZone) -> Date {
        let day = CalendarDay(of: instant, in: zone)
        let target: CalendarDay
        switch unit {
        case .minute: return instant.addingTimeInterval(Double(steps * 60))
        case .hour: return instant.addingTimeInterval(Double(steps * 3_600))
        case .day: target = day.adding(days: steps)
        case .week: target = day.adding(days: steps * 7)
        case .month: target = day.adding(months: steps)
        case .year: target = day.adding(months: steps * 12)
        }
        let wall = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        let sinceMidnight = wall - Double(day.dayNumber) * 86_400
        let minutes = Int(sinceMidnight / 60)
        return target.instant(minutesAfterMidnight: minutes, in: zone)
            .addingTimeInterval(sinceMidnight - Double(minutes) * 60)
    }
}
