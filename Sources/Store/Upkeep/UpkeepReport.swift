/// What one round of upkeep did.
public struct UpkeepReport: Sendable, Hashable {
    /// How many changes were folded into what they came to.
    public var compactedChanges = 0
    /// How many transactions that had gone long ago were forgotten.
    public var forgottenTransactions = 0
    /// How many pages of the file were given back to the disk.
    public var freedPages = 0
}
