public import Alerts

/// Where commands leave instructions for the watcher, whether it runs or not.
///
/// An instruction is a row that is durable before ``leave(_:folder:)`` returns. A running watcher
/// is signalled by closing a file that it watches; one that starts later finds the row.
public enum ExternalChangeInbox: Sendable {
    /// Leaves an instruction in a state folder, beside its owner.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    public static func leave(_ instruction: UserAction, folder: String) async throws(StoreError) {
        let connection = try StoreConnection.openBeside(folder: folder)
        FaultPoint.beforeInstruction.pass()
        try await connection.write("leave an instruction") { database in
            try UserActionRow.add(instruction, to: database)
        }
        FaultPoint.afterInstruction.pass()
        // A watcher that gets no signal finds the row at its next poll.
        ChangeFile.touch(StatePaths(folder: folder).bell)
    }
}

extension SQLiteAlertStore {
    /// Leaves an instruction of the process that owns the store.
    public func add(_ instruction: UserAction) async throws(StoreError) {
        try await connection.write("leave an instruction") { database in
            try UserActionRow.add(instruction, to: database)
        }
    }
}

/// Signals to the owner of a state folder that a command has left an instruction, without polling.
///
/// Where the system gives no watch, it stays silent, and instructions are found at the next poll.
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
