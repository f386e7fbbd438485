package import Alerts
package import Finance
package import Foundation
import GRDB
import Glibc
import Threads

/// The watcher's store in one SQLite file, `saldovakt.sqlite` in a state folder.
///
/// A commit waits for the disk (`synchronous=FULL` on a write-ahead log), so that neither a crash
/// nor a power cut loses it or leaves half of it. The file contains full account numbers and the
/// banks' texts, but no secrets and no national identity numbers. Folder and files are private to
/// the user.
package final class SQLiteAlertStore: Sendable {
    let connection: StoreConnection
    /// When the store was last maintained, once that is known; only its owner does that.
    let lastMaintenance = Lock<Date?>(nil)

    private init(_ connection: StoreConnection) { self.connection = connection }

    /// Opens a state folder as its only writer while the store exists; makes it if it is missing.
    ///
    /// - Throws: ``StoreError/locked(path:holder:)`` while another instance runs,
    ///   ``StoreError/newerSchema(path:migrations:)``, ``StoreError/unreadable(path:problem:)`` or
    ///   ``StoreError/notWritable(path:problem:)``; the file is untouched then.
    package static func open(
        folder: String, startedAt: Date = Date()
    ) throws(StoreError) -> SQLiteAlertStore {
        let connection = try StoreConnection.open(folder: folder, startedAt: startedAt)
        // The last process may have been killed between a commit and its signal.
        ChangeFile.touch(connection.paths.changes)
        return SQLiteAlertStore(connection)
    }

    /// Opens a state folder for reading, also while another process owns it.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    package static func openReadOnly(folder: String) throws(StoreError) -> SQLiteAlertStore {
        SQLiteAlertStore(try StoreConnection.openBeside(folder: folder, isReadOnly: true))
    }

    package var finance: FinanceStore { FinanceStore(connection) }

    /// The path of a running watcher's status file in a state folder.
    package static func statusFile(inFolder folder: String) -> String {
        StatePaths(folder: folder).status
    }

    /// Whether the disk of a state folder has less room than a poll needs.
    package static func isDiskFull(ofFolder folder: String) -> Bool {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return false }
        return UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < 128 << 10
    }

    /// The line of the holder of a state folder's lock about itself; `nil` if nobody holds it.
    package static func holder(ofFolder folder: String) -> String? {
        InstanceLock.holder(StatePaths(folder: folder))
    }
}

extension SQLiteAlertStore: AlertStore {
    package func facts() async throws(StoreError) -> Facts {
        try await connection.read("read facts") { try FactsReader.read(from: $0) }
    }

    package func reconciliationInput(for snapshot: Snapshot) async throws(StoreError)
        -> ReconciliationInput
    {
        try await connection.read("read holdings") { database in
            try ReconciliationInputReader.read(for: snapshot, from: database)
        }
    }

    package func transactions(since day: CalendarDay) async throws(StoreError) -> [Transaction] {
        try await connection.read("read transactions") { database in
            try UnreadableRows.all(
                TransactionReader.selectSince, [day.dayNumber], table: Transaction.table,
                from: database, Transaction.read)
        }
    }

    package func history(
        after place: Int64?, limit: Int
    ) async throws(StoreError) -> StoredTransactionPage {
        try await connection.read("read the history") { database in
            try StoredTransactionReader.page(after: place, limit: limit, from: database)
        }
    }

    package func balances(since instant: Date) async throws(StoreError) -> [AccountBalance] {
        try await connection.read("read balances") { database in
            try BalanceRow.read(sinceMs: instant.milliseconds, from: database)
        }
    }

    package func alertLedger() async throws(StoreError) -> AlertLedger {
        try await connection.read("read alert states") { database in
            try StateRow.readLedger(from: database)
        }
    }

    /// Writes facts, alert states and outbox rows in one durable transaction; an empty commit
    /// writes nothing.
    package func commit(_ commit: CycleCommit) async throws(StoreError) {
        FaultPoint.beforeCommit.pass()
        let hasHistory = try await connection.write("commit a cycle") { database in
            let head = try HistoryState.head(of: database)
            try CommitWriter.write(commit, to: database)
            return try HistoryState.head(of: database) != head
        }
        FaultPoint.afterCommit.pass()
        if hasHistory { ChangeFile.touch(connection.paths.changes) }
    }

    package func unreadableRows() async -> [String: String] { connection.unreadable.byTable }

    package func commands() async throws(StoreError) -> [UserCommand] {
        try await connection.read("read instructions") { try UserCommandRow.all(from: $0) }
    }

    package func evaluations() async throws(StoreError) -> [EvaluationEntry] {
        try await connection.read("read evaluations") { try EvaluationRow.all(from: $0) }
    }

    /// The last evaluations of one rule, oldest first.
    package func evaluations(ofRule id: String) async throws(StoreError) -> [EvaluationEntry] {
        try await connection.read("read evaluations") { database in
            try EvaluationRow.all(ofRule: id, from: database)
        }
    }
}

/// Writes everything that one cycle commits, inside one transaction.
///
/// A poll without changes writes the row of its source and those of the accounts it refreshed.
enum CommitWriter {
    static func write(_ commit: CycleCommit, to database: Database) throws {
        if let reconciliation = commit.reconciliation { try write(reconciliation, to: database) }
        FaultPoint.afterFacts.pass()
        try StateRow.write(commit.alerts, to: database)
        FaultPoint.afterAlerts.pass()
        if !FaultPoint.skipsOutbox {
            try OutboxWriter.add(commit.outbox, in: commit.language, to: database)
        }
        FaultPoint.afterOutbox.pass()
        try EvaluationRow.add(commit.evaluations, to: database)
        try OutboxWriter.report(commit.reported, in: database)
        try OutboxWriter.retry(commit.retried, in: database)
        try UserCommandRow.remove(commit.applied, in: database)
        FaultPoint.afterInstructions.pass()
    }

    private static func write(_ reconciliation: Reconciliation, to database: Database) throws {
        try SourceRow.write(reconciliation, to: database)
        for account in reconciliation.accounts { try AccountRow.write(account, to: database) }
        for balance in reconciliation.balances { try BalanceRow.write(balance, to: database) }
        try RecordRow.write(
            reconciliation.records, bankAccountIDs: bankAccountIDs(reconciliation, database),
            to: database)
        try DecisionRow.write(reconciliation.decisions, to: database)
    }

    /// The banks' ids of the accounts that records belong to.
    private static func bankAccountIDs(
        _ reconciliation: Reconciliation, _ database: Database
    ) throws -> [UUID: String] {
        var names = Dictionary(
            reconciliation.accounts.map { ($0.account.id, $0.account.bankAccountID) },
            uniquingKeysWith: { first, _ in first })
        for id in Set(reconciliation.records.map(\.transaction.accountID)) where names[id] == nil {
            names[id] = try database.first("SELECT bankAccountID FROM account WHERE id = ?", [id])
        }
        return names
    }
}
