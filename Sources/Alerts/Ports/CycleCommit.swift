public import Finance

/// Everything that one cycle wants to be true together.
public struct CycleCommit: Sendable {
    /// The facts; `nil` for a cycle that only played due instants.
    public let reconciliation: Reconciliation?
    /// The changed alert states.
    public let alerts: AlertLedgerChange
    /// The rows to send, one per notice and channel.
    public let outbox: [OutboxEntry]
    /// What evaluation found that it had not found before, oldest first.
    public var evaluations: [EvaluationEntry] = []
    /// The instructions that were followed, by identifier.
    public var followed: [String] = []
    /// The given-up entries of which a person is told elsewhere from now on.
    public var reported: [OutboxKey] = []
    /// The notices that are tried again now, by identifier; given-up ones wait anew.
    public var retried: [String] = []

    /// Makes a commit of facts, states and rows; the rest is empty.
    public init(
        reconciliation: Reconciliation?, alerts: AlertLedgerChange, outbox: [OutboxEntry]
    ) {
        self.reconciliation = reconciliation
        self.alerts = alerts
        self.outbox = outbox
    }
}
