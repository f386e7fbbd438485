import Finance
import Foundation
import Testing

@testable import Alerts
@testable import Rules

@Suite("Telling hours in the nights of the clock changes (RL-34, D51)")
struct NotifyingHoursTests {
    private func hours(_ start: Int, _ end: Int, weekdays: Set<Int>? = nil) -> NotificationHours {
        NotificationHours(.daytime(start, end, weekdays: weekdays), zone: Samples.oslo)
    }

    private func instant(_ text: String) throws -> Date {
        try #require(InstantText.instant(text))
    }

    @Test(
        "the start is inside, the end is not",
        arguments: [
            ("2026-03-06T05:59:59Z", false), ("2026-03-06T06:00:00Z", true),
            ("2026-03-06T20:59:59Z", true), ("2026-03-06T21:00:00Z", false),
        ])
    func edges(_ text: String, _ isOpen: Bool) throws {
        #expect(hours(420, 1_320).isOpen(at: try instant(text)) == isOpen)
    }

    @Test(
        "22:00 to 07:00 goes over midnight",
        arguments: [
            ("2026-03-06T20:59:59Z", false), ("2026-03-06T21:00:00Z", true),
            ("2026-03-06T23:30:00Z", true), ("2026-03-07T05:59:59Z", true),
            ("2026-03-07T06:00:00Z", false),
        ])
    func overnight(_ text: String, _ isOpen: Bool) throws {
        #expect(hours(1_320, 420).isOpen(at: try instant(text)) == isOpen)
    }

    @Test("02:30 does not exist in the spring night and is taken at the jump")
    func spring() throws {
        let hours = hours(150, 600)
        let night = try instant("2026-03-28T23:30:00Z")
        #expect(hours.nextOpening(from: night) == (try instant("2026-03-29T01:00:00Z")))
        #expect(!hours.isOpen(at: try instant("2026-03-29T00:59:59Z")))
        #expect(hours.isOpen(at: try instant("2026-03-29T01:00:00Z")))
    }

    @Test("02:30 exists twice in the autumn night and is taken at the first")
    func autumn() throws {
        let hours = hours(150, 600)
        let night = try instant("2026-10-24T22:30:00Z")
        #expect(hours.nextOpening(from: night) == (try instant("2026-10-25T00:30:00Z")))
        // 02:15 the second time is after the first 02:30.
        #expect(hours.isOpen(at: try instant("2026-10-25T01:15:00Z")))
        let closing = self.hours(0, 150)
        #expect(closing.isOpen(at: try instant("2026-10-25T00:29:59Z")))
        #expect(!closing.isOpen(at: try instant("2026-10-25T01:15:00Z")))
    }

    @Test("quiet hours over a change end at the same wall time")
    func wallTime() throws {
        let hours = hours(420, 1_320)
        let spring = try instant("2026-03-28T22:00:00Z")
        #expect(hours.nextOpening(from: spring) == (try instant("2026-03-29T05:00:00Z")))
        let autumn = try instant("2026-10-24T22:00:00Z")
        #expect(hours.nextOpening(from: autumn) == (try instant("2026-10-25T06:00:00Z")))
    }

    @Test("an allowed day begins at midnight where no hours are named")
    func weekdays() throws {
        let hours = NotificationHours(Clauses(weekdays: [1]), zone: Samples.oslo)
        let saturday = try instant("2026-03-28T12:00:00Z")
        #expect(hours.nextOpening(from: saturday) == (try instant("2026-03-29T22:00:00Z")))
        #expect(hours.isOpen(at: try instant("2026-03-30T21:59:59Z")))
        #expect(!hours.isOpen(at: try instant("2026-03-30T22:00:00Z")))
    }

    @Test("the night part of overnight hours belongs to the day it is")
    func overnightWeekday() throws {
        let hours = hours(1_320, 420, weekdays: [6])
        let friday = try instant("2026-03-06T12:00:00Z")
        #expect(hours.nextOpening(from: friday) == (try instant("2026-03-06T23:00:00Z")))
    }

    @Test("hours without clauses are always open, and an open instant is its own opening")
    func always() throws {
        let now = try instant("2026-03-06T03:00:00Z")
        let hours = NotificationHours(Clauses(), zone: Samples.oslo)
        #expect(hours.isOpen(at: now))
        #expect(hours.nextOpening(from: now) == now)
        let never = NotificationHours(Clauses(weekdays: []), zone: Samples.oslo)
        #expect(never.nextOpening(from: now) == now)
    }
}
