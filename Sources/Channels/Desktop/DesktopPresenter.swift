import Alerts
import Finance
import Rules

/// Decides, on the desktop's thread, which calls of bus and daemon are safe, and shows popups.
///
/// Every popup passes the same checks: connected, a daemon runs, it answers. Only then is libnotify
/// called, because its own call to a hanging daemon lasts up to 50 seconds.
final class DesktopPresenter {
    private let session: any DesktopSession
    private let options: DesktopOptions
    private let now: () -> ContinuousClock.Instant
    /// Popups by key; `order` has their order of use, oldest first.
    private var popups: [String: DesktopPopup] = [:]
    private var order: [String] = []
    private var owner: String?
    private var failedStart: (at: ContinuousClock.Instant, reason: String)?

    init(
        session: any DesktopSession, options: DesktopOptions,
        now: @escaping () -> ContinuousClock.Instant
    ) {
        self.session = session
        self.options = options
        self.now = now
    }

    /// Shows a popup; connects again, once, if the bus turns out to have ended.
    func show(_ popup: DesktopPopup) throws(DesktopFailure) {
        do { try attempt(popup) } catch .disconnected { try attempt(popup) }
    }

    func readyServer() throws(DesktopFailure) -> DesktopServer {
        try connectIfNeeded()
        try ensureDaemon()
        return try session.server()
    }

    /// Handles an event; returns the popup that was clicked, if it is a click.
    func popup(for event: DesktopEvent) -> DesktopPopup? {
        switch event {
        case .activated(let key, _, _): return popups[key]
        case .closed(let key):
            drop(key)
            return nil
        case .daemonAppeared: return nil
        }
    }

    private func attempt(_ popup: DesktopPopup) throws(DesktopFailure) {
        let server = try readyServer()
        let seen = session.isLocked() ? popup.concealed : popup
        let appearance = DesktopAppearance(seen, for: server)
        do { try session.show(appearance, key: popup.key) } catch {
            // A slow daemon may still show it: the same popup is used at the next try.
            if error == .daemonSilent || error == .repeated { remember(popup) }
            throw error
        }
        remember(popup)
    }

    private func connectIfNeeded() throws(DesktopFailure) {
        guard !session.isConnected else { return }
        forgetAll()
        session.disconnect()
        try session.connect(as: "saldovakt")
    }

    private func ensureDaemon() throws(DesktopFailure) {
        var current = try session.daemon()
        if current == nil {
            try start()
            current = try session.daemon()
        }
        guard let current else { throw .noDaemon }
        // A new daemon counts from 1 again: an old number could now be another program's popup.
        if current != owner { forgetAll() }
        owner = current
        failedStart = nil
    }

    private func start() throws(DesktopFailure) {
        guard try session.canStartDaemon() else { throw .noDaemon }
        if let failedStart, now() - failedStart.at < options.startInterval {
            throw .startFailed(failedStart.reason)
        }
        do { try session.startDaemon() } catch {
            guard error != .disconnected else { throw error }
            let reason = if case .failed(let words) = error { words } else { "no answer in time" }
            failedStart = (now(), reason)
            throw .startFailed(reason)
        }
    }

    private func remember(_ popup: DesktopPopup) {
        if popups.updateValue(popup, forKey: popup.key) != nil {
            order.removeAll { $0 == popup.key }
        }
        order.append(popup.key)
        while order.count > max(options.liveLimit, 1) { drop(order[0]) }
    }

    private func drop(_ key: String) {
        guard popups.removeValue(forKey: key) != nil else { return }
        order.removeAll { $0 == key }
        session.forget(key)
    }

    private func forgetAll() {
        popups = [:]
        order = []
        owner = nil
        session.forgetAll()
    }
}

/// A notification as a popup, in plain text; it is adapted to the daemon when it is shown.
struct DesktopPopup: Sendable, Equatable {
    /// Popups of the same key replace each other: rule and transaction, else
    /// rule and account.
    let key: String
    let notificationID: String
    let ruleID: String?
    let accountID: String?
    let isOver: Bool
    /// One line, never empty.
    var title: String
    var body: String
    let urgency: Urgency
    /// The specification's category, in the form for own ones.
    let category: String

    let choices: [DesktopAction.Choice]
    let language: Language

    init(_ notification: AlertNotification, in language: Language = .english) {
        self.language = language
        let data = notification.data
        key = Self.key(for: notification)
        notificationID = notification.id
        ruleID = data.rule?.id
        accountID = data.account?.id
        isOver = notification.type.isOver
        let title = DisplayText.line(data.title, limit: 80)
        self.title = title.isEmpty ? "saldovakt" : title
        body = DisplayText.lines(data.body, limit: 300)
        urgency = data.urgency
        category = Self.category(of: data)
        choices = Self.isTended(notification) ? [.show, .snooze, .acknowledge] : [.show]
    }

    /// The same popup for a screen that others may see: no amounts, names or texts.
    var concealed: DesktopPopup {
        var popup = self
        let words = DiscreetText(isOver: isOver, in: language)
        popup.title = words.title
        popup.body = words.body
        return popup
    }

    /// Whether it is about an alert that continues, which a person can snooze or acknowledge.
    private static func isTended(_ notification: AlertNotification) -> Bool {
        switch (notification.type, notification.data.kind) {
        case (.fired, .level), (.fired, .window), (.fired, .change), (.fired, .forecast),
            (.fired, .absence), (.healthFired, _), (.reminder, _):
            true
        case (.digest, _): notification.data.alreadySo
        default: false
        }
    }

    /// The key as daemons see it in their hints: it reveals nothing.
    var tag: String { "saldovakt-" + StableHash(key).hex }

    /// Unit separators keep `("a", "bc")` and `("ab", "c")` apart.
    private static func key(for notification: AlertNotification) -> String {
        let data = notification.data
        // A digest appears beside its alerts and is replaced by the next digest.
        let group = notification.type == .digest ? "digest" : data.kind.rawValue
        let subject =
            data.transaction?.id ?? (isNews(notification) ? notification.id : data.account?.id)
            ?? ""
        return [group, data.rule?.id ?? "", subject].joined(separator: "\u{1F}")
    }

    /// Whether it is about a transaction that the channel's detail hides.
    ///
    /// The next such notification is about another transaction and must not replace it.
    private static func isNews(_ notification: AlertNotification) -> Bool {
        notification.data.kind == .event && notification.type != .digest
    }

    private static func category(of data: NotificationData) -> String {
        switch data.kind {
        case .health: "x-saldovakt.bank-error"
        case .event, .repeat: "x-saldovakt.transaction"
        case .level, .window, .change, .forecast, .absence, .summary: "x-saldovakt.balance"
        }
    }
}

/// A popup exactly as it goes to the daemon.
struct DesktopAppearance: Sendable {
    /// Plain text.
    let title: String
    /// Plain text, or markup if the daemon reads markup.
    let body: String
    /// 0 low, 1 normal, 2 critical.
    let urgency: UInt8
    let category: String
    let hints: [(name: String, value: String)]
    /// The click and the buttons with their labels; none where clicks are not reported.
    let actions: [(choice: DesktopAction.Choice, label: String)]

    init(_ popup: DesktopPopup, for server: DesktopServer) {
        title = popup.title
        body = server.readsMarkup ? TextEscaping.entities.escaped(popup.body) : popup.body
        urgency =
            switch popup.urgency {
            case .low: 0
            case .normal: 1
            case .critical: 2
            }
        category = popup.category
        // Two names of one thing: with them a daemon replaces even what an earlier run showed.
        hints = ["x-dunst-stack-tag", "x-canonical-private-synchronous"].map { ($0, popup.tag) }
        actions = server.hasActions ? popup.choices.map { ($0, $0.label(in: popup.language)) } : []
    }
}

extension DesktopAction.Choice {
    fileprivate func label(in language: Language) -> String {
        switch (self, language) {
        case (.show, .english): "Show"
        case (.show, .norwegian): "Vis"
        case (.snooze, .english): "Snooze 1 day"
        case (.snooze, .norwegian): "Utsett 1 dag"
        case (.acknowledge, .english): "Acknowledge"
        case (.acknowledge, .norwegian): "Bekreft"
        }
    }
}
