import Alerts
package import Finance
import Foundation
import Rules

/// A report as one HTML file that needs nothing else: no network, no script.
package struct ReportPage: Sendable {
    let contents: ReportContents
    private let language: Language
    let texts: Texts
    let style = MoneyStyle.norwegian

    package init(_ contents: ReportContents, language: Language) {
        (self.contents, self.language) = (contents, language)
        texts = language.texts
    }

    /// The file's text; it is well-formed XML too.
    package var html: String {
        let page = Markup.element(
            "html", ["lang": language.rawValue, "xmlns": "http://www.w3.org/1999/xhtml"]
        ) {
            Markup.element("head") {
                Markup.element("meta", ["charset": "utf-8"])
                Markup.element(
                    "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                Markup.element(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; style-src 'unsafe-inline'",
                    ])
                Markup.element("meta", ["name": "color-scheme", "content": "light dark"])
                Markup.element("title") { "\(texts.report) – saldovakt" }
                Markup.style(ReportStyle.sheet)
            }
            Markup.element("body") {
                header
                Markup.element("main") {
                    alerts
                    accounts
                    upcoming
                    spending
                    recurring
                    health
                }
            }
        }
        return "<!DOCTYPE html>\n\(page.html)\n"
    }

    private var header: Markup {
        .element("header") {
            Markup.element("h1") { texts.report }
            Markup.element("p") { texts.period(day(contents.firstDay), to: moment(contents.now)) }
        }
    }

    func day(_ day: CalendarDay) -> String { contents.day(day, texts) }
    func moment(_ instant: Date) -> String { contents.moment(instant, texts, style) }
    private func heading(_ heading: ScreenText) -> String { language.text(heading) }
    func safe(_ text: String) -> String { SafeText.neutralised(text) }

    /// A part of the page with its heading; a sentence if there is nothing to show.
    private func section(
        _ heading: String, orSay nothing: String? = nil, @MarkupBuilder _ content: () -> Markup
    ) -> Markup {
        .element("section") {
            Markup.element("h2") { heading }
            if let nothing {
                Markup.element("p", ["class": "nothing"]) { nothing }
            } else {
                content()
            }
        }
    }

    /// A table; the first cell of a row is its heading.
    ///
    /// - Parameter numbers: the columns that are aligned to the right.
    private func table(
        _ headings: [String], numbers: Set<Int>, _ rows: [[Markup]], class name: String? = nil
    ) -> Markup {
        func cell(_ tag: StaticString, _ column: Int, _ scope: String?, _ content: Markup) -> Markup
        {
            .element(tag, ["scope": scope, "class": numbers.contains(column) ? "n" : nil]) {
                content
            }
        }
        return .element("div", ["class": "wide", "tabindex": "0"]) {
            Markup.element("table", ["class": name]) {
                Markup.element("thead") {
                    Markup.element("tr") {
                        headings.enumerated().map { cell("th", $0, "col", .words($1)) }
                    }
                }
                Markup.element("tbody") {
                    rows.map { row in
                        Markup.element("tr") {
                            row.enumerated().map {
                                $0 == 0 ? cell("th", $0, "row", $1) : cell("td", $0, nil, $1)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension ReportPage {
    private var alerts: Markup {
        section(texts.alerts, orSay: contents.alerts.isEmpty ? texts.noAlerts : nil) {
            Markup.element("ul", ["class": "alerts"]) {
                contents.alerts.map { alert in
                    let data = alert.notification?.data
                    return Markup.element("li", ["class": data?.urgency.rawValue]) {
                        Markup.element("strong") { safe(data?.title ?? alert.ruleID) }
                        Markup.element("span") { data.map { safe($0.body) } }
                        Markup.element("small") { state(of: alert) }
                    }
                }
            }
        }
    }

    private func state(of alert: AlertState) -> String {
        let since = texts.since(moment(alert.since)).withoutFullStop
        let quiet = alert.snoozedUntil.map { language.text(.quietUntil(moment($0))) }
        let seen = alert.acknowledgedAt.map { _ in language.text(.acknowledged) }
        return [since, quiet ?? seen].compactMap(\.self).joined(separator: " · ")
    }

    private var accounts: Markup {
        section(texts.accounts, orSay: contents.accounts.isEmpty ? texts.noAccounts : nil) {
            legend
            Markup.element("div", ["class": "cards"]) { contents.accounts.map(card) }
        }
    }

    /// The meaning of the lines and dots that occur.
    private var legend: Markup {
        let all = contents.accounts
        let kinds = Set(all.flatMap(\.marks).map(\.kind))
        let keys = [
            ("balance", texts.figureName(.balance), true),
            ("available", texts.figureName(.available), all.contains { $0.available != nil }),
            ("forecast", texts.forecast, all.contains { !$0.forecast.isEmpty }),
            ("limit", texts.limit, all.contains { !$0.limits.isEmpty }),
            ("mark began", texts.began, kinds.contains(.began)),
            ("mark ended", texts.ended, kinds.contains(.ended)),
            ("mark event", texts.event, kinds.contains(.event)),
        ]
        return .element("ul", ["class": "legend"]) {
            keys.filter(\.2).map { name, words, _ in
                Markup.element("li") {
                    Markup.element("i", ["class": name])
                    words
                }
            }
        }
    }

    private func card(_ account: AccountReport) -> Markup {
        let facts = account.facts
        return .element("article") {
            Markup.element("h3") { safe(facts.account.displayName) }
            Markup.element("p", ["class": "figure"]) { account.figure.map(style.text) }
            Markup.element("p", ["class": "about"]) { about(facts).joined(separator: " · ") }
            BalanceFigure(account, contents, texts, style).markup
            if let lowest = account.lowest {
                Markup.element("p", ["class": "about"]) {
                    texts.lowest(
                        style.text(
                            Money(minorUnits: lowest.minorUnits, currency: facts.account.currency)),
                        on: day(lowest.day))
                }
            }
            Markup.element("details") {
                Markup.element("summary") { texts.asTable }
                figures(account)
            }
        }
    }

    private func about(_ facts: AccountFacts) -> [String] {
        let available = facts.booked == nil ? nil : facts.available
        return [
            facts.account.accountNumber?.masked,
            available.map { "\(texts.figureName(.available)) \(style.text($0))" },
            "\(heading(.updated).loweredFirst) \(moment(facts.freshAt))",
        ].compactMap(\.self)
    }

    /// The newest figures and alerts of a chart, for people who can't see it.
    private func figures(_ account: AccountReport) -> Markup {
        let currency = account.account.currency
        let figures = account.curve.steps.suffix(50).map { step in
            (step.start, style.text(Money(minorUnits: step.minorUnits, currency: currency)))
        }
        let marks = account.marks.suffix(50).map { ($0.at, safe($0.title)) }
        let rows = (figures + marks).sorted { $0.0 > $1.0 }.map { instant, words in
            [Markup.words(moment(Date(wholeMilliseconds: instant))), .words(words)]
        }
        return table([heading(.at), texts.figureName(.balance)], numbers: [1], rows)
    }

    private var upcoming: Markup {
        let items = contents.upcoming
        let nothing = items.isEmpty ? texts.noUpcoming(days: ReportContents.horizon) : nil
        return section(texts.upcoming, orSay: nothing) {
            table(
                [.date, .text, .amount, .account, .kind].map(heading), numbers: [2],
                items.map { item in
                    [
                        day(item.day),
                        item.kind == nil ? texts.salary : safe(item.text ?? texts.noText),
                        style.text(item.amount), safe(item.account),
                        item.kind.map(texts.payment) ?? texts.forecast,
                    ].map(Markup.words)
                })
        }
    }

    private var spending: Markup {
        section(texts.spending, orSay: contents.spending.isEmpty ? texts.noSpending : nil) {
            contents.spending.map(table)
        }
    }

    private func name(of category: SpendingOverview.Name) -> String {
        switch category {
        case .group(let category): texts.category(category).capitalisedFirst
        case .named(let name): safe(name)
        case .account, .other: texts.otherCategories
        }
    }

    /// One currency: a bar in each cell, in proportion to the largest.
    private func table(_ spending: MonthlySpending) -> Markup {
        let largest = spending.rows.flatMap(\.amounts.values).max() ?? 0
        func amount(_ value: Int64?, hasBar: Bool) -> Markup {
            guard let value else { return .words("") }
            let share = largest > 0 && value > 0 ? Int128(value) * 100 / Int128(largest) : 0
            let text = style.number(Money(minorUnits: value, currency: spending.currency))
            return .element(
                "span", ["class": hasBar ? "bar" : nil, "style": hasBar ? "--part:\(share)%" : nil]
            ) { text }
        }
        func row(_ name: String, _ amounts: [CalendarDay: Int64], hasBar: Bool = true) -> [Markup] {
            [.words(name)] + spending.months.map { amount(amounts[$0], hasBar: hasBar) }
                + [amount(amounts.total, hasBar: false)]
        }
        let rows = spending.rows.map { part in
            row(name(of: part.category), part.amounts)
        }
        return table(
            ["\(texts.category) (\(style.unit(spending.currency)))"]
                + spending.months.map(texts.month) + [texts.total],
            numbers: Set(1...spending.months.count + 1),
            rows + [row(texts.total, spending.totals, hasBar: false)], class: "sums")
    }

    private var recurring: Markup {
        let found = contents.subscriptions
        return section(texts.recurring, orSay: found.isEmpty ? texts.noRecurring : nil) {
            table(
                [.merchant, .amount, .every, .last, .next, .account].map(heading), numbers: [1],
                found.map { found in
                    let amount = found.last.transactionAmount
                    let former = found.previousAmount.flatMap { $0 == amount ? nil : $0 }
                    let before = former.map { " (\(texts.formerly(style.text($0))))" } ?? ""
                    let isMissing = found.isMissing(on: contents.today)
                    return [
                        safe(found.merchant), style.text(amount) + before,
                        texts.rhythm(found.rhythm), day(found.last.transactionDate),
                        isMissing ? texts.missing : day(found.next),
                        safe(contents.name(of: found.accountID)),
                    ].map(Markup.words)
                })
        }
    }

    private var health: Markup {
        let input = contents.input
        return section(texts.health) {
            Markup.element("p", ["class": input.watcher == nil ? "bad" : nil]) {
                input.watcher == nil ? texts.isUnwatched : texts.isWatched
            }
            if input.waiting + input.gaveUp > 0 {
                Markup.element("p", ["class": input.gaveUp > 0 ? "bad" : nil]) {
                    texts.undelivered(
                        waiting: style.number(input.waiting), gaveUp: style.number(input.gaveUp))
                }
            }
            if !contents.banks.isEmpty {
                table(
                    [heading(.bank), heading(.state), texts.lastAnswer, texts.signIn], numbers: [],
                    contents.banks.map(row))
            }
        }
    }

    private func row(_ bank: SourceFacts) -> [Markup] {
        let name = safe(contents.input.bankNames[bank.id] ?? bank.id)
        let failing = bank.failingSince.map { since in
            Markup.element("span", ["class": "bad"]) {
                "\(texts.failing(name, bank.failure?.kind)). \(texts.since(moment(since)))"
            }
        }
        let state = bank.lastSuccess == nil ? texts.neverRead : texts.answers
        return [
            .words(name), failing ?? .words(state), .words(bank.lastSuccess.map(moment) ?? "–"),
            .words(bank.signInExpires.map(moment) ?? "–"),
        ]
    }
}

extension Markup {
    fileprivate static func words(_ text: String) -> Markup { MarkupBuilder.buildExpression(text) }
}

extension String {
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
