/// What was removed with a bank.
public struct RemovedSource: Sendable, Hashable {
    /// How many accounts.
    public var accounts = 0
    /// How many balance records.
    public var balances = 0
    /// How many transactions, gone ones included.
    public var transactions = 0
    /// How many scheduled items.
    public var scheduledItems = 0
    /// How many states of alerts about its accounts.
    public var alerts = 0
    /// How many notices about its accounts, told or waiting.
    public var notices = 0

    /// Nothing so far.
    public init() {}
}
