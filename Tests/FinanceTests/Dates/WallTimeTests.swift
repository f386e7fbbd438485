import Finance
import Foundation
import TestSupport
import Testing

@Suite("Wall times where the clocks change")
struct WallTimeTests {
    @Test(
        "a skipped time is taken at the jump, a doubled one at its first occurrence",
        arguments: [
            ("2026-03-29", 0, "2026-03-28T23:00:00Z"), ("2026-03-29", 119, "2026-03-29T00:59:00Z"),
            ("2026-03-29", 120, "2026-03-29T01:00:00Z"),
            ("2026-03-29", 150, "2026-03-29T01:00:00Z"),
            ("2026-03-29", 180, "2026-03-29T01:00:00Z"),
            ("2026-03-29", 181, "2026-03-29T01:01:00Z"),
            ("2026-10-25", 0, "2026-10-24T22:00:00Z"), ("2026-10-25", 119, "2026-10-24T23:59:00Z"),
            ("2026-10-25", 120, "2026-10-25T00:00:00Z"),
            ("2026-10-25", 150, "2026-10-25T00:30:00Z"),
            ("2026-10-25", 180, "2026-10-25T02:00:00Z"), ("2026-10-26", 0, "2026-10-25T23:00:00Z"),
            ("2026-07-01", 1_439, "2026-07-01T21:59:00Z"),
            ("2026-12-31", 1_440, "2026-12-31T23:00:00Z"),
        ])
    func instants(day: String, minutes: Int, expected: String) {
        let instant = Make.day(day).instant(minutesAfterMidnight: minutes, in: Make.oslo)
        #expect(instant == Make.instant(expected))
    }

    @Test(
        "a calendar day is from wall time to wall time, 24 hours are 24 hours",
        arguments: [
            (1, CalendarSpan.Unit.day, "2026-03-28T11:00:00Z", "2026-03-29T10:00:00Z"),
            (24, .hour, "2026-03-28T11:00:00Z", "2026-03-29T11:00:00Z"),
            (1, .day, "2026-10-24T10:00:00Z", "2026-10-25T11:00:00Z"),
            (1_440, .minute, "2026-10-24T10:00:00Z", "2026-10-25T10:00:00Z"),
            (1, .day, "2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z"),
            (1, .week, "2026-03-25T11:00:00Z", "2026-04-01T10:00:00Z"),
            (1, .month, "2026-01-31T11:00:30Z", "2026-02-28T11:00:30Z"),
            (1, .year, "2024-02-29T11:00:00Z", "2025-02-28T11:00:00Z"),
        ])
    func ends(count: Int, unit: CalendarSpan.Unit, from: String, expected: String) {
        let span = CalendarSpan(count: count, unit: unit)
        #expect(span.end(from: Make.instant(from), in: Make.oslo) == Make.instant(expected))
    }

    @Test(
        "starts lie before ends",
        arguments: [
            (1, CalendarSpan.Unit.day, "2026-03-29T10:00:00Z", "2026-03-28T11:00:00Z"),
            (3, .month, "2026-05-31T10:00:00Z", "2026-02-28T11:00:00Z"),
            (90, .minute, "2026-10-25T01:30:00Z", "2026-10-25T00:00:00Z"),
        ])
    func starts(count: Int, unit: CalendarSpan.Unit, before: String, expected: String) {
        let span = CalendarSpan(count: count, unit: unit)
        #expect(span.start(before: Make.instant(before), in: Make.oslo) == Make.instant(expected))
    }

    @Test("huge spans end far away instead of failing", arguments: CalendarSpan.Unit.allCases)
    func huge(unit: CalendarSpan.Unit) {
        let now = Make.instant("2026-03-06T09:00:00Z")
        for count in [Int.max, 1_000_000_000, Int.min] {
            let span = CalendarSpan(count: count, unit: unit)
            #expect((span.end(from: now, in: Make.oslo) > now) == (count > 0))
            #expect((span.start(before: now, in: Make.oslo) < now) == (count > 0))
            #expect(span.fixedSeconds != 0)
        }
    }

    @Test("fixed lengths and words")
    func words() {
        #expect(CalendarSpan(count: 30, unit: .minute).fixedSeconds == 1_800)
        #expect(CalendarSpan(count: 24, unit: .hour).fixedSeconds == 86_400)
        #expect(CalendarSpan(count: 1, unit: .day).fixedSeconds == nil)
        #expect(CalendarSpan(count: 1, unit: .day).words == "1 day")
        #expect(CalendarSpan(count: 30, unit: .minute).words == "30 minutes")
    }
}
