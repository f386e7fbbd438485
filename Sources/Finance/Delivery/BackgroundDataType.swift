/// The kinds of data whose changes may wake a program.
public enum BackgroundDataType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Accounts.
    case accounts
    /// Balance records.
    case accountBalances
    /// Transactions.
    case transactions
}
