/// Names alerts that fire by what a person has seen of them.
public struct AlertReference: Sendable, Hashable, Codable {
    /// The notice that was seen: of the alert itself, a reminder of it, or a digest with it.
    public let noticeID: String?
    /// The rule.
    public let ruleID: String?
    /// The account, to tell the alerts of one rule apart.
    public let accountID: String?

    /// Makes a reference; the notice counts first, rule and account where it is unknown.
    public init(noticeID: String? = nil, ruleID: String? = nil, accountID: String? = nil) {
        self.noticeID = noticeID
        self.ruleID = ruleID
        self.accountID = accountID
    }

    /// The alerts that fire and are meant, in a fixed order.
    public func matches(in ledger: AlertLedger) -> [AlertState] {
        let firing = ledger.alerts.values.filter { $0.phase == .firing }
            .sorted { $0.key.text < $1.key.text }
        let seen = firing.filter { alert in
            guard let noticeID else { return false }
            return alert.notice?.id == noticeID || alert.orderKey == "digest|\(noticeID)"
        }
        guard seen.isEmpty, let ruleID else { return seen }
        return firing.filter { alert in
            guard alert.ruleID == ruleID else { return false }
            return accountID == nil || alert.notice?.data.account?.id == accountID
        }
    }
}
