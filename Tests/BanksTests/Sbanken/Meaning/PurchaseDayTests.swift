import Finance
import TestSupport
import Testing

@testable import Banks

@Suite("The day of a purchase", .io)
struct PurchaseDayTests {
    @Test(
        "day and month mean the nearest such day at or before the booking",
        arguments: [
            (6, 3, "2026-03-10", "2026-03-06"), (10, 3, "2026-03-10", "2026-03-10"),
            (31, 12, "2026-01-02", "2025-12-31"), (29, 2, "2028-03-02", "2028-02-29"),
            (28, 2, "2026-03-01", "2026-02-28"), (11, 3, "2026-03-10", nil),
            (29, 2, "2027-03-01", nil), (31, 4, "2026-05-02", nil), (1, 7, "2026-06-30", nil),
            (11, 9, "2026-03-10", "2025-09-11"), (10, 9, "2026-03-10", nil),
        ] as [(Int, Int, String, String?)])
    func nearest(day: Int, month: Int, booked: String, expected: String?) throws {
        let booked = try #require(CalendarDay(isoText: booked))
        let found = PurchaseDay.nearest(dayOfMonth: day, month: month, atOrBefore: booked)
        #expect(found?.description == expected)
    }

    @Test(
        "a full day is believed unless it lies after the booking; a wrong year is corrected",
        arguments: [
            ("2026-03-06T00:00:00", "2026-03-10", "2026-03-06"),
            ("2022-06-14T00:00:00", "2021-06-15", "2021-06-14"),
            ("2026-12-31T00:00:00", "2026-01-02", "2025-12-31"),
            ("2029-02-29T00:00:00", "2028-03-02", "2028-02-29"),
            ("2026-03-11T00:00:00", "2026-03-10", nil),
            ("2025-01-01T00:00:00", "2026-03-10", "2025-01-01"),
        ] as [(String, String, String?)])
    func corrected(written: String, booked: String, expected: String?) throws {
        let written = try #require(WrittenDay(written))
        let booked = try #require(CalendarDay(isoText: booked))
        #expect(PurchaseDay.corrected(written, atOrBefore: booked)?.description == expected)
    }
}
