package import Alerts
import Finance
import Foundation
import GRDB

extension SQLiteAlertStore {
    /// Removes a bank, by its identifier in the settings, and all of its data.
    ///
    /// The data are accounts, figures, transactions, scheduled items, and the states and
    /// notifications of alerts about them. Readers see all of it deleted.
    package func remove(source: String) async throws(StoreError) -> RemovedSource {
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
    private let accounts: Set<UUID>
    /// What alerts about the bank name as their subject.
    private let subjects: Set<String>

    init(_ source: String, in database: Database) throws {
        self.source = source
        self.database = database
        accounts = Set(
            try UUID.fetchAll(
                database, sql: "SELECT id FROM account WHERE source = ?", arguments: [source]))
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
        removed.notifications = try deleteNotifications()
        removed.alerts = try deleteAlerts()
        try deleteEvaluations()
        let ofAccounts = "accountID IN (SELECT id FROM account WHERE source = ?)"
        removed.transactions = try deleteTransactions(where: ofAccounts)
        removed.balances = try delete("accountBalance WHERE \(ofAccounts)")
        _ = try delete("identityDecision WHERE \(ofAccounts)")
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

    /// Deletes the states of alerts, and what rules and silences keep about the bank.
    private func deleteAlerts() throws -> Int {
        let change = try StateRow.readLedger(from: database).removal(of: accounts) {
            isAboutSource($0.text)
        }
        guard !accounts.isEmpty || !change.removedAlerts.isEmpty else { return 0 }
        try StateRow.write(change, to: database)
        return change.removedAlerts.count
    }

    /// Deletes the notifications about the bank, and the digests that show nothing else.
    private func deleteNotifications() throws -> Int {
        var count = 0
        for key in try String.fetchAll(database, sql: "SELECT DISTINCT alertKey FROM outbox")
        where isAboutSource(key) {
            try database.execute(sql: "DELETE FROM outbox WHERE alertKey = ?", arguments: [key])
            count += database.changesCount
        }
        let digests = "\(OutboxRow.select) WHERE alertKey LIKE 'digest|%'"
        for place in try OutboxRow.placed(digests, [], from: database)
        where place.entry.notification.isOnly(about: accounts) {
            try database.run("DELETE FROM outbox WHERE sequence = ?", [place.sequence])
            count += 1
        }
        try database.execute(
            sql: """
                DELETE FROM failedAttempt WHERE NOT EXISTS (
                    SELECT 1 FROM outbox o
                    WHERE o.noticeID = failedAttempt.noticeID AND o.channel = failedAttempt.channel)
                """)
        return count
    }

    /// Deletes what was found in evaluations of the bank's accounts and transactions.
    private func deleteEvaluations() throws {
        let found = try Row.fetchAll(
            database, sql: "SELECT sequence, json_extract(entry, '$.subject') FROM evaluation")
        for row in found where (row[1] as String?).map(isAboutSource) ?? false {
            try database.run(
                "DELETE FROM evaluation WHERE sequence = ?", [row[0] as Int64])
        }
    }

    /// Whether a key is about the bank, its accounts or transactions; it ends with the subject.
    private func isAboutSource(_ key: String) -> Bool {
        guard let subject = key.split(separator: "|").last else { return false }
        return subjects.contains(String(subject))
            || subject.split(separator: ":").contains { subjects.contains(String($0)) }
    }
}

/// How much was removed with a bank.
package struct RemovedSource: Sendable, Hashable {
    package var accounts = 0
    package var balances = 0
    /// How many transactions, gone ones included.
    package var transactions = 0
    package var scheduledItems = 0
    /// How many states of alerts about its accounts.
    package var alerts = 0
    /// How many notifications about its accounts, delivered or waiting.
    package var notifications = 0

    package init() {}
}
