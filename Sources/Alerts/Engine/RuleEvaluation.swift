import Foundation
import Rules

/// One rule's part of a decision: what was found about it and what wants to be sent.
struct RuleEvaluation: Sendable {
    let rule: Rule
    /// Whose alerts these are (``AlertPolicy/household``).
    let household: String?
    /// The rule's own state, changed on the way.
    var state: RuleState
    /// The events that occurred, in the order of the verdicts.
    var events: [Verdict] = []
    /// What wants to be sent now, in order.
    var messages: [Message] = []
    /// Whether all messages make one notification: deadlines that passed while the program was down.
    var notifiesTogether = false
    /// The newest verdict of each alert.
    var verdicts: [AlertKey: Verdict] = [:]

    init(rule: Rule, state: RuleState, household: String?) {
        self.rule = rule
        self.household = household
        self.state = state
    }

    func key(_ verdict: Verdict) -> AlertKey {
        AlertKey(ruleID: rule.id, body: rule.bodyKey, subject: verdict.subject)
    }

    /// Whether what a limit kept back may be sent: it happened, or it was found now how it is.
    func hasNews(of held: HeldNotification) -> Bool {
        guard !rule.kind.notifiesEvents else { return true }
        if isKnown(held.alertKey) { return true }
        // A sum of a period that is over is found with the one after it.
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
    /// The generation keeps identifiers apart when a body is edited to and fro.
    func notificationID(_ purpose: String, _ key: AlertKey, _ transition: Int, _ more: Int? = nil)
        -> String
    {
        NotificationID.text(
            purpose,
            [key.ruleID, key.body, key.subject.key, String(state.generation), String(transition)]
                + (more.map { [String($0)] } ?? []), of: household)
    }

    /// The position of the held firing of an alert.
    func heldFiring(of key: AlertKey) -> Int? { state.held.lastIndex { $0.isFiring(of: key) } }
}

/// A notification that wants to be sent, with everything in it.
struct Message: Sendable {
    var notification: AlertNotification
    /// The alert it is about; of several the first.
    let key: AlertKey
    /// The channels it is bound to; `nil` is all of the rule.
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

    /// A held notification that may go out now; it says since when it is so.
    init(_ held: HeldNotification, at now: Date) {
        var data = held.notification.data
        data.since = data.since ?? held.notification.timestamp
        let notification = AlertNotification(
            type: held.notification.type, id: held.notification.id, timestamp: now, data: data)
        self.init(notification, held.alertKey, channels: held.channels)
    }

    /// Whether it was true when first looked at, so that it is sent with others like it (D4).
    var isFirstLook: Bool { notification.type == .fired && notification.data.alreadySo }

    /// Whether limits count it.
    var isFirst: Bool { notification.type.isFirst }
}
