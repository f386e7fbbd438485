package import Alerts
import Finance
package import Foundation
import Rules
import Threads
package import Watch

/// The live view on a terminal: redrawn when something happens, never by a timer.
package final class LiveConsole: WatchConsole {
    private let model: Lock<LiveModel>
    private let screen: LiveScreen
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let words: EventStrings

    /// Takes over the screen; ``close()`` gives it back.
    package init(rulesPath: String, zone: TimeZone, ledger: AlertLedger) {
        var first = LiveModel()
        first.seed(with: ledger)
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

    /// Lines beside the view would disturb it.
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
struct LiveModel: Sendable {
    /// What is known about one bank.
    struct BankLine: Sendable, Hashable {
        var outcome: SnapshotOutcome
        var at: Date
        var lastSuccess: Date?
    }

    /// An alert that goes on.
    struct FiringLine: Sendable, Hashable {
        let title: String
        let sentence: String
        let since: Date
    }

    var ruleCount = 0
    /// The accounts of each bank with their newest figures.
    var accounts: [String: [AccountFacts]] = [:]
    /// The banks by identifier.
    var banks: [String: BankLine] = [:]
    /// When the next thing happens.
    var nextWake: Date?
    /// Alerts that go on, by rule and account.
    var firing: [String: FiringLine] = [:]
    /// Newest first.
    var notifications: [AlertNotification] = []
    /// Failures that a person should see.
    var selfAlerts = SelfAlertLog()

    /// How many notifications the view remembers.
    static let notificationCount = 12

    /// Takes the alerts that were firing before the start.
    mutating func seed(with ledger: AlertLedger) {
        for alert in ledger.alerts.values where alert.phase == .firing {
            guard let notification = alert.notification, Self.goesOn(notification) else { continue }
            firing[Self.key(notification)] = Self.line(notification, since: alert.since)
        }
    }

    mutating func apply(_ event: WatchEvent, words: EventStrings) {
        _ = selfAlerts.take(event, words: words)
        switch event {
        case .started(let rules, _, _): ruleCount = rules
        case .rulesLoaded(let count, _):
            ruleCount = count
        case .polled(let report): apply(report)
        case .notified(let notification): apply(notification)
        case .waiting(let until): nextWake = until
        case .cycled, .delivered, .deliveryFailed, .rulesRejected, .rulesDoubtful, .storeFailed,
            .clockStepped, .stopped:
            break
        }
    }

    /// Puts a notification that a person asked for first.
    mutating func point(to notification: AlertNotification) {
        notifications.removeAll { $0.id == notification.id }
        notifications.insert(notification, at: 0)
        notifications = Array(notifications.prefix(Self.notificationCount))
    }

    private mutating func apply(_ report: PollReport) {
        let known = report.accounts
        if !known.isEmpty {
            accounts[report.source] = known.sorted {
                $0.account.displayName < $1.account.displayName
            }
        }
        let success = report.outcome.hasFacts ? report.at : banks[report.source]?.lastSuccess
        banks[report.source] = BankLine(
            outcome: report.outcome, at: report.at, lastSuccess: success)
    }

    private mutating func apply(_ notification: AlertNotification) {
        notifications.insert(notification, at: 0)
        notifications = Array(notifications.prefix(Self.notificationCount))
        switch notification.type {
        case .fired where Self.goesOn(notification), .healthFired:
            firing[Self.key(notification)] = Self.line(notification, since: notification.timestamp)
        case .resolved, .healthResolved:
            firing[Self.key(notification)] = nil
        case .digest where notification.data.alreadySo:
            for item in notification.data.items ?? [] {
                firing["\(item.rule.id)|\(item.account?.id ?? "")"] = FiringLine(
                    title: item.title, sentence: item.rule.sentence,
                    since: item.since ?? notification.timestamp)
            }
        case .fired, .reminder, .corrected, .digest, .summary: break
        }
    }

    private static func goesOn(_ notification: AlertNotification) -> Bool {
        [.level, .window, .health, .forecast].contains(notification.data.kind)
    }

    private static func key(_ notification: AlertNotification) -> String {
        "\(notification.data.rule?.id ?? "")|\(notification.data.account?.id ?? "")"
    }

    private static func line(_ notification: AlertNotification, since: Date) -> FiringLine {
        FiringLine(
            title: notification.data.title,
            sentence: notification.data.rule?.sentence ?? notification.data.body,
            since: since)
    }
}
