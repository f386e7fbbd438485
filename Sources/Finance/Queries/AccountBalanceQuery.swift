public import Foundation

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
