package import Finance
package import Foundation

/// Merges entries that need not go out apart (RL-33).
///
/// A store applies it inside ``AlertStore/commit(_:)``, because only the store knows what is
/// still waiting.
public enum OutboxMerge: Sendable {
    /// What merging found.
    public struct Result: Sendable, Hashable {
        /// The stored entries that a later one now covers; their state becomes `merged`.
        public let merged: [OutboxKey]
        /// The entries to insert, in the given order.
        public let incoming: [OutboxEntry]
    }

    /// Collapses a firing that never went out and its resolve into one line.
    ///
    /// - Parameters:
    ///   - waiting: the stored entries that have the alert key of an incoming one: all that wait,
    ///     and the newest firing whatever became of it; others do no harm.
    ///   - incoming: the entries of the commit.
    /// - Returns: a resolve whose firing waits without an attempt takes the firing's place as one
    ///   line; one whose firing was given up arrives as `merged`, for its channel never got the
    ///   alert. Everything else is unchanged.
    public static func collapse(waiting: [OutboxEntry], incoming: [OutboxEntry]) -> Result {
        guard incoming.contains(where: \.isResolve) else {
            return Result(merged: [], incoming: incoming)
        }
        var merged: [OutboxKey] = []
        let settled = incoming.map { entry in
            guard entry.isResolve else { return entry }
            let family = waiting.filter {
                $0.channel == entry.channel && $0.alertKey == entry.alertKey
            }
            return settle(entry, among: family, merged: &merged)
        }
        return Result(merged: merged, incoming: settled)
    }

    private static func settle(
        _ resolve: OutboxEntry, among family: [OutboxEntry], merged: inout [OutboxKey]
    ) -> OutboxEntry {
        guard let fire = family.filter(\.isFire).max(by: { $0.createdAt < $1.createdAt }) else {
            return resolve
        }
        if fire.state == .gaveUp {
            var silent = resolve
            silent.state = .merged
            return silent
        }
        guard fire.isUntried else { return resolve }
        // Reminders of a firing that nobody got have nothing left to say either.
        let reminders = family.filter { $0.notification.type == .reminder && $0.isUntried }
        merged += ([fire] + reminders).map(\.key)
        return OutboxEntry(
            channel: resolve.channel,
            notification: line(fire: fire.notification, resolve: resolve.notification),
            alertKey: resolve.alertKey, createdAt: resolve.createdAt)
    }

    private static func line(fire: AlertNotification, resolve: AlertNotification)
        -> AlertNotification
    {
        var data = resolve.data
        data.since = fire.data.since ?? fire.timestamp
        data.items = fire.data.rule.map { rule in
            [
                NotificationItem(
                    rule: rule, account: fire.data.account, value: fire.data.value?.money,
                    transaction: fire.data.transaction, title: fire.data.title, since: data.since)
            ]
        }
        let id = NotificationID.text("line", [fire.id, resolve.id])
        return AlertNotification(type: .digest, id: id, timestamp: resolve.timestamp, data: data)
    }
}

extension OutboxEntry {
    /// Whether it says that an alert began.
    fileprivate var isFire: Bool {
        notification.type == .fired || notification.type == .healthFired
    }

    /// Whether it says that an alert is over.
    fileprivate var isResolve: Bool {
        notification.type == .resolved || notification.type == .healthResolved
    }

    /// Whether nobody can have seen it.
    public var isUntried: Bool { state == .waiting && attempts == 0 }
}

/// What a commit does to the entries of one household, where a store reads what is related at once.
package struct OutboxChange: Sendable {
    /// What was stored, then what is new.
    private var entries: [OutboxEntry]
    private let stored: Int
    /// The entries that later ones cover.
    package private(set) var merged: Set<OutboxKey> = []

    /// The entries to insert, in this order; some are `merged` already.
    package var inserted: ArraySlice<OutboxEntry> { entries[stored...] }

    /// - Parameters:
    ///   - batches: the new entries; each batch is merged with what waits after the one before.
    ///   - stored: entries in the order of insertion: those whose alert keys are among the new ones', and all
    ///     that wait for a channel for which too many wait.
    package init(
        _ batches: [[OutboxEntry]], stored: [OutboxEntry], in language: Language, at now: Date
    ) {
        (entries, self.stored) = (stored, stored.count)
        let there = Set(stored.map(\.key))
        for batch in batches {
            let result = OutboxMerge.collapse(
                waiting: entries, incoming: batch.filter { !there.contains($0.key) })
            merge(result.merged)
            entries += result.incoming
        }
        for channel in Set(inserted.map(\.channel)) { shorten(channel, in: language, at: now) }
    }

    private mutating func merge(_ keys: [OutboxKey]) {
        merged.formUnion(keys)
        for place in entries.indices where keys.contains(entries[place].key) {
            entries[place].state = .merged
        }
    }

    /// Puts the oldest entries together where too many would wait for a channel.
    private mutating func shorten(_ channel: String, in language: Language, at now: Date) {
        let waiting = entries.filter { $0.channel == channel && $0.state == .waiting }
        guard waiting.count > OutboxOverflow.limit else { return }
        var untried = waiting.filter(\.isUntried).sorted { $0.createdAt < $1.createdAt }
        var count = waiting.count
        while case let excess = OutboxOverflow.excess(waiting: count), excess > 0 {
            let oldest = Array(untried.prefix(excess))
            guard oldest.count > 1,
                let digest = OutboxOverflow.digest(of: oldest, in: language, at: now)
            else { return }
            merge(oldest.map(\.key))
            entries.append(digest)
            untried = [digest] + untried.dropFirst(oldest.count)
            count -= oldest.count - 1
        }
    }
}
