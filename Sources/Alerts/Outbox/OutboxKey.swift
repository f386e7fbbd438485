/// Identifies an entry of the outbox: one notice on its way to one channel.
public struct OutboxKey: Sendable, Hashable, Codable {
    /// The channel's name.
    public let channel: String
    /// The identifier of the notice.
    public let noticeID: String

    /// Makes a key.
    public init(channel: String, noticeID: String) {
        self.channel = channel
        self.noticeID = noticeID
    }
}

extension OutboxEntry {
    /// Identifies the entry.
    public var key: OutboxKey { OutboxKey(channel: channel, noticeID: notice.id) }
}

extension OutboxResult {
    /// Identifies the entry that the result is about.
    public var key: OutboxKey { OutboxKey(channel: channel, noticeID: noticeID) }
}
