public import Finance
import Foundation
import Rules

/// Cuts a notification to the channel's level of detail.
struct NotificationCut: Sendable {
    let rules: RuleSet
    let policy: AlertPolicy

    private var texts: Texts { policy.language.texts }

    /// Returns the notification with the content that `detail` allows; type, identifier and instant
    /// stay.
    func cut(_ notification: AlertNotification, to detail: DetailLevel) -> AlertNotification {
        let data: NotificationData
        switch detail {
        case .full: return notification
        case .summary: data = summary(of: notification)
        case .generic: data = generic(of: notification)
        }
        return AlertNotification(
            type: notification.type, id: notification.id, timestamp: notification.timestamp,
            data: data)
    }

    private func generic(of notification: AlertNotification) -> NotificationData {
        let full = notification.data
        let title = texts.genericTitle(isOver: notification.type.isOver)
        var data = NotificationData(
            rule: nil, kind: full.kind, reason: full.reason, urgency: full.urgency,
            title: notification.type == .corrected ? texts.corrected(title) : title,
            body: texts.genericBody)
        data.alreadySo = full.alreadySo
        data.pending = full.pending
        return data
    }

    private func summary(of notification: AlertNotification) -> NotificationData {
        var data = notification.data
        data.value = nil
        data.limit = nil
        data.transaction = nil
        data.previousAmount = nil
        data.sum = nil
        data.items = data.items?.map { item in
            NotificationItem(
                rule: item.rule, account: item.account, value: nil, transaction: nil,
                title: item.account?.name ?? item.rule.id, since: item.since)
        }
        // The accounts of undelivered notifications would read like the failure's own.
        if isHealth(notification) { data.items = nil }
        // The person's own words, where they were shown.
        let own = notification.type.begins ? rule(of: data) : nil
        let since = data.since ?? notification.timestamp
        data.title = SafeText.capped(
            discreet(own?.title, own, data, since) ?? title(of: notification, data),
            at: SafeText.titleLimit)
        data.body = SafeText.capped(
            discreet(own?.message, own, data, since) ?? body(of: notification, data),
            at: SafeText.bodyLimit(of: own))
        return data
    }

    /// Whether it is about one problem of the program, a bank or a channel.
    private func isHealth(_ notification: AlertNotification) -> Bool {
        notification.data.kind == .health && notification.type != .digest
    }

    private func rule(of data: NotificationData) -> Rule? {
        data.rule.flatMap { rules.rule($0.id) }
    }

    private func title(of notification: AlertNotification, _ data: NotificationData) -> String {
        // Titles about the program itself have neither amounts nor a bank's words.
        if isHealth(notification) {
            return rule(of: data)?.title == nil
                ? notification.data.title : data.rule?.id ?? texts.allAccounts
        }
        let name = data.account?.name ?? texts.allAccounts
        switch notification.type {
        case .resolved where data.kind == .absence: return texts.cameLate(name)
        case .resolved: return state(data, .ended) ?? texts.title(name, in: .ended)
        case .reminder: return state(data, .lasts) ?? texts.title(name, in: .lasts)
        case .digest:
            let (count, number) = (data.count ?? 1, policy.locale.number(data.count ?? 1))
            return data.isAboutTransactions
                ? texts.events(data.kind, count, number, sum: nil)
                : data.alreadySo ? texts.alreadySo(count, number) : texts.alerts(count, number)
        case .fired: return state(data, .begins) ?? name
        case .corrected: return texts.corrected(name)
        case .summary, .healthFired, .healthResolved: return name
        }
    }

    /// The subject and its state, without the figure.
    private func state(_ data: NotificationData, _ phase: AlertPhase) -> String? {
        rule(of: data).flatMap {
            ConditionTopic($0.body).title(texts, account: data.account?.name, value: nil, phase)
        }
    }

    private func body(of notification: AlertNotification, _ data: NotificationData) -> String {
        if isHealth(notification), rule(of: data)?.message == nil {
            // Those that were not delivered have amounts.
            return notification.data.items == nil ? notification.data.body : texts.seeGaveUp
        }
        if let rule = data.rule { return SafeText.neutralised(rule.sentence) }
        var sentences: [String] = []
        for item in data.items ?? [] where !sentences.contains(item.rule.sentence) {
            sentences.append(item.rule.sentence)
        }
        return texts.lines(sentences.map { SafeText.neutralised($0) })
    }

    /// The person's own words, if they contain nothing that the channel may not show.
    private func discreet(_ own: String?, _ rule: Rule?, _ data: NotificationData, _ since: Date)
        -> String?
    {
        guard let rule, let template = own.map(MessageTemplate.init),
            template.usedNames.isSubset(of: MessageTemplate.discreetNames)
        else { return nil }
        return template.text(in: policy.language) { name in
            switch name {
            case "rule": rule.id
            case "account": data.account?.name ?? texts.allAccounts
            case "since": policy.locale.text(since, in: policy.zone)
            case "deadline": DeadlineText(rule: rule, policy: policy).text(endedAt: since)
            case "count": policy.locale.number(data.count ?? 1)
            default: nil
            }
        }
    }
}

/// The text that may be shown where anybody may look: that something happened, nothing else.
public struct DiscreetText: Sendable, Hashable {
    public let title: String
    public let body: String

    /// - Parameter isOver: whether the notification says that something is over.
    public init(isOver: Bool, in language: Language) {
        title = language.texts.genericTitle(isOver: isOver)
        body = language.texts.genericBody
    }
}
