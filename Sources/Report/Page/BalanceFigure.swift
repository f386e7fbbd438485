import Alerts
import Finance
import Foundation

/// The chart of one account: curves, limits, alerts and the forecast.
///
/// The drawing is stretched to its place. All text is beside it as text of the page, so that it has
/// one size on every screen.
struct BalanceFigure: Sendable {
    let account: AccountReport
    let contents: ReportContents
    let texts: Texts
    let style: MoneyStyle
    private let amounts: AmountAxis
    private let time: TimeAxis
    private let limits: [AccountLimit]

    init(
        _ account: AccountReport, _ contents: ReportContents, _ texts: Texts,
        _ style: MoneyStyle
    ) {
        (self.account, self.contents, self.texts, self.style) = (account, contents, texts, style)
        let figures =
            (account.curve.steps + (account.available?.steps ?? [])).map(\.minorUnits)
            + account.forecast.map(\.minorUnits)
        limits = AccountLimit.near(figures, account.limits)
        amounts = AmountAxis(
            figures + limits.map(\.amount.minorUnits), currency: account.account.currency)
        time = TimeAxis(contents.chartSpan, zone: contents.zone)
    }

    private var id: String { account.account.id.uuidString.lowercased() }
    private var currency: Currency { account.account.currency }
    private func text(_ minorUnits: Int64) -> String {
        style.text(Money(minorUnits: minorUnits, currency: currency))
    }

    var markup: Markup {
        let rows = amounts.ticks(style, currency)
        let columns = time.ticks(texts, style)
        let width = rows.map(\.label.count).max() ?? 0
        return .element("div", ["class": "plot", "style": "--margin:\(width)ch"]) {
            rows.map { row in
                Markup.element("span", ["class": "y", "style": Self.top(row.place)]) { row.label }
            }
            drawing(rows, columns)
            limits.map { limit in
                Markup.element(
                    "span",
                    ["class": "limit", "style": Self.top(amounts.place(limit.amount.minorUnits))]
                ) { texts.limitLabel(style.text(limit.amount)) }
            }
            columns.enumerated().map { index, column in
                Markup.element(
                    "span",
                    [
                        "class": index.isMultiple(of: 2) ? "x" : "x minor",
                        "style": "--part:\(Self.fraction(column.place))",
                    ]
                ) { column.label }
            }
        }
    }

    private static func top(_ place: Int) -> String { "--at:calc(100%*\(fraction(place)))" }

    /// A place as a decimal number from 0 to 1.
    private static func fraction(_ place: Int) -> String {
        "\(place / 10_000).\(String(place % 10_000 + 10_000).dropFirst())"
    }

    private func drawing(_ rows: [AxisTick], _ columns: [AxisTick]) -> Markup {
        .element(
            "svg",
            [
                "viewBox": "0 0 10000 10000", "preserveAspectRatio": "none", "role": "img",
                "aria-labelledby": "t-\(id) d-\(id)",
            ]
        ) {
            Markup.element("title", ["id": "t-\(id)"]) {
                texts.balanceChart(SafeText.neutralised(account.account.displayName))
            }
            Markup.element("desc", ["id": "d-\(id)"]) { description }
            path("grid", rows.map { "M0 \($0.place)H10000" })
            path("grid", columns.map { "M\($0.place) 0V10000" })
            if amounts.hasZero { path("zero", ["M0 \(amounts.place(0))H10000"]) }
            path("now", ["M\(time.place(contents.now.wholeMilliseconds)) 0V10000"])
            path("limit", limits.map { "M0 \(amounts.place($0.amount.minorUnits))H10000" })
            if let available = account.available { path("available", drawn(available.steps)) }
            path("balance", drawn(account.curve.steps))
            path("forecast", forecast)
            account.marks.map(mark)
        }
    }

    /// The content of the chart, in a sentence.
    private var description: String {
        let figures = account.curve.steps.map(\.minorUnits)
        guard let low = figures.min(), let high = figures.max(), let last = figures.last
        else { return texts.unreadAccount }
        return texts.chartDescription(low: text(low), high: text(high), last: text(last))
    }

    private func path(_ name: String, _ parts: [String]) -> Markup {
        .element("path", ["class": name, "d": parts.joined()])
    }

    /// Draws level lines until the next figure, with a gap where the account was not read.
    private func drawn(_ steps: [BalanceCurve.Step]) -> [String] {
        var end: Int?
        return steps.map { step in
            let (x, y) = (time.place(step.start), amounts.place(step.minorUnits))
            defer { end = step.end }
            return (step.start == end ? "V\(y)" : "M\(x) \(y)") + "H\(time.place(step.end))"
        }
    }

    private var forecast: [String] {
        guard let figure = account.figure, !account.forecast.isEmpty else { return [] }
        let start =
            "M\(time.place(contents.now.wholeMilliseconds)) \(amounts.place(figure.minorUnits))"
        return [start]
            + account.forecast.map { day in
                let instant = day.day.instant(in: contents.zone).wholeMilliseconds
                let x = time.place(max(instant, contents.now.wholeMilliseconds))
                return "H\(x)V\(amounts.place(day.minorUnits))"
            } + ["H10000"]
    }

    /// A dot; a ring for an end, a small dot for an event.
    private func mark(_ mark: AlertMark) -> Markup {
        let isOfAvailable = account.limits.contains { $0.ruleID == mark.ruleID && $0.isOfAvailable }
        let curve = isOfAvailable ? account.available ?? account.curve : account.curve
        let figure = curve.value(at: mark.at) ?? curve.steps.first?.minorUnits ?? 0
        let place = "M\(time.place(mark.at)) \(amounts.place(figure))h0"
        let moment = contents.moment(Date(wholeMilliseconds: mark.at), texts, style)
        return .element("g", ["class": "mark \(mark.kind)"]) {
            Markup.element("title") { "\(moment): \(SafeText.neutralised(mark.title))" }
            Markup.element("path", ["d": place])
            if mark.kind == .ended { path("hole", [place]) }
        }
    }
}

extension ReportContents {
    /// Day and time: `14 Nov 08:12`.
    func moment(_ instant: Date, _ texts: Texts, _ style: MoneyStyle) -> String {
        "\(day(CalendarDay(of: instant, in: zone), texts)) \(style.time(instant, in: zone))"
    }

    func day(_ day: CalendarDay, _ texts: Texts) -> String {
        texts.day(day, in: today.components.year)
    }
}

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
