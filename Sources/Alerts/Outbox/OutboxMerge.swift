package import Finance
package import Foundation

/// Merges entries that need not be sent separately (RL-33).
///
/// A store applies it through ``OutboxChange``.
public enum OutboxMerge: Sendable {
    /// The entries to mark as merged and those to insert.
    public struct Result: Sendable, Hashable {
        /// The stored entries that a later one now covers; their state becomes `merged`.
        public let merged: [OutboxKey]
        /// The entries to insert, in the given order.
        public let incoming: [OutboxEntry]
    }

    /// Collapses a firing that was never sent and its resolve into one line.
    ///
    /// - Parameters:
    ///   - waiting: the stored entries with the alert key of an incoming one: all that wait, the
    ///     newest firing whatever its state, and the newest reminder of it that was sent. Others do
    ///     no harm.
    ///   - incoming: the entries of the commit.
    /// - Returns: a resolve whose firing waits without an attempt replaces the firing as one line.
    ///   One whose firing was abandoned is `merged`, because its channel never got the alert; a
    ///   reminder that may have been seen counts as the alert. Everything else is unchanged.
    public static func collapse(waiting: [OutboxEntry], incoming: [OutboxEntry]) -> Result {
        guard incoming.contains(where: \.notification.type.isOver) else {
            return Result(merged: [], incoming: incoming)
        }
        var merged: [OutboxKey] = []
        let settled = incoming.map { entry in
            guard entry.notification.type.isOver else { return entry }
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
        guard
            let fire = family.filter(\.notification.type.begins).max(by: {
                $0.createdAt < $1.createdAt
            })
        else {
            return resolve
        }
        let reminders = family.filter {
            $0.notification.type == .reminder && $0.createdAt >= fire.createdAt
        }
        let isUnseen = ([fire] + reminders).allSatisfy { $0.isUntried || $0.state == .gaveUp }
        guard isUnseen else { return resolve }
        // Reminders of a firing that nobody got are obsolete too.
        merged += ([fire] + reminders).filter(\.isUntried).map(\.key)
        guard fire.isUntried else {
            var silent = resolve
            silent.state = .merged
            return silent
        }
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
        data.items = fire.item.map { [$0] }
        let id = NotificationID.text("line", [fire.id, resolve.id])
        return AlertNotification(type: .digest, id: id, timestamp: resolve.timestamp, data: data)
    }
}

/// The changes that new entries make to an outbox: which are inserted, and which ones later ones
/// cover.
package struct OutboxChange: Sendable {
    /// The stored entries, then the new ones.
    private var entries: [OutboxEntry]
    private let stored: Int
    /// The stored or new entries that later ones cover.
    package private(set) var merged: Set<OutboxKey> = []

    /// The entries to insert, in this order; some are `merged` already.
    package var inserted: ArraySlice<OutboxEntry> { entries[stored...] }

    /// Merges new entries with the stored ones.
    ///
    /// - Parameters:
    ///   - batches: the new entries; each batch is merged with those that wait after the batch
    ///     before.
    ///   - stored: entries in the order of insertion: those that ``OutboxMerge/collapse`` needs,
    ///     and all that wait on a channel with too many waiting entries.
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
        let keys = Set(keys)
        merged.formUnion(keys)
        for place in entries.indices where keys.contains(entries[place].key) {
            entries[place].state = .merged
        }
    }

    /// Merges the oldest entries of a channel with too many waiting entries.
    private mutating func shorten(_ channel: String, in language: Language, at now: Date) {
        let waiting = entries.filter { $0.channel == channel && $0.state == .waiting }
        guard waiting.count > OutboxOverflow.limit else { return }
        // An older digest is merged first: it is as old as its oldest entry.
        let digests = OutboxOverflow.alertKey(of: channel)
        let rank = { (entry: OutboxEntry) in (entry.createdAt, entry.alertKey == digests ? 0 : 1) }
        var untried = waiting.filter(\.isUntried).sorted { rank($0) < rank($1) }
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
