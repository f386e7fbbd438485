package import Alerts
package import Finance
package import Foundation

/// A balance over time as bars of block characters, with limits as lines and alerts below.
///
/// A balance holds until the next record, so every column shows the figure at its end. Peaks and
/// dips inside a column are shaded. The lowest figure is at the bottom, not zero, so that movements
/// are visible.
package struct BalanceChart: Sendable {
    private let curve: BalanceCurve
    private let limits: [Int64]
    private let marks: [AlertMark]
    private let currency: Currency
    private let start: Int
    private let end: Int
    private static let blocks = Array(" ▁▂▃▄▅▆▇█")

    package init(
        _ curve: BalanceCurve, limits: [AccountLimit] = [], marks: [AlertMark] = [],
        currency: Currency, from start: Date, to end: Date
    ) {
        self.curve = curve
        self.limits = AccountLimit.near(curve.steps.map(\.minorUnits), limits)
            .map(\.amount.minorUnits)
        self.marks = marks
        self.currency = currency
        self.start = start.wholeMilliseconds
        self.end = max(end.wholeMilliseconds, self.start + 1)
    }

    /// The lines of the chart, none wider than `columns`.
    ///
    /// They are `rows` lines with bars, one with alerts if there are any, one with the days, and a
    /// legend. Empty if there is nothing to show or no room for it.
    package func lines(columns: Int, rows: Int, zone: TimeZone, language: Language) -> [String] {
        let figures = curve.steps.map(\.minorUnits) + (curve.steps.isEmpty ? [] : limits)
        guard let low = figures.min(), let high = figures.max() else { return [] }
        // A balance that never changed needs no height.
        let rows = low == high ? 1 : rows
        let scale = Scale(low: low, high: high, steps: rows * 8)
        let lines = Dictionary(
            limits.map { (rows - 1 - (scale.level($0) - 1) / 8, $0) }, uniquingKeysWith: { $1 })
        var labels = lines
        (labels[rows - 1], labels[0]) = (low, high)
        let texts = labels.mapValues {
            MoneyStyle.norwegian.number(Money(minorUnits: $0, currency: currency))
        }
        let margin = texts.values.map(\.count).max() ?? 0
        let width = columns - margin - 1
        guard width >= 10, rows > 0 else { return [] }
        let bars = bars(width: width, scale)
        let drawn = (0..<rows).map { row in
            let cells = bars.map { bar in
                bar.cell(from: (rows - 1 - row) * 8, hasLine: lines[row] != nil)
            }
            return texts[row, default: ""].padded(to: margin, isRight: true) + " " + String(cells)
        }
        let blank = String(repeating: " ", count: margin + 1)
        let below = [
            alerts(width: width), days(width: width, zone: zone), legend(bars, width, language),
        ]
        return (drawn + below.compactMap { $0.map { blank + $0 } }).map(\.withoutTrailingBlanks)
    }

    /// Maps figures to heights from 1 to `steps`.
    private struct Scale {
        let low: Int64
        let high: Int64
        let steps: Int

        func level(_ figure: Int64) -> Int {
            guard high > low else { return steps / 2 }
            let range = Int128(high) - Int128(low)
            return 1 + Int((Int128(figure) - Int128(low)) * Int128(steps - 1) / range)
        }
    }

    /// One column: filled up to a level, shaded up to another; 0 for nothing.
    private struct Bar {
        var solid = 0
        var shaded = 0

        func cell(from base: Int, hasLine: Bool) -> Character {
            if solid >= base + 8 { return hasLine ? "━" : "█" }
            if shaded > max(base, solid) { return "▒" }
            if solid > base { return BalanceChart.blocks[solid - base] }
            return hasLine ? "╌" : " "
        }
    }

    private func bars(width: Int, _ scale: Scale) -> [Bar] {
        var first = 0
        return (0..<width).map { column in
            let (from, to) = (instant(column, of: width), instant(column + 1, of: width))
            while first < curve.steps.count, curve.steps[first].end < from { first += 1 }
            let inside = curve.steps[first...].prefix { $0.start <= to }
            guard let entry = inside.first?.minorUnits, let exit = inside.last?.minorUnits else {
                return Bar()
            }
            let figures = inside.map(\.minorUnits)
            let (low, high) = (figures.min() ?? exit, figures.max() ?? exit)
            // Between the two figures nothing is a peak.
            return Bar(
                solid: scale.level(low < min(entry, exit) ? low : exit),
                shaded: scale.level(
                    high > max(entry, exit) ? high : low < min(entry, exit) ? exit : low))
        }
    }

    private func instant(_ column: Int, of width: Int) -> Int {
        start + (end - start) / width * column + (end - start) % width * column / width
    }

    private static func sign(_ kind: AlertMark.Kind) -> Character {
        switch kind {
        case .began: "▲"
        case .ended: "△"
        case .event: "•"
        }
    }

    private func alerts(width: Int) -> String? {
        let marks = marks.filter { $0.at >= start && $0.at <= end }
        guard !marks.isEmpty else { return nil }
        var cells = [Character](repeating: " ", count: width)
        for mark in marks {
            let column = (0..<width).last { instant($0, of: width) <= mark.at } ?? 0
            // If several fall into one column, the beginning of an alert takes precedence.
            if cells[column] != Self.sign(.began) { cells[column] = Self.sign(mark.kind) }
        }
        return String(cells)
    }

    private func days(width: Int, zone: TimeZone) -> String? {
        let ends = [start, end].map {
            MoneyStyle.norwegian.text(CalendarDay(of: Date(wholeMilliseconds: $0), in: zone))
        }
        let blank = width - ends[0].count - ends[1].count
        return blank > 0 ? ends[0] + String(repeating: " ", count: blank) + ends[1] : ends[0]
    }

    private func legend(_ bars: [Bar], _ width: Int, _ language: Language) -> String? {
        let kinds = Set(marks.filter { $0.at >= start && $0.at <= end }.map(\.kind))
        var parts: [(sign: Character, meaning: ScreenText)] =
            limits.isEmpty ? [] : [("╌", .limitSign)]
        if bars.contains(where: { $0.shaded > $0.solid }) { parts.append(("▒", .peakSign)) }
        for (kind, meaning) in [
            (AlertMark.Kind.began, ScreenText.alertSign), (.ended, .resolvedSign),
            (.event, .eventSign),
        ] where kinds.contains(kind) { parts.append((Self.sign(kind), meaning)) }
        let text = parts.map { "\($0.sign) \(language.text($0.meaning))" }.joined(separator: "  ")
        return parts.isEmpty || text.count > width ? nil : text
    }
}
