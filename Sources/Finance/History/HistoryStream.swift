public import Foundation

/// Which changes a reader follows: all accounts, or the balances or transactions of one account.
public struct HistoryStream: Sendable, Hashable {
    /// What kind of thing changes.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        /// Accounts, over all banks.
        case accounts
        /// The balance records of one account.
        case accountBalances
        /// The transactions of one account.
        case transactions
    }

    /// What kind of thing changes.
    public let kind: Kind
    /// The account; `nil` for the stream of accounts.
    public let accountID: UUID?

    /// All accounts.
    public static let accounts = HistoryStream(kind: .accounts, accountID: nil)

    /// The balance records of one account.
    public static func accountBalances(of account: UUID) -> HistoryStream {
        HistoryStream(kind: .accountBalances, accountID: account)
    }

    /// The transactions of one account.
    public static func transactions(of account: UUID) -> HistoryStream {
        HistoryStream(kind: .transactions, accountID: account)
    }

    /// Makes a stream from its parts.
    package init(kind: Kind, accountID: UUID?) {
        self.kind = kind
        self.accountID = accountID
    }
}
