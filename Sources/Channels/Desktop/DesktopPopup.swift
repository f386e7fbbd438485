import Alerts
import Finance
import Rules

/// A notice as a popup, in plain text; what depends on the daemon is done when it is shown.
struct DesktopPopup: Sendable, Equatable {
    /// Popups of the same key replace each other: rule and transaction, else
    /// rule and account.
    let key: String
    /// What a click tells about.
    let noticeID: String
    /// The rule, for clicks.
    let ruleID: String?
    /// The account, for clicks.
    let accountID: String?
    /// One line, never empty.
    let title: String
    /// Plain text, not escaped.
    let body: String
    /// How loudly.
    let urgency: Urgency
    /// The specification's category, in the form for own ones.
    let category: String

    /// Cuts a notice to what fits on a screen.
    init(_ notice: Notice) {
        let data = notice.data
        key = Self.key(for: notice)
        noticeID = notice.id
        ruleID = data.rule?.id
        accountID = data.account?.id
        let title = DisplayText.line(data.title, limit: 80)
        self.title = title.isEmpty ? "saldovakt" : title
        body = DisplayText.lines(data.body, limit: 300)
        urgency = data.urgency
        category = Self.category(of: data)
    }

    /// The key as daemons see it in their hints: nothing can be read from it.
    var tag: String { "saldovakt-" + StableHash(key).hex }

    /// Unit separators keep `("a", "bc")` and `("ab", "c")` apart.
    private static func key(for notice: Notice) -> String {
        let data = notice.data
        // A digest stands beside the alerts it tells about and is replaced by the next digest.
        let group = notice.type == .digest ? "digest" : data.kind.rawValue
        let subject = data.transaction?.id ?? (isNews(notice) ? notice.id : data.account?.id) ?? ""
        return [group, data.rule?.id ?? "", subject].joined(separator: "\u{1F}")
    }

    /// Whether this is about a transaction that the channel's detail keeps back; the next such
    /// notice is about another one and must not replace it.
    private static func isNews(_ notice: Notice) -> Bool {
        notice.data.kind == .event && notice.type != .digest
    }

    private static func category(of data: NoticeData) -> String {
        switch data.kind {
        case .health: "x-saldovakt.bank-error"
        case .event, .repeat: "x-saldovakt.transaction"
        case .level, .window, .change, .forecast, .absence, .summary: "x-saldovakt.balance"
        }
    }
}
