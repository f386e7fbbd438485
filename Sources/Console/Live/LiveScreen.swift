import Alerts
import Finance
import Foundation
import Rules

/// Draws the live view as lines that fit the terminal: the state in, lines out.
struct LiveScreen: Sendable {
    let zone: TimeZone
    let language: Language
    let rulesPath: String
    let hasColour: Bool

    /// One drawing: its size, and the time for which it counts.
    private struct Frame {
        let columns: Int
        let now: Date
        /// The row that is marked; none in the last picture, which stays on the terminal.
        var pointed: String?
    }

    /// The `rows` lines of the view, each at most `columns` cells wide.
    func lines(_ model: LiveModel, columns: Int, rows: Int, at now: Date) -> [String] {
        let frame = Frame(columns: columns, now: now, pointed: model.pointed?.id)
        let body =
            switch model.mode {
            case .help: text(.help).split(separator: "\n").flatMap { wrapped($0, frame) }
            case .explanation: explanation(model, frame)
            case .list, .filtering, .snoozing, .silencing: list(model, rows: rows - 2, frame)
            }
        let shown = Array(body.prefix(max(0, rows - 2)))
        let blank = [String](repeating: "", count: max(0, rows - 2 - shown.count))
        return Array(([header(model, frame)] + shown + blank + [footer(model, frame)]).prefix(rows))
    }

    /// What stays on the terminal when the view ends.
    func lastLines(_ model: LiveModel, columns: Int, at now: Date) -> [String] {
        let frame = Frame(columns: columns, now: now)
        return [header(model, frame)] + list(model, rows: 40, frame)
    }

    private func header(_ model: LiveModel, _ frame: Frame) -> String {
        let next = model.polls.values.compactMap(\.next).min().map { next in
            let wait = next.timeIntervalSince(frame.now).rounded(.up)
            return wait > 0 ? ScreenText.nextPoll(Strings.length(wait)) : .polling
        }
        let parts = [next ?? .polling, .rules(model.ruleCount)].map(text) + [rulesPath]
        return line(
            frame, ("saldovakt", .bold), ("  " + parts.joined(separator: "  "), nil))
    }

    /// After how long the countdown shows something else; it is in whole seconds, rounded up, then in minutes.
    static func pause(_ wait: TimeInterval) -> TimeInterval {
        let seconds = min(wait, 86_400).rounded(.up)
        guard seconds > 0 else { return 1 }
        let next = seconds < 90 ? seconds - 1 : max(89, seconds - 1 - Double(Int(seconds) % 60))
        // A clock that shows whole milliseconds may show the one before.
        return min(wait, 86_400) - next + 0.002
    }

    private func footer(_ model: LiveModel, _ frame: Frame) -> String {
        switch model.mode {
        case .help, .explanation: return line(frame, (text(.pageHints), .dim))
        case .filtering: return prompt(.askFilter, model, frame)
        case .snoozing:
            return prompt(.askSnooze(model.pointed?.notification.data.title ?? ""), model, frame)
        case .silencing: return prompt(.askSilence(words(model.scope)), model, frame)
        case .list:
            if let message = model.message { return line(frame, (text(message), .bold)) }
            let filter = model.filter.isEmpty ? "" : text(.filtered(model.filter)) + "  "
            return line(frame, (filter, .yellow), (text(.hints), .dim))
        }
    }

    /// A question and what was typed, of which the end is always seen.
    private func prompt(_ question: ScreenText, _ model: LiveModel, _ frame: Frame) -> String {
        let typed = VisibleText.line(model.typed) + "▏"
        let room = max(0, frame.columns - typed.cells)
        return line(
            frame, (text(question).cut(to: room), .bold), (typed, nil),
            ("  " + text(.typingHints), .dim))
    }
}

// The list: what fires first, and never less of it than fits.
extension LiveScreen {
    private func list(_ model: LiveModel, rows: Int, _ frame: Frame) -> [String] {
        let gap = rows >= 18 ? [""] : []
        let alerts = alerts(model, rows: rows, frame)
        var room = rows - alerts.count
        let problems = model.problems.texts.flatMap { $0.split(separator: "\n") }
            .prefix(min(4, room)).map { line(frame, (String($0), .red)) }
        room -= problems.count + 2 * gap.count
        let banks = Array((banks(model, frame) + held(model, frame)).prefix(max(0, room)))
        room -= banks.count
        let wanted = min(6, 1 + model.notifications.count)
        let accounts = shortened(
            accounts(model, frame), to: max(min(room, 2), room - wanted), frame)
        room -= accounts.count
        let history = history(model, rows: room, frame)
        return alerts + problems + gap + accounts + banks + gap + history
    }

    private func alerts(_ model: LiveModel, rows: Int, _ frame: Frame) -> [String] {
        let rows = window(model.alerts, rows: rows - 1, frame)
        guard !model.alerts.isEmpty else { return [line(frame, (text(.noAlerts), .dim))] }
        return [line(frame, (text(.firing(model.alerts.count)), .bold))]
            + rows.map { row in
                let (style, alert) = (style(row), row.alert)
                let tending =
                    alert?.snoozedUntil.map { ScreenText.quietUntil(moment($0, frame)) }
                    ?? (alert?.acknowledgedAt == nil ? nil : .acknowledged)
                let since = alert.map { text(.since(moment($0.since, frame))) } ?? ""
                return line(
                    frame, (mark(row, frame), nil), ("● ", style),
                    (row.notification.data.title, row.id == frame.pointed ? .bold : style),
                    (tending.map { "  " + text($0) } ?? "", nil), ("  " + since, .dim),
                    ("  " + row.notification.data.body, .dim))
            }
    }

    private func history(_ model: LiveModel, rows: Int, _ frame: Frame) -> [String] {
        let all = model.notifications
        guard rows > 0 else { return [] }
        guard !all.isEmpty else { return [line(frame, (text(.noNotifications), .dim))] }
        return [line(frame, (text(.notifications), .bold))]
            + window(all, rows: rows - 1, frame).map { row in
                let data = row.notification.data
                let time = moment(row.notification.timestamp, frame)
                // Where room is scarce the time goes first.
                let front = frame.columns < 60 ? "" : time + "  "
                let back = frame.columns < 60 ? "  \(time)" : ""
                return line(
                    frame, (mark(row, frame), nil), (front, .dim),
                    (data.title, row.id == frame.pointed ? .bold : nil),
                    (back + "  " + data.body, .dim))
            }
    }

    /// As many rows as fit, with the one that is pointed at among them.
    private func window(_ rows: [LiveModel.Row], rows count: Int, _ frame: Frame)
        -> ArraySlice<LiveModel.Row>
    {
        let count = max(0, count)
        let place = rows.firstIndex { $0.id == frame.pointed } ?? 0
        return rows.dropFirst(max(0, place - count + 1)).prefix(count)
    }

    private func accounts(_ model: LiveModel, _ frame: Frame) -> [String] {
        guard !model.facts.accounts.isEmpty else { return [line(frame, (text(.noAccounts), nil))] }
        var table = Table(
            [
                (language.text(.account), .cuttable), (language.text(.trend), .dropped(1)),
                (language.text(.available), .right),
                (language.text(.balance), .dropped(2, isRight: true)),
            ])
        for facts in model.facts.accounts {
            let figures = [facts.available, facts.booked]
            var styles: [Int: TextStyle] = [:]
            for (place, figure) in figures.enumerated()
            where figure.map({ $0.minorUnits < 0 }) == true {
                styles[place + 2] = .red
            }
            table.add(
                [
                    SafeText.neutralised(facts.account.displayName),
                    Self.sparkline(model.facts.trends[facts.account.id] ?? []),
                ] + figures.map(MoneyStyle.norwegian.optional), styles: styles)
        }
        let lines = table.lines(isAligned: true, hasColour: hasColour, columns: frame.columns)
        return [line(frame, (lines[0], .dim))] + lines.dropFirst()
    }

    /// A bar for each day, from the lowest figure to the highest.
    static func sparkline(_ values: [Int64?]) -> String {
        let known = values.compactMap(\.self)
        guard let low = known.min(), let high = known.max() else { return "" }
        let steps = (high.subtractingReportingOverflow(low).partialValue / 7).magnitude
        return String(
            values.map { value in
                guard let value else { return " " }
                guard high > low else { return "▄" }
                let height = (value &- low).magnitude / max(1, steps)
                return Array("▁▂▃▄▅▆▇█")[Int(min(7, height))]
            })
    }

    private func banks(_ model: LiveModel, _ frame: Frame) -> [String] {
        model.facts.sources.map { source in
            let poll = model.polls[source.id]
            let outcome = poll?.outcome ?? source.failure.map(SnapshotOutcome.failed) ?? .complete
            let asked = poll?.at ?? source.lastAttempt ?? frame.now
            let answer = text(
                .bank(VisibleText.line(source.id), outcome: outcome, at: moment(asked, frame)))
            guard !outcome.hasFacts else { return line(frame, (answer, .dim)) }
            let last = source.lastSuccess.map { "  " + text(.figuresFrom(moment($0, frame))) }
            return line(frame, (answer + (last ?? ""), .red))
        }
    }

    private func held(_ model: LiveModel, _ frame: Frame) -> [String] {
        let held = model.facts.held > 0 ? [text(.held(model.facts.held))] : []
        let silences = model.facts.silences.map {
            text(.silence(of: words($0.scope), until: moment($0.until, frame)))
        }
        let all = held + silences
        return all.isEmpty ? [] : [line(frame, (all.joined(separator: " · "), .yellow))]
    }

    private func shortened(_ lines: [String], to rows: Int, _ frame: Frame) -> [String] {
        guard lines.count > rows else { return lines }
        let shown = max(0, rows - 1)
        return lines.prefix(shown)
            + (rows > 0 ? [line(frame, (text(.more(lines.count - shown)), .dim))] : [])
    }
}

// What is known of one row.
extension LiveScreen {
    private func explanation(_ model: LiveModel, _ frame: Frame) -> [String] {
        guard let row = model.pointed else { return [] }
        let data = row.notification.data
        var lines = [data.title, data.body, ""]
        if let rule = data.rule { lines.append(text(.ruleReads(rule.id, rule.sentence))) }
        if let account = data.account { lines.append(account.name) }
        let start = row.alert?.since ?? data.since ?? row.notification.timestamp
        lines.append(text(.since(InstantText.moment(start, in: zone))))
        if let alert = row.alert {
            if !alert.notifiedOn.isEmpty {
                lines.append(text(.sentOn(alert.notifiedOn.joined(separator: ", "))))
            }
            if alert.acknowledgedAt != nil { lines.append(text(.acknowledged)) }
            if let until = alert.snoozedUntil {
                lines.append(text(.quietUntil(InstantText.moment(until, in: zone))))
            }
        }
        lines += (data.items ?? []).map { "· " + $0.title }
        lines += ["", text(.askWhy(String(row.notification.id.prefix(12))))]
        return lines.flatMap { wrapped($0[...], frame) }
    }

    private func wrapped(_ text: Substring, _ frame: Frame) -> [String] {
        VisibleText.line(String(text)).wrapped(to: frame.columns)
    }

    private func text(_ text: ScreenText) -> String { language.text(text) }

    private func words(_ scope: Silence.Scope) -> String {
        switch scope {
        case .all: text(.everything)
        case .rule(let name), .account(_, let name), .channel(let name): VisibleText.line(name)
        }
    }

    private func mark(_ row: LiveModel.Row, _ frame: Frame) -> String {
        row.id == frame.pointed ? "▸" : " "
    }

    private func style(_ row: LiveModel.Row) -> TextStyle? {
        switch row.notification.data.urgency {
        case .critical: .red
        case .normal: .yellow
        case .low: nil
        }
    }

    /// The time of day, behind the day if that is not today.
    private func moment(_ instant: Date, _ frame: Frame) -> String {
        let (day, today) = (
            CalendarDay(of: instant, in: zone), CalendarDay(of: frame.now, in: zone)
        )
        let time = MoneyStyle.norwegian.time(instant, in: zone)
        return day == today ? time : "\(language.texts.day(day, in: today.components.year)) \(time)"
    }

    /// Texts one behind the other, cut to the width; each with its look.
    private func line(_ frame: Frame, _ parts: (text: String, style: TextStyle?)...) -> String {
        var room = frame.columns
        var line = ""
        for part in parts where room > 0 && !part.text.isEmpty {
            let cut = VisibleText.line(part.text).cut(to: room)
            room -= cut.cells
            line += part.style?.painted(cut, if: hasColour) ?? cut
        }
        return line
    }
}
