public import Alerts
public import Finance
public import Foundation

/// The accounts, balances and transactions that were read from the banks, for asking.
///
/// Names and shape follow FinanceKit's store of the same name. Reading never disturbs a running
/// `saldovakt watch`, and each answer shows one point in time.
///
/// ```swift
/// let store = try FinanceStore.open(folder: "/home/ada/.local/state/saldovakt")
/// for account in try await store.accounts() { print(account.displayName) }
/// ```
public final class FinanceStore: Sendable {
    private let connection: StoreConnection

    /// Asks through an open connection.
    init(_ connection: StoreConnection) {
        self.connection = connection
    }

    /// Opens the store of a state folder for reading.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    public static func open(folder: String) throws(StoreError) -> FinanceStore {
        FinanceStore(try StoreConnection.openReadOnly(folder: folder))
    }

    /// All accounts, by source and name.
    public func accounts() async throws(StoreError) -> [Account] {
        try await connection.read("read accounts") { database in
            try AccountRow.read(AccountRow.selectAll, from: database).map(\.account)
        }
    }

    /// The accounts with their newest figures, and how each bank connection is doing.
    public func currentFacts() async throws(StoreError) -> Facts {
        try await connection.read("read facts") { try FactsReader.read(from: $0) }
    }

    /// The balance records of one account, newest first.
    ///
    /// - Parameters:
    ///   - id: the account.
    ///   - instant: only records from before it; the last record's date gives the next page.
    ///   - limit: at most that many.
    public func accountBalances(
        for id: UUID, before instant: Date? = nil, limit: Int = 100
    ) async throws(StoreError) -> [AccountBalance] {
        let end = instant.map(StoredInstant.milliseconds) ?? .max
        return try await connection.read("read balances") { database in
            try BalanceRow.read(for: id, beforeMs: end, limit: limit, from: database)
        }
    }

    /// One page of the transactions that a filter lets through, newest first.
    ///
    /// - Parameters:
    ///   - filter: which ones; all by default.
    ///   - cursor: the former page's ``TransactionPage/next``.
    ///   - limit: at most that many.
    public func transactions(
        matching filter: TransactionFilter = TransactionFilter(),
        after cursor: TransactionCursor? = nil, limit: Int = 100
    ) async throws(StoreError) -> TransactionPage {
        try await connection.read("read transactions") { database in
            try TransactionReader.page(filter, after: cursor, limit: limit, from: database)
        }
    }

    /// One transaction with how it was recognised, also after it was dropped or removed.
    public func record(of id: UUID) async throws(StoreError) -> TransactionRecord? {
        try await connection.read("read a transaction") { database in
            try TransactionReader.record(id, from: database)
        }
    }

    /// The scheduled items of one source in the bank's order.
    public func scheduledItems(of source: String) async throws(StoreError) -> [ScheduledItem] {
        try await connection.read("read scheduled items") { database in
            try ScheduledRow.read(source: source, from: database)
        }
    }

    /// How many commits brought something new; it grows with every change of the stored facts,
    /// alerts or notices.
    public func commitCount() async throws(StoreError) -> Int {
        try await connection.read("read the commit count") { database in
            try FactsReader.commitCount(from: database)
        }
    }
}
