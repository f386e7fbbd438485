import Alerts
package import Finance
package import Foundation

/// The course of a balance as bars of block characters.
///
/// A balance holds until the next record, so every column shows the figure at its end. The lowest
/// figure stands at the bottom, not zero: what matters is how it moved.
package struct BalanceChart: Sendable {
    package struct Point: Sendable, Hashable {
        package let at: Date
        let minorUnits: Int64

        package init(at: Date, minorUnits: Int64) {
            self.at = at
            self.minorUnits = minorUnits
        }
    }

    private let points: [Point]
    private let currency: Currency
    private let start: Int
    private let end: Int
    private static let blocks = Array(" ▁▂▃▄▅▆▇█")

    /// Takes records in any order, and the time that the chart covers.
    package init(_ points: [Point], currency: Currency, from start: Date, to end: Date) {
        self.points = points.sorted { $0.at < $1.at }
        self.currency = currency
        self.start = Self.milliseconds(start)
        self.end = max(Self.milliseconds(end), self.start + 1)
    }

    /// The lines of the chart, `rows` with bars and one with the days, none wider than `columns`.
    ///
    /// Empty when there is nothing to show or no room for it.
    package func lines(columns: Int, rows: Int, zone: TimeZone) -> [String] {
        guard let low = points.map(\.minorUnits).min(), let high = points.map(\.minorUnits).max()
        else { return [] }
        let labels = [high, low].map {
            MoneyStyle.norwegian.number(Money(minorUnits: $0, currency: currency))
        }
        let margin = labels.map(\.count).max() ?? 0
        let width = columns - margin - 1
        guard width >= 10, rows > 0 else { return [] }
        // A balance that never moved needs no height.
        let rows = low == high ? 1 : rows
        let levels = levels(width: width, low: low, high: high, steps: rows * 8)
        let bars = (0..<rows).map { row in
            let label = row == 0 ? labels[0] : row == rows - 1 ? labels[1] : ""
            return label.padded(to: margin, isRight: true) + " "
                + String(levels.map { Self.block($0, below: (rows - 1 - row) * 8) })
        }
        return (bars + [days(margin: margin, width: width, zone: zone)]).map(
            \.withoutTrailingBlanks)
    }

    /// One level from 1 to `steps` a column, 0 before the first record.
    private func levels(width: Int, low: Int64, high: Int64, steps: Int) -> [Int] {
        var next = 0
        var current: Int64?
        return (1...width).map { column in
            let moment =
                start + (end - start) / width * column + (end - start) % width * column / width
            while next < points.count, Self.milliseconds(points[next].at) <= moment {
                current = points[next].minorUnits
                next += 1
            }
            guard let current else { return 0 }
            guard high > low else { return steps / 2 }
            // Between the two figures, so neither subtraction nor quotient can overflow.
            let (distance, range) = (
                UInt64(bitPattern: current &- low), UInt64(bitPattern: high &- low)
            )
            let scaled = distance.multipliedFullWidth(by: UInt64(steps - 1))
            return 1 + Int(range.dividingFullWidth(scaled).quotient)
        }
    }

    private func days(margin: Int, width: Int, zone: TimeZone) -> String {
        let ends = [start, end].map {
            MoneyStyle.norwegian.text(
                CalendarDay(of: Date(timeIntervalSince1970: Double($0) / 1_000), in: zone))
        }
        let blank = String(repeating: " ", count: max(1, width - ends[0].count - ends[1].count))
        return String(repeating: " ", count: margin + 1) + ends[0]
            + (width > ends[0].count + ends[1].count ? blank + ends[1] : "")
    }

    private static func block(_ level: Int, below base: Int) -> Character {
        blocks[min(8, max(0, level - base))]
    }

    private static func milliseconds(_ instant: Date) -> Int {
        Int((instant.timeIntervalSince1970 * 1_000).rounded())
    }
}
