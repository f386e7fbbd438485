public import Finance

/// Everything that one cycle wants to be true together.
public struct CycleCommit: Sendable {
    /// The facts; `nil` for a cycle that only handled what fell due.
    public let reconciliation: Reconciliation?
    public let alerts: AlertLedgerChange
    /// The rows to send, one per notification and channel.
    public let outbox: [OutboxEntry]
    /// What evaluation found that it had not found before, oldest first.
    public var evaluations: [EvaluationEntry] = []
    /// The instructions that were followed, by identifier.
    public var followed: [String] = []
    /// The given-up entries of which a person is notified elsewhere from now on.
    public var reported: [OutboxKey] = []
    /// The notifications that are tried again now, by identifier; given-up ones wait again.
    public var retried: [String] = []

    /// The language of what the store puts together when a channel's line is too long.
    public var language = Language.english

    /// Makes a commit of facts, states and rows; the rest is empty.
    public init(
        reconciliation: Reconciliation?, alerts: AlertLedgerChange, outbox: [OutboxEntry]
    ) {
        self.reconciliation = reconciliation
        self.alerts = alerts
        self.outbox = outbox
    }
}
