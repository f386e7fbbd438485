public import Foundation

/// What changed in a stream since a token: the difference from there, or from nothing.
///
/// Apply deletes first, then inserts, then updates, and save ``newToken`` after that. An identifier
/// is never in two of the lists. Updates are whole models, not differences.
public struct HistoryChanges<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// What the reader has not seen before.
    public let inserted: [Model]
    /// What the reader has seen and looks different now.
    public let updated: [Model]
    /// What is not there any more, or no longer for this reader.
    public let deleted: [Model.ID]
    /// Why, for each deleted identifier.
    public let deletionReasons: [Model.ID: DeletionReason]
    /// The point after these changes, to go on from.
    public let newToken: HistoryToken

    /// Makes a set of changes.
    public init(
        inserted: [Model] = [], updated: [Model] = [], deleted: [Model.ID] = [],
        deletionReasons: [Model.ID: DeletionReason] = [:], newToken: HistoryToken
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.deletionReasons = deletionReasons
        self.newToken = newToken
    }

    /// Whether nothing changed that the reader may see.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

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

/// Why something is not there any more for a reader.
public enum DeletionReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A reservation went away without a booking.
    case dropped
    /// The bank no longer lists a booked row.
    case removed
    /// It turned out to be the same as another one.
    case superseded
    /// The reader's access begins later now, or the row's day moved before its beginning.
    case accessNarrowed
    /// The reader's access to the account was taken away.
    case accessRevoked
    /// The owner removed the bank and all that came from it.
    case sourceRemoved
}
