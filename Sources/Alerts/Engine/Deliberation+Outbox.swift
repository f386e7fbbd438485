import Finance
import Foundation
import Rules

extension Deliberation {
    /// Tells several messages as one, on each channel only what belongs there.
    ///
    /// Channels with the same messages share one notice; a single message stays what it is.
    mutating func tellTogether(_ messages: [Message], isBySize: Bool = false) {
        var groups: [(members: [Int], channels: [String])] = []
        let wanted = messages.map { message in
            let channels = message.channels ?? engine.rules.rule(message.key.ruleID)?.notify ?? []
            return withheld(message, on: channels)
        }
        for channel in ([] as [String]).union(wanted.flatMap { $0 }) {
            let members = wanted.indices.filter { wanted[$0].contains(channel) }
            if let index = groups.firstIndex(where: { $0.members == members }) {
                groups[index].channels.append(channel)
            } else {
                groups.append((members, [channel]))
            }
        }
        for group in groups {
            let parts = group.members.map { messages[$0] }
            let notice =
                parts.count == 1
                ? parts[0].notice : digests.digest(of: parts.map(\.notice), at: now, isBySize: isBySize)
            tell(notice, parts, on: group.channels)
        }
    }

    /// Shows a notice, enqueues it and notes in the alerts that they were told.
    mutating func tell(_ notice: Notice, _ parts: [Message], on channels: [String]) {
        notices.append(notice)
        let order = orderKey(of: notice, parts)
        let cut = NoticeCut(rules: engine.rules, policy: engine.policy)
        for channel in channels.union([]) {
            let content = cut.cut(notice, to: engine.policy.detail(of: channel))
            outbox.append(
                OutboxEntry(channel: channel, notice: content, alertKey: order, createdAt: now))
        }
        for part in parts { noteTold(part, on: channels, order: order) }
    }

    /// The key whose order the outbox keeps: the alert's own, or that of the digest it was in.
    private func orderKey(of notice: Notice, _ parts: [Message]) -> String {
        guard parts.count == 1, let key = parts.first?.key else { return "digest|\(notice.id)" }
        if notice.type.isFirst { return key.text }
        return alert(key)?.orderKey ?? key.text
    }

    private mutating func noteTold(_ part: Message, on channels: [String], order: String) {
        switch part.notice.type {
        case .fired, .healthFired: noteTold(part.key, part.notice, on: channels, order)
        case .digest where part.notice.data.isAboutTransactions:
            let keys = part.keys.count > 1 ? part.keys : untoldEvents(of: part.key.ruleID)
            for key in keys { noteTold(key, nil, on: channels, order) }
        case .digest, .resolved, .healthResolved, .reminder, .corrected, .summary: break
        }
    }

    private mutating func noteTold(
        _ key: AlertKey, _ notice: Notice?, on channels: [String], _ order: String
    ) {
        guard var state = alert(key) else { return }
        let before = state.life
        state.life.noteTold(notice, on: channels, at: now)
        guard state.life != before else { return }
        state.orderKey = order == key.text ? nil : order
        keep(state)
    }

    /// The events of a rule that were held as part of a digest.
    private func untoldEvents(of rule: String) -> [AlertKey] {
        alerts(ofRule: rule) { state in
            state.subject.isEvent && !state.isTold && state.phase != .pending
        }.map(\.key)
    }
}
