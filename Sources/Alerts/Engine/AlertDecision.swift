/// What one evaluation means: the states to keep, the notices to show and the rows to send.
public struct AlertDecision: Sendable, Hashable {
    /// What changed in the alert states.
    public var change: AlertLedgerChange
    /// The notices that are told now, with everything in them, in the order of telling.
    public var notices: [Notice]
    /// One row per notice and channel, cut to the channel's detail.
    public var outbox: [OutboxEntry]

    /// Makes a decision; nothing happens by default.
    public init(
        change: AlertLedgerChange = AlertLedgerChange(), notices: [Notice] = [],
        outbox: [OutboxEntry] = []
    ) {
        self.change = change
        self.notices = notices
        self.outbox = outbox
    }

    /// Whether there is nothing to write and nothing to tell.
    public var isEmpty: Bool { change.isEmpty && notices.isEmpty && outbox.isEmpty }
}
