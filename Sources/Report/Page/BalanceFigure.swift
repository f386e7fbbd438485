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
