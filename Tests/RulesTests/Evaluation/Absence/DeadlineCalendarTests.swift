import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("The days of deadlines and summaries")
struct DeadlineCalendarTests {
    private func next(_ deadline: String, after now: String) -> [String] {
        let rule = Make.rule("no credit \(deadline)")
        return rule.upcomingInstants(after: Make.instant(now), in: Make.oslo).map(\.day.description)
    }

    @Test(
        "come one after the other",
        arguments: [
            ("by the 15th", ["2026-03-15", "2026-04-15", "2026-05-15"]),
            ("by the 31st", ["2026-03-31", "2026-04-30", "2026-05-31"]),
            ("by the last day", ["2026-03-31", "2026-04-30", "2026-05-31"]),
            ("by the last working day", ["2026-03-31", "2026-04-30", "2026-05-29"]),
            ("by monday", ["2026-03-09", "2026-03-16", "2026-03-23"]),
            ("by friday", ["2026-03-06", "2026-03-13", "2026-03-20"]),
            ("by the 6th at 09:00", ["2026-04-06", "2026-05-06", "2026-06-06"]),
            ("by the 6th at 11:00", ["2026-03-06", "2026-04-06", "2026-05-06"]),
            ("in the last 14 days", []),
            ("by the first monday", ["2026-04-06", "2026-05-04", "2026-06-01"]),
            ("by the last friday", ["2026-03-27", "2026-04-24", "2026-05-29"]),
            ("by the third thursday at 09:00", ["2026-03-19", "2026-04-16", "2026-05-21"]),
            ("by the 1st of march", ["2027-03-01", "2028-03-01", "2029-03-01"]),
            ("by the 29th of february", ["2027-02-28", "2028-02-29", "2029-02-28"]),
            ("by the last working day of march", ["2026-03-31", "2027-03-31", "2028-03-31"]),
            ("every quarter by the 15th", ["2026-04-15", "2026-07-15", "2026-10-15"]),
            ("every quarter by the last day", ["2026-03-31", "2026-06-30", "2026-09-30"]),
            ("within 3 days of the 20th", ["2026-03-23", "2026-04-23", "2026-05-23"]),
            ("within 1 week of the last day", ["2026-03-07", "2026-04-07", "2026-05-07"]),
            ("every 2 weeks", []),
        ])
    func days(deadline: String, expected: [String]) {
        // 10:00 in Oslo on a Friday.
        #expect(next(deadline, after: "2026-03-06T09:00:00Z") == expected)
    }

    @Test("know 29 February, short months and weeks over the end of a year")
    func edges() {
        #expect(
            next("by the 30th", after: "2028-02-10T09:00:00Z")
                == ["2028-02-29", "2028-03-30", "2028-04-30"])
        #expect(
            next("by sunday", after: "2026-12-28T09:00:00Z")
                == ["2027-01-03", "2027-01-10", "2027-01-17"])
    }

    @Test(
        "the last working day avoids Easter, Whitsun, weekends and holidays",
        arguments: [
            ("2024-03-10", "2024-03-27"), ("2004-05-10", "2004-05-28"),
            ("2026-05-10", "2026-05-29"), ("2026-02-10", "2026-02-27"),
            ("2026-12-10", "2026-12-31"), ("2022-12-10", "2022-12-30"),
            ("2018-03-10", "2018-03-28"),
        ])
    func workingDays(start: String, expected: String) {
        #expect(
            next("by the last working day", after: "\(start)T09:00:00Z").first == expected)
    }

    @Test(
        "are judged from nine the next morning or from their own time, in local wall time",
        arguments: [
            ("by the 15th", "2026-03-10", "2026-03-16T08:00:00Z"),
            ("by the 28th", "2026-03-10", "2026-03-29T07:00:00Z"),
            ("by the 24th", "2026-10-10", "2026-10-25T08:00:00Z"),
            ("by the 29th at 02:30", "2026-03-10", "2026-03-29T01:00:00Z"),
            ("by the 25th at 02:30", "2026-10-10", "2026-10-25T00:30:00Z"),
            ("by the 20th at 18:00", "2026-03-10", "2026-03-20T17:00:00Z"),
        ])
    func judging(deadline: String, start: String, expected: String) {
        let found = Make.rule("no credit \(deadline)")
            .upcomingInstants(after: Make.instant("\(start)T09:00:00Z"), in: Make.oslo).first
        #expect(found?.instant == Make.instant(expected))
    }

    @Test(
        "summaries are told at local wall times",
        arguments: [
            ("every day at 08:00", "2026-03-28T07:00:00Z", "2026-03-29T06:00:00Z"),
            ("every day at 02:30", "2026-03-28T07:00:00Z", "2026-03-29T01:00:00Z"),
            ("every day at 02:30", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
            ("every monday at 08:00", "2026-12-28T07:00:00Z", "2027-01-04T07:00:00Z"),
            ("every month on the 31st at 08:00", "2028-02-01T07:00:00Z", "2028-02-29T07:00:00Z"),
            ("every day at 00:00", "2026-03-06T22:00:00Z", "2026-03-06T23:00:00Z"),
        ])
    func summaries(recurrence: String, after now: String, expected: String) throws {
        let rule = Make.rule("summary \(recurrence)")
        guard case .summary(let summary) = rule.body else { return }
        let calendar = SummaryCalendar(summary, zone: Make.oslo)
        let next = calendar.next(after: Make.instant(now))
        #expect(next == Make.instant(expected))
        #expect(calendar.newest(at: next) == next)
        #expect(calendar.newest(at: next.addingTimeInterval(-1)) <= Make.instant(now))
        #expect(rule.upcomingInstants(after: Make.instant(now), in: Make.oslo).count == 3)
    }
}
