import Finance
import TestSupport
import Testing

@Suite("Norwegian public holidays")
struct NorwegianHolidaysTests {
    @Test(
        "Easter Sunday is as the almanac has it",
        arguments: [
            "1900-04-15", "1961-04-02", "2000-04-23", "2004-04-11", "2008-03-23", "2011-04-24",
            "2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2038-04-25",
            "2285-03-22",
        ])
    func easter(text: String) {
        let day = Make.day(text)
        #expect(HolidayCalendar.easterSunday(year: day.components.year) == day)
    }

    @Test("Easter is always a Sunday between 22 March and 25 April")
    func easterRange() {
        for year in 1583...4099 {
            let easter = HolidayCalendar.easterSunday(year: year)
            let (_, month, day) = easter.components
            #expect(easter.weekday == 7)
            #expect((month == 3 && day >= 22) || (month == 4 && day <= 25))
        }
    }

    @Test(
        "all twelve of 2026 are known, and the days beside them are none",
        arguments: [
            "2026-01-01", "2026-04-02", "2026-04-03", "2026-04-05", "2026-04-06", "2026-05-01",
            "2026-05-14", "2026-05-17", "2026-05-24", "2026-05-25", "2026-12-25", "2026-12-26",
        ])
    func year(text: String) {
        #expect(HolidayCalendar.norway.hasHoliday(on: Make.day(text)))
    }

    @Test("a year has twelve, fewer where two fall on one day")
    func count() {
        for year in 1990...2090 {
            let first = Make.day("\(year)-01-01")
            let found = (0..<366).map { first.adding(days: $0) }
                .filter { $0.components.year == year }
                .filter { HolidayCalendar.norway.hasHoliday(on: $0) }
            // Ascension Day can be 1 or 17 May, Whit Sunday and Monday 17 May.
            #expect((11...12).contains(found.count), "\(year)")
        }
    }

    @Test(
        "Saturdays, Sundays and holidays are no working days",
        arguments: [
            ("2026-12-24", true), ("2026-12-25", false), ("2026-12-26", false),
            ("2026-12-27", false), ("2026-12-28", true), ("2026-12-31", true),
            ("2027-05-17", false), ("2027-05-18", true), ("2026-04-01", true),
            ("2026-04-04", false), ("2026-04-07", true),
        ])
    func workingDays(text: String, isWorking: Bool) {
        #expect(HolidayCalendar.norway.isWorkingDay(Make.day(text)) == isWorking)
    }

    @Test(
        "other calendars have other holidays",
        arguments: [
            ("2026-04-02", true), ("2026-04-03", false), ("2026-04-06", false),
            ("2026-05-14", true), ("2026-05-01", false), ("2026-12-25", false),
        ])
    func euro(text: String, isWorking: Bool) {
        #expect(HolidayCalendar.euro.isWorkingDay(Make.day(text)) == isWorking)
        #expect(HolidayCalendar.none.isWorkingDay(Make.day(text)))
    }
}
