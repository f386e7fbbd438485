import Finance
import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("The chart of a balance")
struct BalanceChartTests {
    private let start = Make.instant("2026-03-01T00:00:00Z")
    private let end = Make.instant("2026-03-11T00:00:00Z")

    private func lines(
        _ points: [(String, Int64)], columns: Int = 18, rows: Int = 2
    ) -> [String] {
        BalanceChart(
            points.map { BalanceChart.Point(at: Make.instant($0.0), minorUnits: $0.1) },
            currency: .nok, from: start, to: end
        ).lines(columns: columns, rows: rows, zone: Make.oslo)
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
            [("2026-03-02T00:00:00Z", .min), ("2026-03-05T00:00:00Z", .max)], columns: 60, rows: 3)
        #expect(chart.count == 4)
        #expect(chart.allSatisfy { $0.count <= 60 })
        #expect(lines([], columns: 80, rows: 6).isEmpty)
        #expect(lines([("2026-03-02T00:00:00Z", 1)], columns: 12, rows: 6).isEmpty)
    }
}
