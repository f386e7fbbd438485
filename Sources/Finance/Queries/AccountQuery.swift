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
