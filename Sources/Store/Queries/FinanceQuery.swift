public import Finance
public import Foundation

/// Which of the stored models to read, in which order.
///
/// ```swift
/// let query = AccountQuery(
///     sortDescriptors: [SortDescriptor(\.displayName)],
///     predicate: #Predicate { $0.institutionName == "sbanken" })
/// ```
public struct FinanceQuery<Model>: Sendable {
    /// The order; without one, any.
    ///
    /// Where the database does not know one of them, Foundation sorts; on Linux it then ignores a
    /// change of a descriptor's `order`, so give it when the descriptor is made.
    public var sortDescriptors: [SortDescriptor<Model>]
    public var predicate: Predicate<Model>?
    public var limit: Int?
    public var offset: Int?
    /// The point of the history after which rows are left out.
    var point: HistoryToken?

    public init(
        sortDescriptors: [SortDescriptor<Model>] = [], predicate: Predicate<Model>? = nil,
        limit: Int? = nil, offset: Int? = nil
    ) {
        self.sortDescriptors = sortDescriptors
        self.predicate = predicate
        self.limit = limit
        self.offset = offset
    }
}

/// Which accounts to read, in which order.
public typealias AccountQuery = FinanceQuery<Account>
/// Which balance records to read, in which order.
public typealias AccountBalanceQuery = FinanceQuery<AccountBalance>
/// Which transactions to read, in which order.
public typealias TransactionQuery = FinanceQuery<Transaction>

extension FinanceQuery<Transaction> {
    /// Leaves out rows that came after this point of the account's history; see ``HistoryToken``.
    ///
    /// With the same point for every page, rows that arrive between two pages shift nothing.
    public var upTo: HistoryToken? {
        get { point }
        set { point = newValue }
    }

    public init(
        sortDescriptors: [SortDescriptor<Transaction>] = [],
        predicate: Predicate<Transaction>? = nil, limit: Int? = nil, offset: Int? = nil,
        upTo: HistoryToken?
    ) {
        self.init(
            sortDescriptors: sortDescriptors, predicate: predicate, limit: limit, offset: offset)
        point = upTo
    }

    public static func predicate(forStatuses statuses: [TransactionStatus]) -> Predicate<
        Transaction
    > { #Predicate { statuses.contains($0.status) } }

    public static func predicate(forTransactionTypes types: [TransactionType]) -> Predicate<
        Transaction
    > { #Predicate { types.contains($0.transactionType) } }

    public static func predicate(
        forMerchantCategoryCodes codes: [MerchantCategoryCode]
    ) -> Predicate<Transaction> {
        let wanted: [MerchantCategoryCode?] = codes
        return #Predicate { wanted.contains($0.merchantCategoryCode) }
    }
}
