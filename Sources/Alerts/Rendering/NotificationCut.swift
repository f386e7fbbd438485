public import Finance
import Foundation
import Rules

/// Cuts a notification to what a channel may show.
struct NotificationCut: Sendable {
    let rules: RuleSet
    let policy: AlertPolicy

    private var texts: Texts { policy.language.texts }

    /// The notification with the content that `detail` allows; type, identifier and instant stay.
    func cut(_ notification: AlertNotification, to detail: DetailLevel) -> AlertNotification {
        switch detail {
        case .full: notification
        case .summary: with(summary(of: notification), in: notification)
        case .generic: with(generic(of: notification), in: notification)
        }
    }

    private func with(_ data: NotificationData, in notification: AlertNotification)
        -> AlertNotification
    {
        AlertNotification(
            type: notification.type, id: notification.id, timestamp: notification.timestamp,
            data: data)
    }

    private func generic(of notification: AlertNotification) -> NotificationData {
        let full = notification.data
        let isOver = notification.type == .resolved || notification.type == .healthResolved
        var data = NotificationData(
            rule: nil, kind: full.kind, reason: full.reason, urgency: full.urgency,
            title: texts.genericTitle(isOver: isOver), body: texts.genericBody)
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
        let own = ownWords(for: notification, data)
        data.title = SafeText.capped(
            own.title ?? summaryTitle(notification, data), at: SafeText.titleLimit)
        data.body = SafeText.capped(own.body ?? summaryBody(data), at: SafeText.bodyLimit)
        return data
    }

    private func summaryTitle(_ notification: AlertNotification, _ data: NotificationData) -> String
    {
        // Titles about the program itself have neither amounts nor a bank's words.
        if data.kind == .health, data.items == nil { return defaultHealthTitle(notification, data) }
        let name = data.account?.name ?? texts.allAccounts
        switch notification.type {
        case .resolved where data.kind == .absence: return texts.cameLate(name)
        case .resolved: return stateTitle(data, .ended) ?? texts.title(name, in: .ended)
        case .reminder: return stateTitle(data, .lasts) ?? texts.title(name, in: .lasts)
        case .digest:
            let (count, number) = (data.count ?? 1, policy.locale.number(data.count ?? 1))
            return data.isAboutTransactions
                ? texts.events(data.kind, count, number, sum: nil)
                : data.alreadySo ? texts.alreadySo(count, number) : texts.alerts(count, number)
        case .fired: return stateTitle(data, .begins) ?? name
        case .corrected, .summary, .healthFired, .healthResolved: return name
        }
    }

    /// Subject and state without the figure.
    private func stateTitle(_ data: NotificationData, _ phase: AlertPhase) -> String? {
        data.rule.flatMap { rules.rule($0.id) }.flatMap {
            ConditionTopic($0.body).title(texts, account: data.account?.name, value: nil, phase)
        }
    }

    private func defaultHealthTitle(_ notification: AlertNotification, _ data: NotificationData)
        -> String
    {
        let own = data.rule.flatMap { rules.rule($0.id) }?.title
        return own == nil ? notification.data.title : data.rule?.id ?? texts.allAccounts
    }

    private func summaryBody(_ data: NotificationData) -> String {
        if let rule = data.rule { return SafeText.neutralised(rule.sentence) }
        var sentences: [String] = []
        for item in data.items ?? [] where !sentences.contains(item.rule.sentence) {
            sentences.append(item.rule.sentence)
        }
        return texts.lines(sentences.map { SafeText.neutralised($0) })
    }

    /// The person's own words, where they were shown and say nothing that the channel may not.
    private func ownWords(for notification: AlertNotification, _ data: NotificationData)
        -> (title: String?, body: String?)
    {
        guard notification.type == .fired || notification.type == .healthFired,
            let rule = data.rule.flatMap({ rules.rule($0.id) })
        else { return (nil, nil) }
        let since = data.since ?? notification.timestamp
        return (
            discreet(rule.title, rule, data, since), discreet(rule.message, rule, data, since)
        )
    }

    private func discreet(_ own: String?, _ rule: Rule, _ data: NotificationData, _ since: Date)
        -> String?
    {
        guard let own else { return nil }
        let template = MessageTemplate(SafeText.neutralised(own, limit: nil))
        guard template.usedNames.isSubset(of: MessageTemplate.discreetNames) else { return nil }
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

/// What may be shown where anybody may look: that something happened, nothing else.
public struct DiscreetText: Sendable, Hashable {
    public let title: String
    public let body: String

    /// - Parameter isOver: whether the notification says that something is over.
    public init(isOver: Bool, in language: Language) {
        title = language.texts.genericTitle(isOver: isOver)
        body = language.texts.genericBody
    }
}
