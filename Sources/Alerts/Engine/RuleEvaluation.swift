import Foundation
import Rules

/// One rule's part of a decision: its verdicts and the messages to send.
struct RuleEvaluation: Sendable {
    let rule: Rule
    /// Whose alerts these are (``AlertPolicy/household``).
    let household: String?
    /// The rule's own state, with the changes so far.
    var state: RuleState
    /// The events that occurred, in the order of the verdicts.
    var events: [Verdict] = []
    /// The messages to send now, in order.
    var messages: [Message] = []
    /// Whether all messages become one notification, as for deadlines that passed while the program
    /// was down.
    var notifiesTogether = false
    /// The newest verdict of each alert.
    var verdicts: [AlertKey: Verdict] = [:]

    func key(_ verdict: Verdict) -> AlertKey {
        AlertKey(ruleID: rule.id, body: rule.bodyKey, subject: verdict.subject)
    }

    /// Whether a notification that a limit kept back is up to date: it is an event, or its alert
    /// was evaluated now.
    func hasNews(of held: HeldNotification) -> Bool {
        guard !rule.kind.notifiesEvents else { return true }
        if isKnown(held.alertKey) { return true }
        // A sum whose period is over is evaluated together with the next period's.
        guard let series = SeriesKey(held.alertKey) else { return false }
        return verdicts.keys.contains { SeriesKey($0) == series && isKnown($0) }
    }

    private func isKnown(_ key: AlertKey) -> Bool {
        switch verdicts[key]?.finding {
        case nil, .unknown: false
        case .holds, .clear, .occurred, .corrected: true
        }
    }

    /// The identifier of a notification about an alert.
    ///
    /// The generation keeps identifiers apart when a body is changed and changed back.
    func notificationID(_ purpose: String, _ key: AlertKey, _ transition: Int, _ more: Int? = nil)
        -> String
    {
        NotificationID.text(
            purpose,
            [key.ruleID, key.body, key.subject.key, String(state.generation), String(transition)]
                + (more.map { [String($0)] } ?? []), of: household)
    }

    /// The position of the newest held firing of an alert.
    func heldFiring(of key: AlertKey) -> Int? { heldFirings(of: key).last }

    /// The positions of the held firings of an alert: several if each is for other channels.
    func heldFirings(of key: AlertKey) -> [Int] {
        state.held.indices.filter { state.held[$0].isFiring(of: key) }
    }

    /// The position of the held digest that covers a transaction: the one that lists it, else the
    /// one with unlisted transactions of its account, or of several accounts.
    func heldDigest(covering line: NotificationItem) -> Int? {
        func last(_ isIt: (NotificationData) -> Bool) -> Int? {
            state.held.lastIndex { held in
                held.notification.type == .digest && held.notification.data.isAboutTransactions
                    && isIt(held.notification.data)
            }
        }
        func hasUnlisted(_ data: NotificationData) -> Bool {
            data.count ?? 0 > data.items?.count ?? 0
        }
        return last { data in
            data.items?.contains { $0.transaction?.id == line.transaction?.id } == true
        } ?? last { hasUnlisted($0) && $0.account?.id == line.account?.id }
            ?? last { hasUnlisted($0) && $0.account == nil }
    }
}

extension AlertNotification {
    /// A notification that had to wait, as it is sent now: it says since when it is true.
    func sent(at now: Date) -> AlertNotification {
        var data = data
        data.since = data.since ?? timestamp
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }
}

/// A notification to be sent, uncut.
struct Message: Sendable {
    var notification: AlertNotification
    /// The alert that it is about; the first if there are several.
    let key: AlertKey
    /// The channels that it is bound to; `nil` stands for all of the rule's.
    var channels: [String]?
    /// Every alert it is about.
    var keys: [AlertKey]

    init(
        _ notification: AlertNotification, _ key: AlertKey, channels: [String]? = nil,
        keys: [AlertKey]? = nil
    ) {
        self.notification = notification
        self.key = key
        self.channels = channels
        self.keys = keys ?? [key]
    }

    /// Makes the message of a held notification that may go out now.
    init(_ held: HeldNotification, at now: Date) {
        self.init(held.notification.sent(at: now), held.alertKey, channels: held.channels)
    }

    /// Whether it was true at the first look, so that it is sent together with others (D4).
    var isFirstLook: Bool { notification.type == .fired && notification.data.alreadySo }

    /// Whether limits count it.
    var isFirst: Bool { notification.type.isFirst }
}
