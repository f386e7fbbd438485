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
    ///
    /// - Parameter members: the notifications that a digest merges.
    func cut(
        _ notification: AlertNotification, to detail: DetailLevel,
        merging members: [AlertNotification] = []
    ) -> AlertNotification {
        let data: NotificationData
        switch detail {
        case .full: return notification
        case .summary: data = summary(of: notification, members)
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

    private func summary(
        of notification: AlertNotification, _ members: [AlertNotification]
    ) -> NotificationData {
        var data = notification.data
        data.value = nil
        data.limit = nil
        data.transaction = nil
        data.previousAmount = nil
        data.sum = nil
        data.items = data.items.map { lines($0, of: notification, members) }
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

    /// The lines without figures; equal ones are one line with their number.
    private func lines(
        _ items: [NotificationItem], of notification: AlertNotification,
        _ members: [AlertNotification]
    ) -> [NotificationItem] {
        var states: [NotificationItem: String] = [:]
        for part in members.isEmpty ? [notification] : members {
            for item in part.lines { states[item] = line(item, of: part) }
        }
        let titled = items.map { ($0, states[$0] ?? name(of: $0)) }
        let named = titled.map { item, title in
            let isOfOneRule = titled.allSatisfy { $1 != title || $0.rule.id == item.rule.id }
            return isOfOneRule
                ? (item, title)
                : (item, texts.titled(title, SafeText.neutralised(item.rule.sentence)))
        }
        // Accounts of a summary may have the same name, and its shares have none to show.
        let isSummary = notification.type == .summary
        let groups =
            isSummary
            ? named.filter { $0.0.account != nil }.map { [$0] } : named.inGroups { $0.1 }
        let missing = isSummary ? 0 : (notification.data.count ?? 0) - items.count
        return groups.enumerated().map { place, group in
            let (item, title) = group[0]
            let line =
                group.count == 1
                ? title : texts.figure(title, number(of: notification, group.count))
            let isLast = place == groups.count - 1
            return NotificationItem(
                rule: item.rule, account: item.account, value: nil, transaction: nil,
                title: texts.lines([line], more: isLast ? missing : 0), since: item.since)
        }
    }

    /// The line of a digest about one alert: its state, without the figure.
    private func line(_ item: NotificationItem, of part: AlertNotification) -> String {
        var data = part.data
        (data.rule, data.account) = (item.rule, item.account)
        let rule = rule(of: data)
        // Titles about the program itself have neither amounts nor a bank's words.
        if rule?.kind == .health, rule?.title == nil { return item.title }
        if data.reason == .arrivedLate { return texts.cameLate(name(of: item)) }
        let phase: AlertPhase? =
            switch part.type {
            case .fired, .healthFired: .begins
            case .reminder: .lasts
            case .resolved, .healthResolved: .ended
            case .digest: [.recovered, .restored].contains(data.reason) ? .passed : nil
            case .corrected, .summary: nil
            }
        guard let phase else { return name(of: item) }
        return state(data, phase) ?? texts.title(name(of: item), in: phase)
    }

    private func name(of item: NotificationItem) -> String { item.account?.name ?? item.rule.id }

    private func number(of notification: AlertNotification, _ count: Int) -> String {
        let number = policy.locale.number(count)
        guard notification.data.isAboutTransactions else { return texts.alerts(count, number) }
        let kind = notification.isSet ? .event : notification.data.kind
        return texts.events(kind, count, number, sum: nil)
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
        case .digest where data.count == 1 && !data.isAboutTransactions:
            return notification.lines.first.map { line($0, of: notification) } ?? name
        case .digest:
            let count = data.count ?? 1
            return data.alreadySo && !data.isAboutTransactions
                ? texts.alreadySo(count, policy.locale.number(count))
                : number(of: notification, count)
        case .fired: return state(data, .begins) ?? name
        case .corrected: return texts.corrected(name)
        case .summary:
            // One that is made late is of the day of its occasion.
            let occasion = data.since ?? notification.timestamp
            let day = CalendarDay(of: occasion, in: policy.zone)
            return texts.summary(of: texts.day(day, in: day.components.year))
        case .healthFired, .healthResolved: return name
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
