import GRDB

/// A mark of what is stored: equal marks mean that nothing but dates was written between them.
struct StoreStamp: Sendable, Hashable {
    /// Changes with what other processes commit (`PRAGMA data_version`).
    private let others: Int64
    /// Changes with what this process writes.
    private let own: Int

    /// Reads the mark; costs a lock on a shared page and no access to the disk.
    ///
    /// - Parameter own: how many writes of this process there were.
    init(own: Int, in database: Database) throws {
        self.own = own
        others = try Int64.fetchOne(database.cachedStatement(sql: Self.select)) ?? 0
    }

    private static let select = "PRAGMA data_version"
}
