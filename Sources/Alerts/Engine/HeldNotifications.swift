import Foundation

/// Keeps what a rule holds back small, however long the night.
struct HeldNotifications: Sendable {
    let digests: DigestComposer

    /// The held notices with many events made one digest, and many finished lines another.
    ///
    /// A firing that goes on stays by itself, because its end has to find it.
    func compacted(_ held: [HeldNotification]) -> [HeldNotification] {
        let events = merged(held, above: DigestComposer.everyEvent) { entry in
            entry.channels == nil && entry.notice.data.isAboutTransactions
        }
        return merged(events, above: DigestComposer.lines) { entry in
            entry.channels == nil && entry.notice.type == .digest
                && !entry.notice.data.isAboutTransactions
        }
    }

    /// The same for notices of several rules that are bound to channels, each group by itself.
    func compactedByRule(_ held: [HeldNotification]) -> [HeldNotification] {
        guard held.count > DigestComposer.everyEvent else { return held }
        struct Group: Hashable {
            let ruleID: String
            let channels: [String]?
        }
        var order: [Group] = []
        var groups: [Group: [HeldNotification]] = [:]
        for entry in held {
            let group = Group(ruleID: entry.alertKey.ruleID, channels: entry.channels)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(entry.bound(to: nil))
        }
        return order.flatMap { group in
            compacted(groups[group] ?? []).map { $0.bound(to: group.channels) }
        }
    }

    /// Each account's by themselves: a silence of one account must not keep back another's.
    private func merged(
        _ held: [HeldNotification], above limit: Int, _ belongs: (HeldNotification) -> Bool
    ) -> [HeldNotification] {
        let members = held.filter(belongs)
        let count = members.map { $0.notice.memberCount }.reduce(0, +)
        guard members.count > 1, count > limit else { return held }
        var order: [String?] = []
        var groups: [String?: [HeldNotification]] = [:]
        for member in members {
            let account = member.notice.data.account?.id
            if groups[account] == nil { order.append(account) }
            groups[account, default: []].append(member)
        }
        return order.flatMap { whole(groups[$0] ?? []) } + held.filter { !belongs($0) }
    }

    /// Several notices as one digest, a single one as it is.
    private func whole(_ members: [HeldNotification]) -> [HeldNotification] {
        guard members.count > 1, let first = members.first, let last = members.last else {
            return members
        }
        // Told later: the instant of the oldest member is that of the digest until then.
        let digest = digests.digest(of: members.map(\.notice), at: first.notice.timestamp)
        return [
            HeldNotification(
                notice: digest, alertKey: first.alertKey, cause: last.cause, dueAt: last.dueAt)
        ]
    }
}

extension HeldNotification {
    /// The same notice bound to other channels.
    fileprivate func bound(to channels: [String]?) -> HeldNotification {
        HeldNotification(
            notice: notice, alertKey: alertKey, cause: cause, dueAt: dueAt, channels: channels)
    }
}
