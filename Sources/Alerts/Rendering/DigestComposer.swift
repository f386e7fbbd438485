import Finance
import Foundation
package import Rules

/// Merges several notifications into one.
struct DigestComposer: Sendable {
    let rules: RuleSet
    let policy: AlertPolicy

    private var texts: Texts { policy.language.texts }

    /// How many events a digest lists if it does not list all (RL-20).
    static let largest = 3
    /// The number of events from which only the largest are listed (RL-20).
    static let everyEvent = 5
    /// How many lines about conditions a digest lists.
    static let lines = 20

    /// Merges all members into one notification; digests among them are taken apart.
    ///
    /// - Parameters:
    ///   - members: at least one notification, in the order in which they became true.
    ///   - isBySize: whether the lines are sorted by their figures, the largest first.
    func digest(of members: [AlertNotification], at now: Date, isBySize: Bool = false)
        -> AlertNotification
    {
        let parts = members.map(\.data)
        // A clause may have been edited in between; the newest sentence is shown.
        let isOfOneRule = Set(parts.map(\.rule?.id)).count == 1
        var data = NotificationData(
            rule: isOfOneRule ? parts.last?.rule : nil, kind: parts.first?.kind ?? .level,
            reason: reason(of: parts),
            urgency: parts.map(\.urgency).min { $0.rank < $1.rank } ?? .normal, title: "", body: "")
        let count = members.map(\.memberCount).reduce(0, +)
        data.alreadySo = !parts.isEmpty && parts.allSatisfy(\.alreadySo)
        data.account = common(parts.map(\.account))
        data.items = listed(members, of: count, isBySize: isBySize)
        data.count = count
        data.sum = parts.map { $0.sum ?? ($0.isNewMovement ? $0.value?.money : nil) }.total
        data.since = members.map { $0.data.since ?? $0.timestamp }.min().flatMap {
            $0 < now ? $0 : nil
        }
        let isEvents = parts.allSatisfy(\.isAboutTransactions)
        data.title = title(of: data, isEvents: isEvents, missed: members.map(\.missedDeadlines))
        data.body = body(of: data)
        let id = NotificationID.text("digest", members.map(\.id))
        var digest = AlertNotification(type: .digest, id: id, timestamp: now, data: data)
        if count > data.items?.count ?? 0, data.rule == nil {
            digest.members = members.reduce(into: [:]) {
                $0.merge($1.alertsBegun, uniquingKeysWith: +)
            }
        }
        return digest
    }

    /// The common reason; otherwise beginnings take precedence over ends.
    private func reason(of parts: [NotificationData]) -> NotificationReason {
        if parts.contains(where: { $0.reason == .entered }) { return .entered }
        return parts.first?.reason ?? .entered
    }

    /// Returns a held digest of events with one changed amount; its line may come to be one of the
    /// largest.
    func fixed(_ digest: AlertNotification, with line: NotificationItem, from previous: Money)
        -> AlertNotification
    {
        var data = digest.data
        var items = data.items ?? []
        if let place = items.firstIndex(where: { $0.transaction?.id == line.transaction?.id }) {
            items[place] = line
        } else {
            items.append(line)
        }
        let isCut = data.count ?? 0 > Self.everyEvent
        data.items = isCut ? Array(bySize(items).prefix(Self.largest)) : items
        if let sum = data.sum, let value = line.value?.money {
            data.sum = try? sum.adding(value).subtracting(previous)
        }
        data.title = title(of: data, isEvents: true, missed: [])
        data.body = body(of: data)
        var fixed = digest
        fixed.data = data
        return fixed
    }

    /// The lines, at most as many as a digest lists; of many events the largest (RL-20).
    ///
    /// - Parameter isBySize: true for alerts that began at the same time (D72).
    private func listed(_ members: [AlertNotification], of count: Int, isBySize: Bool)
        -> [NotificationItem]
    {
        let items = members.flatMap(\.lines)
        let isEvents = members.allSatisfy(\.data.isAboutTransactions)
        if isEvents, count > Self.everyEvent { return Array(bySize(items).prefix(Self.largest)) }
        if isBySize { return Array(bySize(items).prefix(Self.lines)) }
        return isEvents ? items : Array(items.suffix(Self.lines))
    }

    private func bySize(_ items: [NotificationItem]) -> [NotificationItem] {
        let order = items.enumerated().sorted {
            ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
        }
        return order.map(\.element)
    }

    private func title(of data: NotificationData, isEvents: Bool, missed: [Int]) -> String {
        let rule = data.rule.flatMap { rules.rule($0.id) }
        if let title = rule?.title, let own = filled(title, data, rule?.id) {
            return SafeText.capped(own, at: SafeText.titleLimit)
        }
        let (count, number) = (data.count ?? 0, policy.locale.number(data.count ?? 0))
        let missed = missed.reduce(0, +)
        let text =
            if data.isAboutDeadlines {
                missed > 0
                    ? texts.deadlines(missed, policy.locale.number(missed)) : texts.allLate(number)
            } else if isEvents {
                texts.events(data.kind, count, number, sum: data.sum.map(policy.locale.text))
            } else { data.alreadySo ? texts.alreadySo(count, number) : texts.alerts(count, number) }
        return SafeText.capped(text, at: SafeText.titleLimit)
    }

    private func body(of data: NotificationData) -> String {
        let rule = data.rule.flatMap { rules.rule($0.id) }
        if let message = rule?.message, let own = filled(message, data, rule?.id) { return own }
        let lines = lines(of: data.items ?? [])
        let count = data.count ?? lines.count
        let name = rule.map { $0.isNamed ? texts.rule($0.id) : $0.sentence }
        func text(with shown: Int) -> String {
            let listed = texts.lines(Array(lines.prefix(shown)), more: count - shown)
            return texts.lines([listed] + (name.map { [SafeText.neutralised($0)] } ?? []))
        }
        // Whole lines, so that what is missing is counted.
        let shown = stride(from: lines.count, to: 1, by: -1).first {
            text(with: $0).count <= SafeText.bodyLimit
        }
        return SafeText.capped(
            text(with: shown ?? min(1, lines.count)), at: SafeText.bodyLimit)
    }

    /// The items' titles; with their sentences where titles alone would look the same.
    private func lines(of items: [NotificationItem]) -> [String] {
        guard Set(items.map(\.rule.id)).count > 1, Set(items.map(\.title)).count < items.count
        else {
            return items.map(\.title)
        }
        return items.map { texts.titled($0.title, SafeText.neutralised($0.rule.sentence)) }
    }

    /// The person's own text filled in, if it was written for digests, with `{count}` or `{sum}`.
    private func filled(_ message: String, _ data: NotificationData, _ rule: String?) -> String? {
        let template = MessageTemplate(message)
        guard !template.usedNames.isDisjoint(with: ["count", "sum"]) else { return nil }
        let text = template.text(in: policy.language) { name in
            switch name {
            case "count": data.count.map(policy.locale.number)
            case "sum": data.sum.map(policy.locale.text)
            case "rule": rule
            case "account": data.account?.name ?? texts.allAccounts
            case "since": data.since.map { policy.locale.text($0, in: policy.zone) }
            default: nil
            }
        }
        return SafeText.capped(text, at: SafeText.ownBodyLimit)
    }

    private func common<Value: Hashable>(_ values: [Value?]) -> Value? {
        Set(values).count == 1 ? values[0] : nil
    }
}

extension [Money?] {
    /// The sum; `nil` if there is none, or if a part is unknown or of another currency.
    var total: Money? {
        guard let first = first ?? nil else { return nil }
        return dropFirst().reduce(first) { total, next in
            guard let total, let next else { return nil }
            return try? total.adding(next)
        }
    }
}

extension NotificationData {
    /// Whether it is about a transaction or a digest of transactions only.
    var isAboutTransactions: Bool {
        (kind == .event || kind == .repeat) && reason != .corrected
            && (transaction != nil || count != nil)
    }

    /// Whether its figure is the whole amount of a transaction that was not reported before.
    fileprivate var isNewMovement: Bool { transaction != nil && reason != .corrected }

    /// Whether it is a digest of missed deadlines of one rule.
    fileprivate var isAboutDeadlines: Bool {
        kind == .absence && rule != nil && [.deadlineMissed, .arrivedLate].contains(reason)
    }
}

extension AlertNotification {
    /// Whether it is about one set of like transactions, which counts as one.
    var isSet: Bool { data.kind == .repeat && type == .fired }

    /// Its lines in a digest.
    var lines: [NotificationItem] {
        if let items = data.items, !isSet { return items }
        return [item].compactMap(\.self)
    }

    /// How many missed deadlines it reports; one whose row came late does not count.
    fileprivate var missedDeadlines: Int {
        guard data.kind == .absence, !type.isOver else { return 0 }
        return (data.count ?? 1) - (data.items?.count { $0.transaction != nil } ?? 0)
    }

    /// How many notifications it covers.
    var memberCount: Int { isSet ? 1 : data.count ?? 1 }
}

extension NotificationItem {
    /// The distance of the figure from zero; the larger is listed first.
    fileprivate var size: UInt64 { value?.money?.minorUnits.magnitude ?? 0 }
}

extension Urgency {
    /// The end of an alert is never more urgent than normal (D80).
    var ofEnd: Urgency { self == .low ? .low : .normal }

    /// Its place among all, the highest first.
    package var rank: Int {
        switch self {
        case .critical: 0
        case .normal: 1
        case .low: 2
        }
    }
}

extension AlertState {
    /// The place of its urgency among all, the highest first.
    package var rank: Int { (notification?.data.urgency ?? .normal).rank }
}
