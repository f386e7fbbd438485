public import Finance

/// Everything that one cycle wants to be true together.
public struct CycleCommit: Sendable {
    /// The facts; `nil` for a cycle that only played due instants.
    public let reconciliation: Reconciliation?
    /// The changed alert states.
    public let alerts: AlertLedgerChange
    /// The rows to send, one per notice and channel.
    public let outbox: [OutboxEntry]

    /// Makes a commit.
    public init(
        reconciliation: Reconciliation?, alerts: AlertLedgerChange, outbox: [OutboxEntry]
    ) {
        self.reconciliation = reconciliation
        self.alerts = alerts
        self.outbox = outbox
    }
}
