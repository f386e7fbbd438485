/// The result of one evaluation: states to store, notifications to show and entries to send.
public struct AlertDecision: Sendable, Hashable {
    public var change: AlertLedgerChange
    /// The notifications that are sent now, uncut, in the order of sending.
    public var notifications: [AlertNotification]
    /// One row per notification and channel, cut to the channel's detail.
    public var outbox: [OutboxEntry]

    /// The identifiers of notifications that a person wants retried.
    public var retried: [String]

    /// Makes a decision; nothing happens by default.
    public init(
        change: AlertLedgerChange = AlertLedgerChange(), notifications: [AlertNotification] = [],
        outbox: [OutboxEntry] = [], retried: [String] = []
    ) {
        self.retried = retried
        self.change = change
        self.notifications = notifications
        self.outbox = outbox
    }

    /// Whether there is nothing to write and nothing to send.
    public var isEmpty: Bool {
        change.isEmpty && notifications.isEmpty && outbox.isEmpty && retried.isEmpty
    }

    mutating func append(_ next: AlertDecision) {
        change.append(next.change)
        notifications += next.notifications
        outbox += next.outbox
        retried += next.retried
    }
}
