public import Finance

/// What a ``ScriptedBankSource`` answers to one poll.
public enum BankAnswer: Sendable {
    /// Accounts and rows; scheduled items are given only to those who ask.
    case facts(
        accounts: [AccountObservation], transactions: [TransactionObservation] = [],
        scheduled: [ScheduledItem] = [], isPartial: Bool = false)
    /// The bank asks to come later.
    case throttled(retryAfter: Duration?)
    /// Nothing usable.
    case failed(SourceFailure)
}
