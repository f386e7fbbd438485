import Finance
import Foundation
import TestSupport
import Testing

@testable import Alerts
@testable import Report

@Suite("Axes and curves of a report")
struct AxesTests {
    private let texts = Language.english.texts

    private func ticks(_ from: String, _ to: String) -> [AxisTick] {
        let span = Make.instant(from).wholeMilliseconds..<Make.instant(to).wholeMilliseconds
        return TimeAxis(span, zone: Make.oslo).ticks(texts, .norwegian)
    }

    @Test("a day of 23 hours has no label for the hour that was skipped")
    func spring() {
        let ticks = ticks("2026-03-28T23:00:00Z", "2026-03-29T05:00:00Z")
        #expect(ticks.map(\.label) == ["29 Mar", "01:00", "03:00", "04:00", "05:00", "06:00"])
        let hour = 10_000 / 6
        #expect(ticks.map(\.place) == [0, 1, 2, 3, 4, 5].map { $0 * hour + $0 * 4 / 6 })
    }

    @Test("a day of 25 hours is longer, and the hour that comes twice is labelled at its first")
    func autumn() {
        let ticks = ticks("2026-10-24T22:00:00Z", "2026-10-25T04:00:00Z")
        #expect(ticks.map(\.label) == ["25 Oct", "01:00", "02:00", "03:00", "04:00"])
        #expect(ticks.map(\.place) == [0, 1_666, 3_333, 6_666, 8_333])
        let days = self.ticks("2026-10-23T22:00:00Z", "2026-10-27T23:00:00Z")
        #expect(days.map(\.label) == ["24 Oct", "25 Oct", "26 Oct", "27 Oct"])
        #expect(days.map(\.place) == [0, 2_474, 5_051, 7_525])
    }

    @Test("weeks begin on Monday, months on their first, and there are never too many")
    func lengths() {
        #expect(
            ticks("2026-11-01T12:00:00Z", "2026-12-01T12:00:00Z").map(\.label)
                == ["2 Nov", "9 Nov", "16 Nov", "23 Nov", "30 Nov"])
        #expect(
            ticks("2026-08-01T12:00:00Z", "2027-01-03T12:00:00Z").map(\.label)
                == ["Sep 2026", "Oct 2026", "Nov 2026", "Dec 2026", "Jan 2027"])
        for hours in [1, 5, 26, 47, 49, 24 * 9, 24 * 20, 24 * 70, 24 * 400, 24 * 4_000] {
            let start = Make.instant("2016-01-05T10:00:00Z")
            let span = start.wholeMilliseconds..<start.wholeMilliseconds + hours * 3_600_000
            let count = TimeAxis(span, zone: Make.oslo).ticks(texts, .norwegian).count
            #expect((1...9).contains(count), "\(hours) hours have \(count)")
        }
    }

    @Test(
        "amounts stand at round steps, with zero where it is near",
        arguments: [
            ([100_00, 9_000_00], ["0", "5\u{A0}000", "10\u{A0}000"]),
            ([-4_210_00, -4_000_00], ["−4\u{A0}300", "−4\u{A0}000"]),
            ([5], ["0,00", "0,02", "0,04", "0,06"]), ([0], ["0,00", "0,50", "1,00"]),
            ([-50_00, 120_00], ["−50", "0", "50", "100", "150"]),
        ] as [([Int64], [String])])
    func amounts(figures: [Int64], labels: [String]) {
        let axis = AmountAxis(figures, currency: .nok)
        let shown = axis.ticks(.norwegian, .nok).map(\.label)
        #expect(labels.allSatisfy(shown.contains), "\(shown)")
        #expect(shown.count <= 6 && figures.allSatisfy { (0...10_000).contains(axis.place($0)) })
    }

    @Test("every figure has a place")
    func extremes() {
        let axis = AmountAxis([.min, .max], currency: .nok)
        #expect(axis.place(.min) > axis.place(0) && axis.place(0) > axis.place(.max))
        #expect((0...10_000).contains(axis.place(.min)) && axis.hasZero)
    }

    @Test("a time in which nobody read the account is a gap, a pause between polls is none")
    func gaps() throws {
        func record(_ amount: String, _ at: String, read: String?) throws -> AccountBalance {
            AccountBalance(
                accountID: Make.accountID(),
                currentBalance: .booked(
                    try Balance(signed: Make.money(amount), asOf: Make.instant(at))),
                day: Make.day(String(at.prefix(10))), previousRead: read.map(Make.instant))
        }
        let records = [
            try record("100.00", "2026-03-01T09:00:00Z", read: nil),
            try record("90.00", "2026-03-02T09:00:00Z", read: "2026-03-02T08:00:00Z"),
            try record("80.00", "2026-03-05T09:00:00Z", read: "2026-03-03T09:00:00Z"),
        ]
        let end = Make.instant("2026-03-08T09:00:00Z")
        let curve = BalanceCurve(
            records, { $0.booked?.signedAmount }, in: Make.instant("2026-03-01T12:00:00Z")..<end,
            readUntil: Make.instant("2026-03-06T09:00:00Z"), longestPause: 6 * 3_600)
        func step(_ units: Int64, _ start: String, _ end: String) -> BalanceCurve.Step {
            BalanceCurve.Step(
                start: Make.instant(start).wholeMilliseconds,
                end: Make.instant(end).wholeMilliseconds, minorUnits: units)
        }
        #expect(
            curve.steps == [
                step(100_00, "2026-03-01T12:00:00Z", "2026-03-02T09:00:00Z"),
                step(90_00, "2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z"),
                step(80_00, "2026-03-05T09:00:00Z", "2026-03-06T09:00:00Z"),
            ])
        #expect(curve.value(at: Make.instant("2026-03-04T09:00:00Z").wholeMilliseconds) == 90_00)
    }

    @Test("limits are those of rules on one account's figures, however old the figures are")
    func limits() {
        let story = Story()
        let limits = story.input.limits[Make.accountID("a0")]
        #expect(limits?.map(\.ruleID) == ["low", "tight"])
        #expect(limits?.map(\.isOfAvailable) == [false, true])
        #expect(story.input.limits[Make.accountID("a1")] == nil)
        #expect(AccountLimit.near([100, 200], limits ?? []).isEmpty)
        #expect(AccountLimit.near([.min], limits ?? []).count == 2)
    }
}
