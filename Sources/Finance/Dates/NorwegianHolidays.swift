/// The public holidays of Norway, on which no bank works.
///
/// Source: Lov om helligdager og helligdagsfred (LOV-1995-02-24-12) § 2 for the church's days, and
/// Lov om 1 og 17 mai som høgtidsdagar (LOV-1947-04-26-1); both as of 2026. Christmas Eve and New
/// Year's Eve are no public holidays.
public enum NorwegianHolidays: Sendable {
    /// Days from Easter Sunday to Maundy Thursday, Good Friday, Easter Sunday and Monday, Ascension
    /// Day, Whit Sunday and Monday.
    private static let daysFromEaster: Set<Int> = [-3, -2, 0, 1, 39, 49, 50]

    /// Whether the day is a public holiday; Sundays are not among them unless they are one besides.
    public static func contains(_ day: CalendarDay) -> Bool {
        let (year, month, date) = day.components
        switch (month, date) {
        case (1, 1), (5, 1), (5, 17), (12, 25), (12, 26): return true
        default: return daysFromEaster.contains(easterSunday(year: year).days(until: day))
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

extension CalendarDay {
    /// Whether Norwegian banks work: Monday to Friday, no public holiday.
    public var isNorwegianWorkingDay: Bool {
        weekday <= 5 && !NorwegianHolidays.contains(self)
    }
}
