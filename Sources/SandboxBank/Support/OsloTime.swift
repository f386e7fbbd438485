import Finance
import Foundation

/// The clock of the bank: Central European Time, with summer time by the rule of the European Union.
///
/// Computed rather than looked up, because a machine may lack the zone's data.
enum OsloTime {
    /// The day it is in Oslo at that instant, to the hour around a change of the clocks.
    static func day(of instant: Date) -> CalendarDay {
        let winter = CalendarDay(of: instant, in: zone(hours: 1))
        return isSummer(winter) ? CalendarDay(of: instant, in: zone(hours: 2)) : winter
    }

    /// `+02:00` if midnight at the start of that day is in summer time, else `+01:00`.
    static func offset(on day: CalendarDay) -> String {
        isSummer(day) ? "+02:00" : "+01:00"
    }

    /// Whether midnight at the start of that day is in summer time.
    ///
    /// The clocks change at night after that midnight, on the last Sundays of March and October.
    static func isSummer(_ day: CalendarDay) -> Bool {
        let year = day.components.year
        guard let march = lastSunday(month: 3, year: year),
            let october = lastSunday(month: 10, year: year)
        else { return false }
        return march < day && day <= october
    }

    private static func lastSunday(month: Int, year: Int) -> CalendarDay? {
        guard let last = CalendarDay(year: year, month: month, day: 31) else { return nil }
        // 1970-01-01 was a Thursday, so day number 3 was a Sunday.
        let daysPastSunday = ((last.dayNumber - 3) % 7 + 7) % 7
        return last.adding(days: -daysPastSunday)
    }

    private static func zone(hours: Int) -> TimeZone {
        TimeZone(secondsFromGMT: hours * 3_600) ?? .gmt
    }
}
