import Alerts
import Finance
import Foundation
import GRDB
import Threads

/// One connection to the database; one access at a time, on a queue of its own.
///
/// An access does not end early when the calling task is cancelled. An orderly stop can therefore
/// still write the outcome of the last delivery.
final class StoreConnection: Sendable {
    let paths: StatePaths
    /// The stored rows that could not be read.
    let unreadable = UnreadableRows()
    private let queue: DatabaseQueue
    /// The file that was opened; SQLite would keep writing to it after its name is gone.
    private let file: OpenedFile
    private let lock: InstanceLock?
    private let isReadOnly: Bool

    /// Takes over an open connection, together with the lock if it is the watcher's.
    init(
        queue: DatabaseQueue, file: OpenedFile, paths: StatePaths, lock: InstanceLock?,
        isReadOnly: Bool
    ) {
        self.queue = queue
        self.file = file
        self.paths = paths
        self.lock = lock
        self.isReadOnly = isReadOnly
    }

    deinit {
        guard file.isThere else {
            // Closing removes the write-ahead log by its name, which may belong to another database
            // by now.
            _ = Unmanaged.passRetained(queue)
            return
        }
        // Before the lock is released: the next owner must find the log merged into the database.
        try? queue.close()
    }

    /// Runs `body` on one snapshot of the database, whatever other processes commit meanwhile.
    func read<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await access(operation) { try Self.transaction($0, .deferred, body) }
    }

    /// Runs `body` in a transaction: everything is written or nothing.
    func write<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await maintain(operation) { try Self.transaction($0, .immediate, body) }
    }

    /// Runs `body` outside of a transaction, for statements that SQLite refuses inside of one.
    func maintain<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !isReadOnly else {
            throw .notWritable(path: paths.database, problem: StoreStrings.isReadOnly)
        }
        return try await access(operation, body)
    }

    /// Runs work on the connection's queue, so that a slow disk delays no other caller.
    private func access<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let work = Lock(Optional(body))
        do {
            return try await withCheckedThrowingContinuation { continuation in
                queue.asyncWriteWithoutTransaction { [file, unreadable] database in
                    continuation.resume(
                        with: Result {
                            try file.check()
                            return try UnreadableRows.$current.withValue(unreadable) {
                                try Self.perform(work, database)
                            }
                        })
                }
            }
        } catch { throw StoreError(error, operation: operation, path: paths.database) }
    }

    /// Runs the work once, and releases what it captures before the result is returned.
    ///
    /// The work may hold this connection, which can't be closed on its own queue.
    @inline(never) private static func perform<Value: Sendable>(
        _ work: Lock<(@Sendable (Database) throws -> Value)?>, _ database: Database
    ) throws -> Value {
        guard let body = work.withLock({ $0.take() }) else { throw CancellationError() }
        return try body(database)
    }

    private static func transaction<Value>(
        _ database: Database, _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try database.inTransaction(kind) {
            value = try body(database)
            return .commit
        }
        guard let value else { throw RowProblem(table: "", problem: "no answer") }
        return value
    }
}
