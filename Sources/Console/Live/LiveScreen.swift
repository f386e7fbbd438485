import Alerts
import Finance
import Foundation
import Rules
import Watch

/// Draws the live view as lines that fit the terminal: the state in, lines out.
struct LiveScreen: Sendable {
    var zone: TimeZone
    let language: Language
    let rulesPath: String
    let hasColour: Bool

    /// The `rows` lines of the view, each at most `columns` cells wide.
    func lines(_ model: LiveModel, columns: Int, rows: Int, at now: Date) -> [String] {
        LiveDrawing(
            screen: self, model: model, columns: columns, now: now, pointed: model.pointed?.id
        ).lines(rows: rows)
    }

    /// The lines that stay on the terminal when the view ends.
    func lastLines(_ model: LiveModel, columns: Int, at now: Date) -> [String] {
        LiveDrawing(screen: self, model: model.unfiltered, columns: columns, now: now).lastLines
    }

    /// After how many seconds the countdown changes; it shows whole seconds, rounded up, then
    /// minutes.
    static func pause(_ wait: TimeInterval) -> TimeInterval {
        let seconds = min(wait, 86_400).rounded(.up)
        guard seconds > 0 else { return 1 }
        let next = seconds < 90 ? seconds - 1 : max(89, seconds - 1 - Double(Int(seconds) % 60))
        // A clock with whole milliseconds may still show the one before.
        return min(wait, 86_400) - next + 0.002
    }

    /// A bar for each day, from the lowest figure to the highest.
    static func sparkline(_ values: [Int64?]) -> String {
        let known = values.compactMap(\.self)
        guard let low = known.min(), let high = known.max() else { return "" }
        let step = max(1, (Int128(high) - Int128(low)) / 7)
        return String(
            values.map { value in
                guard let value else { return " " }
                guard high > low else { return "▄" }
                let height = (Int128(value) - Int128(low)) / step
                return Array("▁▂▃▄▅▆▇█")[Int(min(7, height))]
            })
    }
}

/// One drawing of the view: its size and its time.
private struct LiveDrawing {
    let screen: LiveScreen
    let model: LiveModel
    let columns: Int
    let now: Date
    /// The marked row; none in the last picture, which stays on the terminal.
    var pointed: String?

    func lines(rows: Int) -> [String] {
        let body =
            switch model.mode {
            case .help: text(.help).split(separator: "\n").flatMap(wrapped)
            case .explanation: explanation
            case .list, .filtering, .snoozing, .silencing: list(rows: rows - 2)
            }
        let shown = Array(body.prefix(max(0, rows - 2)))
        let blank = [String](repeating: "", count: max(0, rows - 2 - shown.count))
        return Array(([header] + shown + blank + [footer]).prefix(rows))
    }

    var lastLines: [String] { [header] + list(rows: 40) }

    private var header: String {
        let next = model.nextSlots.values.min().map { next in
            let wait = next.timeIntervalSince(now).rounded(.up)
            return wait > 0 ? ScreenText.nextPoll(Strings.length(wait)) : .polling
        }
        let parts = [next ?? .polling, .rules(model.ruleCount)].map(text) + [screen.rulesPath]
        return line(("saldovakt", .bold), ("  " + parts.joined(separator: "  "), nil))
    }

    private var footer: String {
        switch model.mode {
        case .help, .explanation: return line(.pageHints, .dim)
        case .filtering: return prompt(.askFilter)
        case .snoozing: return prompt(.askSnooze(model.pointed?.notification.data.title ?? ""))
        case .silencing: return prompt(.askSilence(words(model.scope)))
        case .list:
            if let message = model.message { return line(message, .bold) }
            let filter = model.filter.isEmpty ? "" : text(.filtered(model.filter)) + "  "
            return line((filter, .yellow), (text(.hints), .dim))
        }
    }

    /// A question and the typed answer, whose end is always visible.
    private func prompt(_ question: ScreenText) -> String {
        let typed = VisibleText.line(model.typed) + "▏"
        let room = max(0, columns - typed.cells)
        return line(
            (text(question).cut(to: room), .bold), (typed, nil), ("  " + text(.typingHints), .dim))
    }
}

// The list: firing alerts first, and as many of them as fit.
extension LiveDrawing {
    private func list(rows: Int) -> [String] {
        let gap = rows >= 18 ? [""] : []
        let alerts = alerts(rows: rows)
        var room = rows - alerts.count
        let problems = model.problems.texts.flatMap { $0.split(separator: "\n") }
            .prefix(max(0, min(4, room))).map { line((String($0), .red)) }
        room -= problems.count + 2 * gap.count
        let banks = Array((banks + held).prefix(max(0, room)))
        room -= banks.count
        let wanted = min(6, 1 + model.notifications.count)
        let accounts = shortened(accounts, to: max(min(room, 2), room - wanted))
        room -= accounts.count
        let history = history(rows: room)
        return alerts + problems + gap + accounts + banks + gap + history
    }

    private func alerts(rows: Int) -> [String] {
        let rows = window(model.alerts, rows: rows - 1)
        guard !model.alerts.isEmpty else {
            let count = model.unfiltered.alerts.count
            return [line(count > 0 ? .noAlert(of: count, has: model.filter) : .noAlerts, .dim)]
        }
        return [line(.firing(model.alerts.count), .bold)]
            + rows.map { row in
                let (style, alert) = (style(row), row.alert)
                let tending =
                    alert?.snoozedUntil.map { ScreenText.quietUntil(moment($0)) }
                    ?? (alert?.acknowledgedAt == nil ? nil : .acknowledged)
                let since = alert.map { text(.since(moment($0.since))) } ?? ""
                return line(
                    (mark(row), nil), ("● ", style),
                    (row.notification.data.title, row.id == pointed ? .bold : style),
                    (tending.map { "  " + text($0) } ?? "", nil), ("  " + since, .dim),
                    ("  " + row.notification.data.body, .dim))
            }
    }

    private func history(rows: Int) -> [String] {
        let all = model.notifications
        guard rows > 0 else { return [] }
        guard !all.isEmpty else {
            let count = model.history.count
            let hidden = ScreenText.noNotification(of: count, has: model.filter)
            return [line(count > 0 ? hidden : .noNotifications, .dim)]
        }
        return [line(.notifications, .bold)]
            + window(all, rows: rows - 1).map { row in
                let data = row.notification.data
                let time = moment(row.notification.timestamp)
                // On a narrow terminal the time is left out first.
                let front = columns < 60 ? "" : time + "  "
                let back = columns < 60 ? "  \(time)" : ""
                return line(
                    (mark(row), nil), (front, .dim), (data.title, row.id == pointed ? .bold : nil),
                    (back + "  " + data.body, .dim))
            }
    }

    /// As many rows as fit, with the selected one among them.
    private func window(_ rows: [LiveModel.Row], rows count: Int) -> ArraySlice<LiveModel.Row> {
        let count = max(0, count)
        let place = rows.firstIndex { $0.id == pointed } ?? 0
        return rows.dropFirst(max(0, place - count + 1)).prefix(count)
    }

    private var accounts: [String] {
        guard !model.facts.accounts.isEmpty else { return [line(.noAccounts)] }
        var table = Table([
            (text(.account), .cuttable), (text(.trend), .dropped(1)), (text(.available), .right),
            (text(.balance), .dropped(2, isRight: true)),
        ])
        for facts in model.facts.accounts {
            let figures = [facts.available, facts.booked]
            var styles: [Int: TextStyle] = [:]
            for (place, figure) in figures.enumerated()
            where figure.map({ $0.minorUnits < 0 }) == true { styles[place + 2] = .red }
            table.add(
                [
                    SafeText.neutralised(facts.account.displayName),
                    LiveScreen.sparkline(model.facts.trends[facts.account.id] ?? []),
                ] + figures.map(MoneyStyle.norwegian.optional), styles: styles)
        }
        let lines = table.lines(isAligned: true, hasColour: screen.hasColour, columns: columns)
        return [line((lines[0], .dim))] + lines.dropFirst()
    }

    private var banks: [String] {
        model.facts.sources.map { source in
            let poll = model.polls[source.id]
            let outcome = poll?.outcome ?? source.failure.map(SnapshotOutcome.failed) ?? .complete
            let asked = poll?.at ?? source.lastAttempt ?? now
            let answer = text(
                .bank(VisibleText.line(source.id), outcome: outcome, at: moment(asked)))
            guard !outcome.hasFacts else { return line((answer, .dim)) }
            let last = source.lastSuccess.map { "  " + text(.figuresFrom(moment($0))) }
            return line((answer + (last ?? ""), .red))
        }
    }

    private var held: [String] {
        let held = model.facts.held > 0 ? [text(.held(model.facts.held))] : []
        let silences = model.facts.silences.map {
            text(.silence(of: words($0.scope), until: moment($0.until)))
        }
        let all = held + silences
        return all.isEmpty ? [] : [line((all.joined(separator: " · "), .yellow))]
    }

    private func shortened(_ lines: [String], to rows: Int) -> [String] {
        guard lines.count > rows else { return lines }
        let shown = max(0, rows - 1)
        return lines.prefix(shown) + (rows > 0 ? [line(.more(lines.count - shown), .dim)] : [])
    }
}

// The details of one row.
extension LiveDrawing {
    private var explanation: [String] {
        guard let row = model.pointed else { return [] }
        let data = row.notification.data
        var lines = [data.title, data.body, ""]
        if let rule = data.rule { lines.append(text(.ruleReads(rule.id, rule.sentence))) }
        if let account = data.account { lines.append(account.name) }
        let start = row.alert?.since ?? data.since ?? row.notification.timestamp
        lines.append(text(.since(InstantText.moment(start, in: screen.zone))))
        if let alert = row.alert {
            if !alert.notifiedOn.isEmpty {
                lines.append(text(.sentOn(alert.notifiedOn.joined(separator: ", "))))
            }
            if alert.acknowledgedAt != nil { lines.append(text(.acknowledged)) }
            if let until = alert.snoozedUntil {
                lines.append(text(.quietUntil(InstantText.moment(until, in: screen.zone))))
            }
        }
        lines += (data.items ?? []).map { "· " + $0.title }
        lines += ["", text(.askWhy(String(row.notification.id.prefix(12))))]
        return lines.flatMap { wrapped($0[...]) }
    }

    private func wrapped(_ text: Substring) -> [String] {
        VisibleText.line(String(text)).wrapped(to: columns)
    }

    private func text(_ text: ScreenText) -> String { screen.language.text(text) }

    private func words(_ scope: Silence.Scope) -> String {
        switch scope {
        case .all: text(.everything)
        case .rule(let name), .account(_, let name), .channel(let name): VisibleText.line(name)
        }
    }

    private func mark(_ row: LiveModel.Row) -> String { row.id == pointed ? "▸" : " " }

    private func style(_ row: LiveModel.Row) -> TextStyle? {
        switch row.notification.data.urgency {
        case .critical: .red
        case .normal: .yellow
        case .low: nil
        }
    }

    /// The time of day, after the day if that is not today.
    private func moment(_ instant: Date) -> String {
        let day = CalendarDay(of: instant, in: screen.zone)
        let today = CalendarDay(of: now, in: screen.zone)
        let time = MoneyStyle.norwegian.time(instant, in: screen.zone)
        let words = screen.language.texts.day(day, in: today.components.year)
        return day == today ? time : "\(words) \(time)"
    }

    private func line(_ text: ScreenText, _ style: TextStyle? = nil) -> String {
        line((self.text(text), style))
    }

    /// Texts one after the other, cut to the width; each with its style.
    private func line(_ parts: (text: String, style: TextStyle?)...) -> String {
        var room = columns
        var line = ""
        for part in parts where room > 0 && !part.text.isEmpty {
            let cut = VisibleText.line(part.text).cut(to: room)
            room -= cut.cells
            line += part.style?.painted(cut, if: screen.hasColour) ?? cut
        }
        return line
    }
}
