public import Finance
public import Foundation
import Rules

/// Keeps a channel's queue short, however long the channel fails.
///
/// Entries beyond the limit are merged into one digest per channel, which counts them. A store
/// applies it through ``OutboxChange``.
public enum OutboxOverflow: Sendable {
    /// How many entries may wait on a channel.
    public static let limit = 1_000
    /// How many entries are left after merging the oldest.
    public static let kept = 750
    /// How many entries a store should merge at once, so that its memory stays small.
    public static let batch = 250

    /// The key under which a channel's digest waits.
    public static func alertKey(of channel: String) -> String { "overflow|\(channel)" }

    /// How many of a channel's oldest entries are merged next; zero while its queue is short.
    public static func excess(waiting count: Int) -> Int {
        count > kept ? min(batch, count - kept + 1) : 0
    }

    /// Merges waiting entries of one channel into one digest.
    ///
    /// An older digest among them is taken apart, so that there is never more than one.
    ///
    /// - Parameter entries: at least one, oldest first.
    public static func digest(of entries: [OutboxEntry], in language: Language, at now: Date)
        -> OutboxEntry?
    {
        guard let first = entries.first else { return nil }
        let notifications = entries.map(\.notification)
        var data = NotificationData(
            rule: nil, kind: first.notification.data.kind, reason: first.notification.data.reason,
            urgency: notifications.contains { $0.data.urgency == .critical } ? .critical : .normal,
            title: "", body: "")
        let count = notifications.map { isDigest($0) ? $0.data.count ?? 1 : 1 }.reduce(0, +)
        let items = Array(notifications.flatMap(items).suffix(DigestComposer.lines))
        data.count = count
        data.items = items
        data.since = notifications.map { $0.data.since ?? $0.timestamp }.min()
        data.title = language.texts.waited(count)
        data.body = SafeText.capped(
            language.texts.lines(items.map(\.title), more: count - items.count),
            at: SafeText.bodyLimit)
        let id = NotificationID.text("overflow", notifications.map(\.id))
        return OutboxEntry(
            channel: first.channel,
            notification: AlertNotification(type: .digest, id: id, timestamp: now, data: data),
            alertKey: alertKey(of: first.channel), createdAt: first.createdAt)
    }

    private static func isDigest(_ notification: AlertNotification) -> Bool {
        notification.type == .digest && notification.data.items != nil
            && notification.data.rule == nil
    }

    /// The lines of a notification; empty if the channel's detail shows no rule.
    private static func items(of notification: AlertNotification) -> [NotificationItem] {
        if isDigest(notification) { return notification.data.items ?? [] }
        guard var item = notification.item else { return [] }
        item.transaction = nil
        return [item]
    }
}
