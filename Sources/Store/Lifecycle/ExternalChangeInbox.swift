public import Alerts

/// Where command lines leave commands for the watcher, whether it runs or not.
///
/// A command is a row that is durable before ``leave(_:folder:)`` returns. A running watcher is
/// signalled by closing a file that it watches; one that starts later finds the row.
public enum ExternalChangeInbox: Sendable {
    /// Stores a command in a state folder that another process may own.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    public static func leave(_ command: UserCommand, folder: String) async throws(StoreError) {
        let connection = try StoreConnection.openBeside(folder: folder)
        FaultPoint.beforeInstruction.pass()
        try await connection.write("leave an instruction") { database in
            try UserCommandRow.add(command, to: database)
        }
        FaultPoint.afterInstruction.pass()
        // A watcher that gets no signal finds the row at its next poll.
        ChangeFile.touch(StatePaths(folder: folder).bell)
    }
}

extension SQLiteAlertStore {
    /// Stores a command of the process that owns the store.
    public func add(_ command: UserCommand) async throws(StoreError) {
        try await connection.write("leave an instruction") { database in
            try UserCommandRow.add(command, to: database)
        }
    }
}

/// Signals to the owner of a state folder that a command was stored, without polling.
///
/// Where the system gives no watch it never signals, and commands are found at the next poll.
public final class InboxSignal: Sendable {
    /// One element per signal, at most one waiting; ends with ``stop()``.
    public let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let watch: FolderWatch?

    /// Listens in a state folder that exists.
    public init(folder: String) {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        watch = try? FolderWatch(folder: folder, name: StatePaths.bellName) { [continuation] in
            continuation.yield()
        } ended: { [continuation] in
            continuation.finish()
        }
    }

    deinit { stop() }

    public func stop() {
        watch?.stop()
        continuation.finish()
    }
}
