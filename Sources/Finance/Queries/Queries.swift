public import Foundation

/// Which accounts to read, in which order.
///
/// ```swift
/// let query = AccountQuery(
///     sortDescriptors: [SortDescriptor(\.displayName)],
///     predicate: #Predicate { $0.institutionName == "sbanken" })
/// ```
public struct AccountQuery: Sendable {
    /// The order; without one, any.
    public var sortDescriptors: [SortDescriptor<Account>]
    /// Which ones; all without one.
    public var predicate: Predicate<Account>?
    /// At most that many.
    public var limit: Int?
    /// How many to pass over first.
    public var offset: Int?

    /// Makes a query; the default reads everything.
    public init(
        sortDescriptors: [SortDescriptor<Account>] = [], predicate: Predicate<Account>? = nil,
        limit: Int? = nil, offset: Int? = nil
    ) {
        self.sortDescriptors = sortDescriptors
        self.predicate = predicate
        self.limit = limit
        self.offset = offset
    }
}

/// Which balance records to read, in which order.
///
/// ```swift
/// let query = AccountBalanceQuery(
///     sortDescriptors: [SortDescriptor(\.asOfDate, order: .reverse)],
///     predicate: #Predicate { $0.available != nil && $0.accountID == account.id }, limit: 7)
/// ```
public struct AccountBalanceQuery: Sendable {
    /// The order; without one, any.
    public var sortDescriptors: [SortDescriptor<AccountBalance>]
    /// Which ones; all without one.
    public var predicate: Predicate<AccountBalance>?
    /// At most that many.
    public var limit: Int?
    /// How many to pass over first.
    public var offset: Int?

    /// Makes a query; the default reads everything.
    public init(
        sortDescriptors: [SortDescriptor<AccountBalance>] = [],
        predicate: Predicate<AccountBalance>? = nil,
        limit: Int? = nil, offset: Int? = nil
    ) {
        self.sortDescriptors = sortDescriptors
        self.predicate = predicate
        self.limit = limit
        self.offset = offset
    }
}

/// Which transactions to read, in which order.
///
/// ```swift
/// let day = CalendarDay(dayNumber: 20_513)
/// let query = TransactionQuery(
///     sortDescriptors: [SortDescriptor(\.transactionDate, order: .reverse)],
///     predicate: #Predicate { $0.transactionDate >= day && $0.merchantName != nil }, limit: 50)
/// ```
public struct TransactionQuery: Sendable {
    /// The order; without one, any.
    public var sortDescriptors: [SortDescriptor<Transaction>]
    /// Which ones; all without one.
    public var predicate: Predicate<Transaction>?
    /// At most that many.
    public var limit: Int?
    /// How many to pass over first.
    public var offset: Int?
    /// Only what was there at this point of the account's history; see ``HistoryToken``.
    ///
    /// With the same point for every page, rows that arrive between two pages shift nothing.
    public var upTo: HistoryToken?

    /// Makes a query; the default reads everything.
    public init(
        sortDescriptors: [SortDescriptor<Transaction>] = [],
        predicate: Predicate<Transaction>? = nil, limit: Int? = nil, offset: Int? = nil,
        upTo: HistoryToken? = nil
    ) {
        self.sortDescriptors = sortDescriptors
        self.predicate = predicate
        self.limit = limit
        self.offset = offset
        self.upTo = upTo
    }
}

extension TransactionQuery {
    /// Lets through transactions in any of these states.
    public static func predicate(
        forStatuses statuses: [TransactionStatus]
    ) -> Predicate<Transaction> {
        #Predicate { statuses.contains($0.status) }
    }

    /// Lets through transactions of any of these kinds.
    public static func predicate(
        forTransactionTypes types: [TransactionType]
    ) -> Predicate<Transaction> {
        #Predicate { types.contains($0.transactionType) }
    }

    /// Lets through transactions at merchants with any of these codes.
    public static func predicate(
        forMerchantCategoryCodes codes: [MerchantCategoryCode]
    ) -> Predicate<Transaction> {
        let wanted: [MerchantCategoryCode?] = codes
        return #Predicate { wanted.contains($0.merchantCategoryCode) }
    }
}
