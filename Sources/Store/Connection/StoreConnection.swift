import Alerts
import Finance
import Foundation
import GRDB

/// One connection to the database; one access at a time.
///
/// An access does not end early when the calling task is cancelled: an orderly stop still writes
/// what became of the last delivery.
final class StoreConnection: Sendable {
    /// Where the files are.
    let paths: StatePaths
    /// The path of the database, for errors.
    var path: String { paths.database }
    /// Whether nothing may be written.
    let isReadOnly: Bool
    private let queue: DatabaseQueue
    /// The file that was opened; SQLite would go on writing to it after its name is gone.
    private let file: SystemFile.Identity?
    private let lock: InstanceLock?
    /// A closed connection that goes only with this one: to free one starts libdispatch's pool of
    /// threads, which from then on wakes up once a second.
    private let retired: DatabaseQueue?

    /// Takes over an open connection, together with the lock if it is the watcher's.
    init(
        queue: DatabaseQueue, paths: StatePaths, lock: InstanceLock?, isReadOnly: Bool,
        retired: DatabaseQueue?
    ) {
        self.retired = retired
        self.queue = queue
        self.paths = paths
        self.lock = lock
        self.isReadOnly = isReadOnly
        file = try? SystemFile.identity(of: paths.database)
    }

    deinit {
        guard isStillThere else {
            // Closing removes the write-ahead log by its name, which may be another's by now.
            _ = Unmanaged.passRetained(queue)
            return
        }
        // Before the lock goes: the next owner must find the log already folded in.
        try? queue.close()
    }

    /// Reads at one point in time, whatever another process commits meanwhile.
    func read<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try access(operation, .deferred, body)
    }

    /// Writes everything or nothing.
    func write<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !isReadOnly else {
            throw .notWritable(path: path, problem: StoreWords.isReadOnly)
        }
        return try access(operation, .immediate, body)
    }

    /// Works outside of a transaction, for what SQLite does not do inside of one.
    func maintain<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !isReadOnly else {
            throw .notWritable(path: path, problem: StoreWords.isReadOnly)
        }
        return try access(operation, nil, body)
    }

    /// Works on the calling thread: the disk is quicker than a change of threads and back.
    private func access<Value: Sendable>(
        _ operation: String, _ kind: Database.TransactionKind?,
        _ body: @Sendable (Database) throws -> Value
    ) throws(StoreError) -> Value {
        guard isStillThere else { throw .removed(path: path) }
        do {
            return try queue.writeWithoutTransaction { try Self.transaction($0, kind, body) }
        } catch {
            throw StoreError(error, operation: operation, path: path)
        }
    }

    /// Whether the name still stands for the file that was opened; what `stat` itself has against
    /// the path is left for SQLite to tell.
    private var isStillThere: Bool {
        guard let file else { return true }
        do {
            return try SystemFile.identity(of: path) == file
        } catch {
            return true
        }
    }

    private static func transaction<Value>(
        _ database: Database, _ kind: Database.TransactionKind?, _ body: (Database) throws -> Value
    ) throws -> Value {
        guard let kind else { return try body(database) }
        var value: Value?
        try database.inTransaction(kind) {
            value = try body(database)
            return .commit
        }
        guard let value else { throw RowProblem(table: "", problem: "no answer") }
        return value
    }
}
