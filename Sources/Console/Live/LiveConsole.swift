package import Alerts
import Finance
package import Foundation
import Rules
import Threads
package import Watch

/// Shows what happens in the watcher: as a live view, as lines, or as JSON lines.
package protocol WatchConsole: Sendable {
    /// Shows one event; returns at once.
    func show(_ event: WatchEvent)

    /// Shows one line of the `terminal` channel.
    ///
    /// - Returns: whether it was shown, or will be once the reader reads on.
    func notify(_ line: String) -> Bool

    /// Shows a warning, whatever else is shown.
    func warn(_ line: String)

    /// Shows a notification that a person asked for with a click.
    func point(to notification: AlertNotification)

    func close()
}

/// Lines for pipes, logs and programs: text for `--plain`, or one JSON object an event.
///
/// Failures go to standard error when they start or change, everything else to standard output.
package final class LineConsole: WatchConsole {
    private let words: EventStrings
    private let isJSON: Bool
    private let output: BufferedConsoleWriter
    private let errors = BufferedConsoleWriter(STDERR_FILENO)
    private let problems = Lock(ProblemLog())

    package init(zone: TimeZone, isJSON: Bool) {
        words = EventStrings(zone: zone)
        self.isJSON = isJSON
        output = BufferedConsoleWriter(
            STDOUT_FILENO,
            note: { count in
                isJSON
                    ? EventJSON.object("linesDropped", [("count", .whole(count))])
                    : BufferedConsoleWriter.words(count)
            })
    }

    package func show(_ event: WatchEvent) {
        if let problem = problems.withLock({ $0.take(event, words: words) }) { warn(problem) }
        if isJSON {
            let isNotification = if case .notified = event { true } else { false }
            output.write(EventJSON.line(event), isNotification: isNotification)
        } else if let line = words.line(event) {
            output.write(VisibleText.shown(line))
        }
    }

    /// In JSON the notification has been written as an event already.
    package func notify(_ line: String) -> Bool {
        isJSON || output.write(line, isNotification: true)
    }

    package func warn(_ line: String) {
        errors.write(VisibleText.shown(line))
    }

    package func point(to notification: AlertNotification) {
        output.write(
            isJSON
                ? EventJSON.object("shown", [("notice", notification.json)])
                : VisibleText.shown(words.shown(notification)))
    }

    package func close() {
        output.finish()
        errors.finish()
    }
}

/// The live view on a terminal: redrawn when something happens, never by a timer.
package final class LiveConsole: WatchConsole {
    private let model: Lock<LiveModel>
    private let screen: LiveScreen
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let words: EventStrings

    package init(rulesPath: String, zone: TimeZone, ledger: AlertLedger) {
        let first = LiveModel(ledger)
        model = Lock(first)
        screen = LiveScreen(zone: zone, rulesPath: rulesPath, hasColour: Terminal.hasColour)
        words = EventStrings(zone: zone)
        output.show("\u{1B}[?1049h\u{1B}[?25l")
        draw(first)
    }

    package func show(_ event: WatchEvent) {
        model.withLock { model in
            model.apply(event, words: words)
            draw(model)
        }
    }

    /// The notification is in the view already.
    package func notify(_ line: String) -> Bool { true }

    package func warn(_ line: String) {}

    package func point(to notification: AlertNotification) {
        model.withLock { model in
            model.point(to: notification)
            draw(model)
        }
    }

    package func close() {
        output.show("\u{1B}[?25h\u{1B}[?1049l")
        output.finish()
    }

    private func draw(_ model: LiveModel) {
        let size = Terminal.size
        let lines = screen.lines(model, columns: size.columns, rows: size.rows)
        output.show(
            "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }
}

/// What the live view shows, kept up to date from the watcher's events.
private struct LiveModel: Sendable {
    struct FiringLine: Sendable {
        let title: String
        let sentence: String
        let since: Date
    }

    var ruleCount = 0
    /// The accounts of each bank with their newest figures.
    var accounts: [String: [AccountFacts]] = [:]
    /// The last answer of each bank, and when it last brought facts.
    var banks: [String: (report: PollReport, lastSuccess: Date?)] = [:]
    var nextWake: Date?
    var firing: [String: FiringLine] = [:]
    /// Newest first.
    var notifications: [AlertNotification] = []
    var problems = ProblemLog()

    init(_ ledger: AlertLedger) {
        for alert in ledger.alerts.values where alert.phase == .firing {
            guard let notification = alert.notification, Self.goesOn(notification) else { continue }
            note(notification, since: alert.since)
        }
    }

    mutating func apply(_ event: WatchEvent, words: EventStrings) {
        _ = problems.take(event, words: words)
        switch event {
        case .started(let rules, _, _), .rulesLoaded(let rules, _): ruleCount = rules
        case .polled(let report):
            if !report.accounts.isEmpty {
                accounts[report.source] = report.accounts.sorted {
                    $0.account.displayName < $1.account.displayName
                }
            }
            let last = banks[report.source]?.lastSuccess
            banks[report.source] = (report, report.outcome.hasFacts ? report.at : last)
        case .notified(let notification): apply(notification)
        case .waiting(let until): nextWake = until
        case .cycled, .delivered, .deliveryFailed, .rulesRejected, .rulesDoubtful, .storeFailed,
            .clockStepped, .stopped:
            break
        }
    }

    /// Puts a notification first; the view remembers twelve.
    mutating func point(to notification: AlertNotification) {
        notifications.removeAll { $0.id == notification.id }
        notifications = [notification] + notifications.prefix(11)
    }

    private mutating func apply(_ notification: AlertNotification) {
        point(to: notification)
        switch notification.type {
        case .fired where Self.goesOn(notification), .healthFired:
            note(notification, since: notification.timestamp)
        case .resolved, .healthResolved:
            firing[Self.key(notification.data.rule, notification.data.account)] = nil
        case .digest where notification.data.alreadySo:
            for item in notification.data.items ?? [] {
                firing[Self.key(item.rule, item.account)] = FiringLine(
                    title: item.title, sentence: item.rule.sentence,
                    since: item.since ?? notification.timestamp)
            }
        case .fired, .reminder, .corrected, .digest, .summary: break
        }
    }

    private mutating func note(_ notification: AlertNotification, since: Date) {
        let data = notification.data
        firing[Self.key(data.rule, data.account)] = FiringLine(
            title: data.title, sentence: data.rule?.sentence ?? data.body, since: since)
    }

    private static func goesOn(_ notification: AlertNotification) -> Bool {
        [.level, .window, .health, .forecast].contains(notification.data.kind)
    }

    private static func key(_ rule: NotificationRule?, _ account: NotificationAccount?) -> String {
        "\(rule?.id ?? "")|\(account?.id ?? "")"
    }
}

/// Draws the live view as lines that fit the terminal.
private struct LiveScreen: Sendable {
    let zone: TimeZone
    let rulesPath: String
    let hasColour: Bool

    /// The lines of the view, at most `rows`, each at most `columns` wide.
    func lines(_ model: LiveModel, columns: Int, rows: Int) -> [String] {
        let title = paint(.bold, "saldovakt")
        var lines = ["\(title)  \(Strings.count(model.ruleCount, "rule")) from \(rulesPath)", ""]
        lines += accounts(model)
        lines += [""] + banks(model)
        lines += [""] + firing(model)
        let texts = model.problems.texts.prefix(3).flatMap { $0.split(separator: "\n") }
        lines += texts.isEmpty ? [] : [""]
        lines += texts.map { paint(.red, VisibleText.line(String($0))) }
        lines += model.notifications.isEmpty ? [] : ["", paint(.bold, "Last notifications")]
        lines += model.notifications.map {
            "\(clock($0.timestamp))  \($0.data.title)  " + paint(.dim, $0.data.body)
        }
        return lines.prefix(rows).map { clipped($0, to: columns) }
    }

    private func accounts(_ model: LiveModel) -> [String] {
        let all = model.accounts.sorted { $0.key < $1.key }.flatMap(\.value)
        guard !all.isEmpty else { return ["waiting for the first answer of the bank"] }
        let table = Table(
            [("Account", .left), ("Available", .right), ("Balance", .right)],
            all.map { account in
                [
                    SafeText.neutralised(account.account.displayName),
                    MoneyStyle.norwegian.optional(account.available),
                    MoneyStyle.norwegian.optional(account.booked),
                ]
            })
        let lines = table.lines(isAligned: true)
        return [paint(.dim, lines[0])] + lines.dropFirst()
    }

    private func banks(_ model: LiveModel) -> [String] {
        let next = model.nextWake.map { ", next look \(clock($0))" } ?? ""
        return model.banks.sorted { $0.key < $1.key }.map { id, bank in
            let outcome = bank.report.outcome
            let answer = "bank \(id): \(Strings.outcome(outcome)) at \(clock(bank.report.at))"
            let last = bank.lastSuccess.map { ", figures from \(clock($0))" } ?? ", no figures yet"
            return outcome.hasFacts
                ? paint(.dim, answer + next) : paint(.red, answer + last + next)
        }
    }

    private func firing(_ model: LiveModel) -> [String] {
        guard !model.firing.isEmpty else { return [paint(.dim, "no alert is firing")] }
        let lines = model.firing.values.sorted { ($0.since, $0.title) < ($1.since, $1.title) }
        return [paint(.bold, "Firing")]
            + lines.map {
                paint(.yellow, "● ") + "\($0.title)  since \(clock($0.since))  "
                    + paint(.dim, $0.sentence)
            }
    }

    private func clock(_ instant: Date) -> String { InstantText.clock(instant, in: zone) }

    private func paint(_ style: TextStyle, _ text: String) -> String {
        style.painted(text, if: hasColour)
    }

    /// Cuts a line to the width, counting no escape sequence and closing an open one.
    private func clipped(_ line: String, to columns: Int) -> String {
        var result = ""
        var width = 0
        var isEscape = false
        for character in line {
            if character == "\u{1B}" { isEscape = true }
            if !isEscape {
                guard width < columns else { continue }
                width += 1
            }
            result.append(character)
            if isEscape, character == "m" { isEscape = false }
        }
        return result
    }
}
