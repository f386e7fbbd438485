public import Alerts
public import Foundation
import Threads

/// The watcher's memory in one SQLite file, `saldovakt.sqlite` in a state folder.
///
/// A commit waits for the disk (`synchronous=FULL` on a write-ahead log), so that neither a crash
/// nor a power cut takes back what was delivered, or delivers half of it. The file holds full account
/// numbers and the banks' texts, but no secrets and no national identity numbers; folder and
/// files are closed to other users.
public final class SQLiteAlertStore: Sendable {
    let connection: StoreConnection
    /// When the store was last kept in order, once that is known; only its owner does that.
    let lastUpkeep = Lock<Date?>(nil)

    private init(_ connection: StoreConnection) {
        self.connection = connection
    }

    /// Opens a state folder as its only writer, as long as the store lives; makes it if it is missing.
    ///
    /// - Throws: ``StoreError/locked(path:holder:)`` while another instance runs,
    ///   ``StoreError/newerSchema(path:migrations:)``, ``StoreError/unreadable(path:problem:)``
    ///   or ``StoreError/notWritable(path:problem:)``; the file is untouched then.
    public static func open(
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
    public static func openReadOnly(folder: String) throws(StoreError) -> SQLiteAlertStore {
        SQLiteAlertStore(try StoreConnection.openReadOnly(folder: folder))
    }

    /// Reads the whole file, which an opened store does not, and reports what SQLite finds wrong.
    public static func damage(folder: String) throws(StoreError) -> [String] {
        try StoreConnection.damage(folder: folder)
    }

    public var finance: FinanceStore { FinanceStore(connection) }

    /// Where a running watcher writes what only it knows, in a state folder.
    public static func statusFile(inFolder folder: String) -> String {
        StatePaths(folder: folder).status
    }

    /// Who holds the lock of a state folder, as it signed; `nil` if nobody does.
    public static func holder(ofFolder folder: String) -> String? {
        InstanceLock.holder(StatePaths(folder: folder))
    }
}
