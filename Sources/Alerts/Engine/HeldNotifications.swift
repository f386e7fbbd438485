import Foundation

/// Keeps the held notifications of a rule few, however long the night.
struct HeldNotifications: Sendable {
    let digests: DigestComposer

    /// Merges many held events into one digest, and many finished lines into another.
    ///
    /// A firing alert that continues stays by itself, because its end has to find it.
    func compacted(_ held: [HeldNotification]) -> [HeldNotification] {
        let events = merged(held, above: DigestComposer.everyEvent) { entry in
            entry.channels == nil && entry.notification.data.isAboutTransactions
        }
        return merged(events, above: DigestComposer.lines) { entry in
            entry.channels == nil && entry.notification.type == .digest
                && !entry.notification.data.isAboutTransactions
        }
    }

    /// Merges the notifications of several rules that are bound to channels, each group by itself.
    func compactedByRule(_ held: [HeldNotification]) -> [HeldNotification] {
        guard held.count > DigestComposer.everyEvent else { return held }
        struct Group: Hashable {
            let ruleID: String
            let channels: [String]?
        }
        let groups = held.inGroups { Group(ruleID: $0.alertKey.ruleID, channels: $0.channels) }
        return groups.flatMap { group in
            compacted(group.map { $0.bound(to: nil) }).map { $0.bound(to: group[0].channels) }
        }
    }

    /// Merges each account's notifications separately: a silence of one account must not hold back
    /// another's.
    private func merged(
        _ held: [HeldNotification], above limit: Int, _ belongs: (HeldNotification) -> Bool
    ) -> [HeldNotification] {
        let members = held.filter(belongs)
        let count = members.map { $0.notification.memberCount }.reduce(0, +)
        guard members.count > 1, count > limit else { return held }
        return members.inGroups(by: \.notification.data.account?.id).flatMap(whole)
            + held.filter { !belongs($0) }
    }

    /// Returns several notifications as one digest, a single one unchanged.
    private func whole(_ members: [HeldNotification]) -> [HeldNotification] {
        guard members.count > 1, let first = members.first, let last = members.last else {
            return members
        }
        // It is sent later; until then its instant is that of the oldest member.
        let digest = digests.digest(
            of: members.map(\.notification), at: first.notification.timestamp)
        return [
            HeldNotification(
                notification: digest, alertKey: first.alertKey, cause: last.cause, dueAt: last.dueAt
            )
        ]
    }
}

extension Sequence {
    /// The elements in groups of the same key, in the order in which the keys first appear.
    package func inGroups<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        let groups = Dictionary(grouping: self, by: key)
        var seen: Set<Key> = []
        return map(key).filter { seen.insert($0).inserted }.compactMap { groups[$0] }
    }
}

extension HeldNotification {
    /// Returns the notification bound to other channels.
    fileprivate func bound(to channels: [String]?) -> HeldNotification {
        var held = self
        held.channels = channels
        return held
    }
}
