public import Alerts
import Finance
import Foundation
import GRDB

extension SQLiteAlertStore {
    /// Removes a bank, by its identifier in the settings, and all of its data.
    ///
    /// The data are accounts, figures, transactions, scheduled items, and the states and
    /// notifications of alerts about them. Readers see all of it deleted.
    public func remove(source: String) async throws(StoreError) -> RemovedSource {
        let removed = try await connection.write("remove a bank") { database in
            try SourceRemoval(source, in: database).run()
        }
        ChangeFile.touch(connection.paths.changes)
        return removed
    }
}

/// The removal of one bank in one transaction.
private struct SourceRemoval {
    private let source: String
    private let database: Database
    private let subjects: Set<String>

    init(_ source: String, in database: Database) throws {
        self.source = source
        self.database = database
        let accounts = try UUID.fetchAll(
            database, sql: "SELECT id FROM account WHERE source = ?", arguments: [source])
        let transactions = try UUID.fetchAll(
            database,
            sql: """
                SELECT id FROM transactionRecord
                WHERE accountID IN (SELECT id FROM account WHERE source = ?)
                """, arguments: [source])
        subjects = Set(
            ["source:\(source)"] + accounts.map(\.uuidString) + transactions.map(\.uuidString))
    }

    func run() throws -> RemovedSource {
        var removed = RemovedSource()
        removed.notifications = try removeAlerts(from: "outbox", key: "alertKey")
        removed.alerts = try removeAlerts(from: "alertState", key: "key")
        let ofAccounts = "accountID IN (SELECT id FROM account WHERE source = ?)"
        removed.transactions = try deleteTransactions(where: ofAccounts)
        removed.balances = try delete("accountBalance WHERE \(ofAccounts)")
        let items: [ScheduledItem] = try SourceRow.list("scheduled", of: source, from: database)
        removed.scheduledItems = items.count
        removed.accounts = try delete("account WHERE source = ?")
        _ = try delete("source WHERE id = ?")
        return removed
    }

    /// How many rows one statement deletes: SQLite keeps their old pages in memory for a rollback.
    private static let portion = 2_000

    private func deleteTransactions(where condition: String) throws -> Int {
        var total = 0
        while true {
            let count = try delete(
                "transactionRecord WHERE rowid IN (SELECT rowid FROM transactionRecord "
                    + "WHERE \(condition) LIMIT \(Self.portion))")
            total += count
            if count < Self.portion { return total }
        }
    }

    private func delete(_ what: String) throws -> Int {
        try database.execute(sql: "DELETE FROM \(what)", arguments: [source])
        return database.changesCount
    }

    /// Removes the rows about the bank, its accounts or transactions; the key ends with the
    /// subject.
    private func removeAlerts(from table: String, key: String) throws -> Int {
        let keys = try String.fetchAll(database, sql: "SELECT DISTINCT \(key) FROM \(table)")
        return try keys.filter(isAboutSource).reduce(0) { count, text in
            try database.execute(sql: "DELETE FROM \(table) WHERE \(key) = ?", arguments: [text])
            return count + database.changesCount
        }
    }

    private func isAboutSource(_ key: String) -> Bool {
        guard let subject = key.split(separator: "|").last else { return false }
        return subjects.contains(String(subject))
            || subject.split(separator: ":").contains { subjects.contains(String($0)) }
    }
}

/// How much was removed with a bank.
public struct RemovedSource: Sendable, Hashable {
    public var accounts = 0
    public var balances = 0
    /// How many transactions, gone ones included.
    public var transactions = 0
    public var scheduledItems = 0
    /// How many states of alerts about its accounts.
    public var alerts = 0
    /// How many notifications about its accounts, delivered or waiting.
    public var notifications = 0

    public init() {}
}
