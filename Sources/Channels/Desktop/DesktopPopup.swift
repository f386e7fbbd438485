import Alerts
import Finance
import Rules

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
