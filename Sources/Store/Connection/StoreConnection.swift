import Alerts
import Finance
import Foundation
import GRDB

/// One connection to the database; every access goes through its serial queue.
///
/// An access neither holds a thread of the caller's pool while the disk works nor ends early when
/// the calling task is cancelled: an orderly stop still writes what became of the last delivery.
final class StoreConnection: Sendable {
    /// The path of the database, for errors.
    let path: String
    /// Whether nothing may be written.
    let isReadOnly: Bool
    private let queue: DatabaseQueue
    private let lock: InstanceLock?

    /// Takes over an open connection together with the lock that allows it to write.
    init(queue: DatabaseQueue, path: String, lock: InstanceLock?) {
        self.queue = queue
        self.path = path
        self.lock = lock
        isReadOnly = lock == nil
    }

    deinit {
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
        return try await access(operation, .immediate, body)
    }

    private func access<Value: Sendable>(
        _ operation: String, _ kind: Database.TransactionKind,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let path = path
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                let result = Result { try Self.transaction(database, kind, body) }
                continuation.resume(
                    returning: result.mapError {
                        StoreError($0, operation: operation, path: path)
                    })
            }
        }
        return try result.get()
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
