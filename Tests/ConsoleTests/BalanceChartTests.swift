import Finance
import Foundation
import TestSupport
import Testing

@testable import Alerts
@testable import Console

@Suite("The chart of a balance")
struct BalanceChartTests {
    private let start = Make.instant("2026-03-01T00:00:00Z")
    private let end = Make.instant("2026-03-11T00:00:00Z")

    private func lines(
        _ points: [(String, Int64)], columns: Int = 18, rows: Int = 2, limits: [AccountLimit] = [],
        marks: [AlertMark] = [], unread: Range<String>? = nil, language: Language = .english
    ) -> [String] {
        let sorted = points.sorted { $0.0 < $1.0 }
        let records = sorted.compactMap { at, units in
            (try? Balance(signed: Money(minorUnits: units, currency: .nok), asOf: Make.instant(at)))
                .map { balance in
                    AccountBalance(
                        accountID: Make.accountID(), currentBalance: .booked(balance),
                        day: Make.day(String(at.prefix(10))),
                        previousRead: at == unread?.upperBound
                            ? unread.map { Make.instant($0.lowerBound) } : nil)
                }
        }
        let curve = BalanceCurve(
            records, { $0.booked?.signedAmount }, in: start..<end, readUntil: end, longestPause: 60)
        return BalanceChart(
            curve, limits: limits, marks: marks, currency: .nok, from: start, to: end
        ).lines(columns: columns, rows: rows, zone: Make.oslo, language: language)
    }

    @Test("holds each figure until the next, with the highest and the lowest beside it")
    func steps() {
        let chart = lines([
            ("2026-03-09T00:00:00Z", 100_00), ("2026-03-01T00:00:00Z", 0),
            ("2026-03-05T00:00:00Z", 50_00),
        ])
        #expect(
            chart == [
                "100,00         ███", "  0,00 ▁▁▁▁███████", "       01.03.2026",
            ])
    }

    @Test("is blank before the first record")
    func blank() {
        let chart = lines([
            ("2026-03-06T00:00:00Z", 100), ("2026-03-08T00:00:00Z", 200),
        ])
        #expect(chart[1].contains("1,00     "))
    }

    @Test("of a balance that never moved has one row")
    func flat() {
        let chart = lines([("2026-02-01T00:00:00Z", 9_000_00)], columns: 30, rows: 6)
        #expect(chart.count == 2)
        #expect(chart[0] == "9\u{A0}000,00 " + String(repeating: "▄", count: 21))
    }

    @Test("survives every figure, and gives way to a screen without room")
    func limits() {
        let chart = lines(
            [("2026-03-02T00:00:00Z", .min + 1), ("2026-03-05T00:00:00Z", .max)], columns: 60,
            rows: 3)
        #expect(chart.count == 4)
        #expect(chart.allSatisfy { $0.count <= 60 })
        #expect(lines([], columns: 80, rows: 6).isEmpty)
        #expect(lines([("2026-03-02T00:00:00Z", 1)], columns: 12, rows: 6).isEmpty)
    }

    @Test("draws every peak and dip, however short")
    func peaks() {
        let chart = lines(
            [
                ("2026-03-01T00:00:00Z", 40_00), ("2026-03-03T10:00:00Z", 80_00),
                ("2026-03-03T10:05:00Z", 40_00), ("2026-03-08T10:00:00Z", 0),
                ("2026-03-08T10:05:00Z", 40_00),
            ], columns: 26)
        #expect(
            chart == [
                "80,00     ▒", " 0,00 ██████████████▒█████", "      01.03.2026", "      ▒ peak",
            ])
    }

    @Test("draws limits through the bars, and alerts below them")
    func limitsAndMarks() {
        let limit = AccountLimit(
            ruleID: "low", isOfAvailable: false, amount: Money(minorUnits: 50_00, currency: .nok))
        func mark(_ at: String, _ kind: AlertMark.Kind) -> AlertMark {
            AlertMark(
                at: Make.instant(at).wholeMilliseconds, kind: kind, ruleID: "low", title: "low")
        }
        let chart = lines(
            [("2026-03-01T00:00:00Z", 100_00), ("2026-03-06T00:00:00Z", 0)], columns: 40, rows: 3,
            limits: [limit],
            marks: [mark("2026-03-06T00:00:00Z", .began), mark("2026-03-09T00:00:00Z", .ended)])
        #expect(
            chart == [
                "100,00 ████████████████", " 50,00 ━━━━━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌",
                "  0,00 ████████████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁",
                "                       ▲         △",
                "       01.03.2026             11.03.2026", "       ╌ limit  ▲ alert  △ resolved",
            ])
    }

    @Test("says in Norwegian what its signs mean")
    func norwegian() {
        let marks: [AlertMark] = [AlertMark.Kind.began, .ended, .event].enumerated().map {
            AlertMark(
                at: start.wholeMilliseconds + $0 * 90_000_000, kind: $1, ruleID: "low",
                title: "low")
        }
        let chart = lines(
            [("2026-03-01T00:00:00Z", 100_00), ("2026-03-06T00:00:00Z", 0)], columns: 60,
            marks: marks, language: .norwegian)
        #expect(chart.last?.hasSuffix("▲ varsel  △ over  • hendelse") == true)
    }

    @Test("is blank where nobody read the account")
    func gap() {
        let chart = lines(
            [("2026-03-01T00:00:00Z", 100), ("2026-03-08T00:00:00Z", 200)],
            unread: "2026-03-03T00:00:00Z"..<"2026-03-08T00:00:00Z")
        #expect(
            chart == ["2,00          ████", "1,00 ▁▁▁      ████", "     01.03.2026"])
    }
}
