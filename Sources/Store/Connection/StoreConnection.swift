import Alerts
import Finance
import Foundation
import GRDB
import Synchronization
import Threads

/// One connection to the database; one access at a time.
///
/// An access does not end early when the calling task is cancelled: an orderly stop still writes
/// what became of the last delivery.
final class StoreConnection: Sendable {
    /// Where the files are.
    let paths: StatePaths
    /// The path of the database, for errors.
    let path: String
    /// Whether nothing may be written.
    let isReadOnly: Bool
    private let queue: DatabaseQueue
    /// The file that was opened; SQLite would go on writing to it after its name is gone.
    private let file: SystemFile.Identity?
    private let lock: InstanceLock?
    private let diskWait = DiskWait()
    /// How many accesses there were that may have written.
    private let writes = Atomic<Int>(0)

    /// Takes over an open connection, together with the lock if it is the watcher's.
    init(queue: DatabaseQueue, paths: StatePaths, lock: InstanceLock?, isReadOnly: Bool) {
        self.queue = queue
        self.paths = paths
        path = paths.database
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
        try await access(operation, .deferred, body)
    }

    /// Writes everything or nothing.
    func write<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !isReadOnly else {
            throw .notWritable(path: path, problem: StoreWords.isReadOnly)
        }
        return try await access(operation, nil) { [self] database in
            try diskWait.turnOn(in: database)
            return try Self.transaction(database, .immediate) { database in
                noteWrite()
                return try body(database)
            }
        }
    }

    /// Writes what may be lost in a power cut together with nothing else: the commit is whole, it
    /// outlives the process, and it reaches the disk at the latest with the next ``write(_:_:)``.
    ///
    /// Does not count as a change of what is stored; see ``StoreStamp``.
    func writeWithoutWaiting<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !isReadOnly else {
            throw .notWritable(path: path, problem: StoreWords.isReadOnly)
        }
        return try await access(operation, nil) { [self] database in
            try diskWait.turnOff(in: database)
            return try Self.smallTransaction(database, body)
        }
    }

    /// Reads unless it is remembered that there is nothing.
    func readUnlessEmpty<Element: Sendable>(
        _ isEmpty: Remembered<Bool>, _ operation: String,
        _ body: @escaping @Sendable (Database) throws -> [Element]
    ) async throws(StoreError) -> [Element] {
        try await access(operation, nil) { [self] database in
            if isEmpty.value(at: try stamp(of: database)) == true { return [] }
            return try Self.transaction(database, .deferred) { database in
                let found = try body(database)
                isEmpty.keep(found.isEmpty, at: try stamp(of: database))
                return found
            }
        }
    }

    /// The mark of what is stored; inside a transaction, of what that sees.
    func stamp(of database: Database) throws -> StoreStamp {
        try StoreStamp(own: writes.load(ordering: .relaxed), in: database)
    }

    /// Reads without a transaction of its own; for what looks whether it needs one.
    func look<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await access(operation, nil, body)
    }

    /// Works outside of a transaction, for what SQLite does not do inside of one.
    func maintain<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard !isReadOnly else {
            throw .notWritable(path: path, problem: StoreWords.isReadOnly)
        }
        return try await access(operation, nil) { [self] database in
            try diskWait.turnOn(in: database)
            noteWrite()
            return try body(database)
        }
    }

    private func noteWrite() {
        writes.add(1, ordering: .relaxed)
    }

    /// Works on the connection's own queue, so that a disk that takes its time holds up nothing but
    /// the caller.
    private func access<Value: Sendable>(
        _ operation: String, _ kind: Database.TransactionKind?,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        guard isStillThere else { throw .removed(path: path) }
        let work = Lock(Optional(body))
        do {
            return try await withCheckedThrowingContinuation { continuation in
                queue.asyncWriteWithoutTransaction { database in
                    continuation.resume(with: Self.perform(work, database, kind))
                }
            }
        } catch {
            throw StoreError(error, operation: operation, path: path)
        }
    }

    /// Works once, and lets go of what the work holds before anybody hears of the result: it may hold
    /// this connection, which can't be closed on its own queue.
    @inline(never)
    private static func perform<Value: Sendable>(
        _ work: Lock<(@Sendable (Database) throws -> Value)?>, _ database: Database,
        _ kind: Database.TransactionKind?
    ) -> Result<Value, any Error> {
        Result {
            guard let body = work.withLock({ $0.take() }) else { throw CancellationError() }
            return try transaction(database, kind, body)
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

    /// Writes inside of a transaction that is cheap to begin and to end: SQLite reads no SQL text
    /// for it.
    ///
    /// - Parameter body: lets every error through; one that it kept to itself might have ended the
    ///   transaction.
    private static func smallTransaction<Value>(
        _ database: Database, _ body: (Database) throws -> Value
    ) throws -> Value {
        try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            let value = try body(database)
            try database.cachedStatement(sql: "COMMIT").execute()
            return value
        } catch {
            try? database.rollback()
            throw error
        }
    }

    /// Works inside of a transaction.
    static func transaction<Value>(
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
