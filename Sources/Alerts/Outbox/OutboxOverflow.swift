public import Foundation
import Rules

/// Keeps the line in front of a channel short, however long the channel is dead.
///
/// What waits beyond the limit is put together into one digest per channel, which counts what it
/// stands for. A store applies it inside ``AlertStore/commit(_:)``.
public enum OutboxOverflow: Sendable {
    /// How many entries may wait on a channel.
    public static let limit = 1_000
    /// How many are left after putting the oldest together.
    public static let kept = 750
    /// How many a store should put together at once, so that its memory stays small.
    public static let batch = 250

    /// The key under which a channel's digest waits.
    public static func alertKey(of channel: String) -> String { "overflow|\(channel)" }

    /// How many of the oldest entries of a channel are put together next; none while its line is short.
    public static func excess(waiting count: Int) -> Int {
        count > kept ? min(batch, count - kept + 1) : 0
    }

    /// Whether an entry may be put together with others: nobody can have seen it.
    ///
    /// What was attempted may have been shown, and would be sent again under another identifier.
    public static func mayJoin(_ entry: OutboxEntry) -> Bool { entry.isUntried }

    /// One digest that stands for all of these waiting entries of one channel.
    ///
    /// A former digest among them is taken apart, so that there is never more than one.
    ///
    /// - Parameter entries: at least one, oldest first.
    public static func digest(of entries: [OutboxEntry], at now: Date) -> OutboxEntry? {
        guard let first = entries.first else { return nil }
        let notices = entries.map(\.notice)
        var data = NotificationData(
            rule: nil, kind: first.notice.data.kind, reason: first.notice.data.reason,
            urgency: notices.contains { $0.data.urgency == .critical } ? .critical : .normal,
            title: "", body: "")
        let count = notices.map { isDigest($0) ? $0.data.count ?? 1 : 1 }.reduce(0, +)
        let items = Array(notices.flatMap(items).suffix(DigestComposer.lines))
        data.count = count
        data.items = items
        data.since = notices.map { $0.data.since ?? $0.timestamp }.min()
        data.title = AlertTexts.waited(count)
        data.body = SafeText.capped(
            AlertTexts.lines(items.map(\.title), more: count - items.count),
            at: SafeText.bodyLimit)
        let id = NotificationID.text("overflow", notices.map(\.id))
        return OutboxEntry(
            channel: first.channel,
            notice: AlertNotification(type: .digest, id: id, timestamp: now, data: data),
            alertKey: alertKey(of: first.channel), createdAt: first.createdAt)
    }

    private static func isDigest(_ notice: AlertNotification) -> Bool {
        notice.type == .digest && notice.data.items != nil && notice.data.rule == nil
    }

    /// The lines of a notification; none where the channel's detail shows no rule.
    private static func items(of notice: AlertNotification) -> [NotificationItem] {
        if isDigest(notice) { return notice.data.items ?? [] }
        guard let rule = notice.data.rule else { return [] }
        return [
            NotificationItem(
                rule: rule, account: notice.data.account, value: notice.data.value?.money,
                transaction: nil, title: notice.data.title,
                since: notice.data.since ?? notice.timestamp)
        ]
    }
}
