import Alerts
import Finance
import Foundation

/// A line of a chart's grid: its place in ten-thousandths of the axis, and its label.
struct AxisTick: Sendable, Hashable {
    let place: Int
    let label: String
}

/// The amounts beside a chart, in minor units; wide enough that no figure overflows.
struct AmountAxis: Sendable {
    let low: Int128
    let high: Int128
    private let step: Int128

    static let length = 10_000

    /// Makes the smallest axis of whole steps for some figures.
    ///
    /// It includes zero if that is no further away than the figures are apart.
    init(_ figures: [Int64], currency: Currency) {
        var low = Int128(figures.min() ?? 0)
        var high = Int128(figures.max() ?? 0)
        if low > 0, low <= high - low || low == high { low = 0 }
        if high < 0, -high <= high - low || low == high { high = 0 }
        let unit = (0..<currency.minorUnitDigits).reduce(Int128(1)) { value, _ in value * 10 }
        if low == high { high = unit }
        // About four steps of 1, 2 or 5 times a power of ten.
        var step: Int128 = 1
        while step * 4 < high - low {
            let digits = step.description
            step = digits.hasPrefix("2") ? step / 2 * 5 : step * 2
        }
        self.step = step
        self.low = Self.floor(low, step)
        self.high = -Self.floor(-high, step)
    }

    private static func floor(_ value: Int128, _ step: Int128) -> Int128 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: step)
        return (rest < 0 ? quotient - 1 : quotient) * step
    }

    /// How far below the upper end a figure is.
    func place(_ figure: Int64) -> Int {
        Int((high - Int128(figure)) * Int128(Self.length) / (high - low))
    }

    var hasZero: Bool { low <= 0 && high >= 0 }

    func ticks(_ style: MoneyStyle, _ currency: Currency) -> [AxisTick] {
        let unit = (0..<currency.minorUnitDigits).reduce(Int128(1)) { value, _ in value * 10 }
        return stride(from: low, through: high, by: Int128.Stride(step)).compactMap { value in
            Int64(exactly: value).map { figure in
                let money = Money(minorUnits: figure, currency: currency)
                let isWhole = step.isMultiple(of: unit)
                return AxisTick(
                    place: place(figure),
                    label: isWhole ? style.number(Int(value / unit)) : style.number(money))
            }
        }
    }
}

/// The time under a chart, linear in real time: a day of 23 or 25 hours is as long as it was.
struct TimeAxis: Sendable {
    /// Milliseconds since 1970.
    let span: Range<Int>
    let zone: TimeZone

    init(_ span: Range<Int>, zone: TimeZone) {
        self.span = span.lowerBound..<max(span.upperBound, span.lowerBound + 60_000)
        self.zone = zone
    }

    func place(_ instant: Int) -> Int {
        let inside = min(max(instant, span.lowerBound), span.upperBound) - span.lowerBound
        return Int(Int128(inside) * Int128(AmountAxis.length) / Int128(span.count))
    }

    /// The fewest steps are the widest; about seven ticks fit.
    private static let mostTicks = 7

    /// Round times of day, midnights, or firsts of months, as the clocks of the zone show them.
    func ticks(_ texts: Texts, _ style: MoneyStyle) -> [AxisTick] {
        let first = CalendarDay(of: Date(wholeMilliseconds: span.lowerBound), in: zone)
        let last = CalendarDay(of: Date(wholeMilliseconds: span.upperBound), in: zone)
        let days = (first.dayNumber...last.dayNumber).map { CalendarDay(dayNumber: $0) }
        let year = last.components.year
        func tick(_ day: CalendarDay, _ label: String, minutes: Int = 0) -> (Int, String)? {
            let instant = day.instant(minutesAfterMidnight: minutes, in: zone).wholeMilliseconds
            return span.contains(instant) ? (instant, label) : nil
        }
        let minutes = span.count / 60_000
        if minutes < 2_880 {
            let step = [5, 15, 30, 60, 180, 360].first { minutes / $0 < Self.mostTicks } ?? 360
            return places(
                days.flatMap { day in
                    stride(from: 0, to: 1_440, by: step).compactMap { minute in
                        let instant = day.instant(minutesAfterMidnight: minute, in: zone)
                        let time = style.time(instant, in: zone)
                        return tick(
                            day, minute == 0 ? texts.day(day, in: year) : time, minutes: minute)
                    }
                })
        }
        if let step = [1, 2, 7, 14].first(where: { days.count / $0 <= Self.mostTicks }) {
            // Weeks begin on Monday.
            return places(
                days.filter { ($0.dayNumber + 3).isMultiple(of: step) }
                    .compactMap { tick($0, texts.day($0, in: year)) })
        }
        let months = days.count / 30
        let step = [1, 2, 3, 6].first { months / $0 <= Self.mostTicks } ?? months / 72 * 12 + 12
        return places(
            days.filter { day in
                let (year, month, number) = day.components
                return number == 1 && (year * 12 + month - 1).isMultiple(of: step)
            }.compactMap { tick($0, texts.month($0)) })
    }

    /// The ticks in order; an hour that the clocks skip occurs once.
    private func places(_ ticks: [(instant: Int, label: String)]) -> [AxisTick] {
        var known: Set<Int> = []
        return ticks.filter { known.insert($0.instant).inserted }
            .map { AxisTick(place: place($0.instant), label: $0.label) }
    }
}
