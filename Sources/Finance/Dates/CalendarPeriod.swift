public import Foundation

/// A calendar period of windows and limits: `this month`, `once a day`.
public enum CalendarPeriod: String, Sendable, Hashable, Codable, CaseIterable {
    /// From midnight to midnight.
    case day
    /// From Monday to Sunday.
    case week
    case month
    case year
}

extension CalendarDay {
    /// Monday 1 to Sunday 7, as ISO 8601 counts.
    public var weekday: Int {
        let sinceMonday = (dayNumber + 3) % 7
        return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
    }

    /// The same day so many months later; a day that the month lacks becomes its last.
    ///
    /// Stays within the years 1 to 9999, the nearest day of which stands for all beyond.
    public func adding(months: Int) -> CalendarDay {
        let (year, month, day) = components
        let (total, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !overflow, total >= 12 else { return months < 0 ? .earliest : .latest }
        let (targetYear, targetMonth) = (total / 12, total % 12 + 1)
        guard targetYear <= 9_999 else { return .latest }
        let last = Self.lastDay(ofMonth: targetMonth, year: targetYear)
        return CalendarDay(year: targetYear, month: targetMonth, day: min(day, last)) ?? .latest
    }

    /// 0001-01-01, the earliest day that can be written.
    public static let earliest = CalendarDay(dayNumber: -719_162)
    /// 9999-12-31, the latest day that can be written.
    public static let latest = CalendarDay(dayNumber: 2_932_896)

    /// The first day of this day's week (Monday), month or year; the day itself for `.day`.
    public func start(of period: CalendarPeriod) -> CalendarDay {
        let (year, month, _) = components
        switch period {
        case .day: return self
        case .week: return adding(days: 1 - weekday)
        case .month: return CalendarDay(year: year, month: month, day: 1) ?? self
        case .year: return CalendarDay(year: year, month: 1, day: 1) ?? self
        }
    }

    /// The first day of the period after this day's.
    public func startOfNext(_ period: CalendarPeriod) -> CalendarDay {
        start(of: period).adding(1, period)
    }

    /// The same day so many periods later, or earlier for a negative number.
    package func adding(_ count: Int, _ period: CalendarPeriod) -> CalendarDay {
        switch period {
        case .day: adding(days: count)
        case .week: adding(days: 7 * count)
        case .month: adding(months: count)
        case .year: adding(months: 12 * count)
        }
    }

    /// The last whole millisecond of this day, as a store returns it.
    public func lastInstant(in zone: TimeZone) -> Date {
        // Made from milliseconds: otherwise equal moments could differ in the last bit.
        let next = adding(days: 1).instant(in: zone).timeIntervalSince1970
        return Date(timeIntervalSince1970: (next * 1_000 - 1) / 1_000)
    }

    /// The instant at which the clocks of `zone` show `minutes` after midnight of this day.
    ///
    /// A wall time that a spring change skips is taken at the jump. One that the autumn change
    /// repeats is taken at its first occurrence (RL-34).
    public func instant(minutesAfterMidnight minutes: Int = 0, in zone: TimeZone) -> Date {
        let wall = Double(dayNumber) * 86_400 + Double(minutes) * 60
        let before = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: wall - 86_400)))
        let after = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: wall + 86_400)))
        let early = Date(timeIntervalSince1970: wall - max(before, after))
        let late = Date(timeIntervalSince1970: wall - min(before, after))
        if Double(zone.secondsFromGMT(for: early)) == max(before, after) { return early }
        if Double(zone.secondsFromGMT(for: late)) == min(before, after) { return late }
        return zone.nextDaylightSavingTimeTransition(after: early.addingTimeInterval(-1)) ?? late
    }
}

/// The public holidays on which banks don't work.
public enum HolidayCalendar: String, Sendable, Hashable, CaseIterable {
    /// The public holidays of Norway; Christmas Eve and New Year's Eve are none.
    ///
    /// Source: Lov om helligdager og helligdagsfred (LOV-1995-02-24-12) § 2 for the church's days,
    /// and Lov om 1 og 17 mai som høgtidsdagar (LOV-1947-04-26-1); both as of 2026.
    case norway
    /// The closing days of T2, the settlement system of the euro area.
    ///
    /// Source: European Central Bank, long-term calendar of 14 December 2000.
    case euro
    /// Weekends only.
    case none

    public func isWorkingDay(_ day: CalendarDay) -> Bool {
        day.weekday <= 5 && !hasHoliday(on: day)
    }

    /// Whether the day is a public holiday; an ordinary Sunday is not.
    public func hasHoliday(on day: CalendarDay) -> Bool {
        let (year, month, date) = day.components
        let fromEaster = Self.easterSunday(year: year).days(until: day)
        return holidays.fixed.contains { $0 == (month, date) }
            || holidays.fromEaster.contains(fromEaster)
    }

    /// Month and day of the fixed holidays, and how many days after Easter Sunday the others are.
    private var holidays: (fixed: [(Int, Int)], fromEaster: [Int]) {
        switch self {
        // From Easter: Maundy Thursday to Easter Monday, Ascension Day, Whit Sunday and Monday.
        case .norway: ([(1, 1), (5, 1), (5, 17), (12, 25), (12, 26)], [-3, -2, 0, 1, 39, 49, 50])
        // From Easter: Good Friday and Easter Monday.
        case .euro: ([(1, 1), (5, 1), (12, 25), (12, 26)], [-2, 1])
        case .none: ([], [])
        }
    }

    /// Easter Sunday of a year of the Gregorian calendar.
    ///
    /// Source: the anonymous algorithm in *Nature* of 20 April 1876, as in Meeus, *Astronomical
    /// Algorithms*, chapter 8.
    public static func easterSunday(year: Int) -> CalendarDay {
        let golden = year % 19
        let (century, ofCentury) = year.quotientAndRemainder(dividingBy: 100)
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (ofCentury / 4) - epact - ofCentury % 4) % 7
        let late = (golden + 11 * epact + 22 * weekday) / 451
        let number = epact + weekday - 7 * late + 114
        return CalendarDay(year: year, month: number / 31, day: number % 31 + 1) ?? .earliest
    }
}
