import Finance
import Foundation
import TestSupport
import Testing

@Suite("Calendar days")
struct CalendarDayTests {
    @Test(
        "are read from their ISO form only",
        arguments: [
            ("2026-03-06", true), ("2024-02-29", true), ("2000-02-29", true), ("0001-01-01", true),
            ("9999-12-31", true), ("2026-02-29", false), ("1900-02-29", false),
            ("2026-13-01", false),
            ("2026-00-10", false), ("2026-04-31", false), ("2026-03-00", false),
            ("0000-01-01", false),
            ("2026-3-6", false), ("20260306", false), ("2026-03-06T00:00:00", false), ("", false),
            ("2026/03/06", false), ("-026-03-06", false), ("２０26-03-06", false),
        ])
    func reading(text: String, isDay: Bool) {
        let day = CalendarDay(isoText: text)
        #expect((day != nil) == isDay)
        if isDay { #expect(day?.description == text) }
    }

    @Test(
        "count from 1970 as the calendar does",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("1970-03-01", 59), ("2000-03-01", 11_017),
            ("2026-03-06", 20_518), ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
        ])
    func numbers(text: String, number: Int) {
        #expect(CalendarDay(isoText: text)?.dayNumber == number)
        #expect(CalendarDay(dayNumber: number).description == text)
    }

    @Test("turn to components and back over eight centuries")
    func roundTrip() {
        for number in stride(from: -150_000, through: 150_000, by: 7) {
            let day = CalendarDay(dayNumber: number)
            let (year, month, date) = day.components
            #expect(CalendarDay(year: year, month: month, day: date) == day)
        }
    }

    @Test(
        "step by days over month, leap day and year",
        arguments: [
            ("2026-02-28", 1, "2026-03-01"), ("2024-02-28", 1, "2024-02-29"),
            ("2026-12-31", 1, "2027-01-01"), ("2026-01-01", -1, "2025-12-31"),
            ("2026-03-06", 0, "2026-03-06"), ("2026-03-06", 365, "2027-03-06"),
        ])
    func days(text: String, count: Int, expected: String) {
        let (day, target) = (Make.day(text), Make.day(expected))
        #expect(day.adding(days: count) == target)
        #expect(day.days(until: target) == count)
        #expect((day < target) == (count > 0))
    }

    @Test(
        "step by months, the 31st becoming the last day",
        arguments: [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
            ("2026-03-31", -1, "2026-02-28"), ("2026-12-15", 1, "2027-01-15"),
            ("2026-01-15", -1, "2025-12-15"), ("2024-02-29", 12, "2025-02-28"),
            ("2026-05-31", 6, "2026-11-30"), ("2026-05-31", -17, "2024-12-31"),
            ("2026-05-31", Int.max, "9999-12-31"), ("2026-05-31", Int.min, "0001-01-01"),
            ("2026-05-31", 100_000, "9999-12-31"),
        ])
    func months(text: String, count: Int, expected: String) {
        #expect(Make.day(text).adding(months: count) == Make.day(expected))
    }

    @Test(
        "know their weekday, Monday being the first",
        arguments: [
            ("1970-01-01", 4), ("2026-03-02", 1), ("2026-03-08", 7), ("1969-12-28", 7),
            ("1969-12-29", 1), ("2024-02-29", 4),
        ])
    func weekday(text: String, expected: Int) {
        #expect(Make.day(text).weekday == expected)
    }

    @Test(
        "find the start of their period and of the next",
        arguments: [
            ("2026-03-08", CalendarPeriod.day, "2026-03-08", "2026-03-09"),
            ("2026-03-08", .week, "2026-03-02", "2026-03-09"),
            ("2026-03-02", .week, "2026-03-02", "2026-03-09"),
            ("2026-01-01", .week, "2025-12-29", "2026-01-05"),
            ("2026-12-31", .month, "2026-12-01", "2027-01-01"),
            ("2024-02-29", .month, "2024-02-01", "2024-03-01"),
            ("2024-02-29", .year, "2024-01-01", "2025-01-01"),
        ])
    func periods(text: String, period: CalendarPeriod, start: String, next: String) {
        #expect(Make.day(text).start(of: period) == Make.day(start))
        #expect(Make.day(text).startOfNext(period) == Make.day(next))
    }

    @Test(
        "are the day that an instant has in the zone",
        arguments: [
            ("2026-03-05T22:59:59Z", "2026-03-05"), ("2026-03-05T23:00:00Z", "2026-03-06"),
            ("2026-07-05T21:59:59Z", "2026-07-05"), ("2026-07-05T22:00:00Z", "2026-07-06"),
            ("2026-03-29T00:59:59Z", "2026-03-29"), ("2026-10-25T22:59:59Z", "2026-10-25"),
            ("1969-12-31T22:59:59Z", "1969-12-31"),
        ])
    func dayOfInstant(instant: String, day: String) {
        #expect(CalendarDay(of: Make.instant(instant), in: Make.oslo) == Make.day(day))
    }

    @Test("survive JSON and refuse days that do not exist")
    func codable() throws {
        let data = try JSONEncoder().encode([Make.day("2024-02-29")])
        #expect(data == Data(#"["2024-02-29"]"#.utf8))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-02-29"]"#.utf8))
        }
    }

    @Test("the last instant of a day is the same after it was stored in milliseconds")
    func lastInstant() {
        let days = (0..<400).map { Make.day("2026-01-01").adding(days: $0) }
        let changed = days.filter { day in
            let instant = day.lastInstant(in: Make.oslo)
            let stored = (instant.timeIntervalSince1970 * 1_000).rounded()
            return instant != Date(timeIntervalSince1970: stored / 1_000)
        }
        #expect(changed.isEmpty, "\(changed.count)")
    }
}
