/// What one evaluation means: the states to keep, the notices to show and the rows to send.
public struct AlertDecision: Sendable, Hashable {
    /// What changed in the alert states.
    public var change: AlertLedgerChange
    /// The notices that are told now, with everything in them, in the order of telling.
    public var notices: [AlertNotification]
    /// One row per notice and channel, cut to the channel's detail.
    public var outbox: [OutboxEntry]

    /// The identifiers of notices that a person wants tried again.
    public var retried: [String]

    /// Makes a decision; nothing happens by default.
    public init(
        change: AlertLedgerChange = AlertLedgerChange(), notices: [AlertNotification] = [],
        outbox: [OutboxEntry] = [], retried: [String] = []
    ) {
        self.retried = retried
        self.change = change
        self.notices = notices
        self.outbox = outbox
    }

    /// Whether there is nothing to write and nothing to tell.
    public var isEmpty: Bool {
        change.isEmpty && notices.isEmpty && outbox.isEmpty && retried.isEmpty
    }

    /// Adds a decision that was made on top of this one.
    mutating func append(_ next: AlertDecision) {
        change.append(next.change)
        notices += next.notices
        outbox += next.outbox
        retried += next.retried
    }
}
