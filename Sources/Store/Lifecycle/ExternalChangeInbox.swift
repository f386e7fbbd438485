package import Alerts

/// Where command lines leave commands for the watcher, whether it runs or not.
///
/// A command is a row that is durable before ``leave(_:folder:)`` returns. A running watcher is
/// signalled by closing a file that it watches; one that starts later finds the row.
package enum ExternalChangeInbox: Sendable {
    /// Stores a command in a state folder that another process may own.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    package static func leave(_ command: UserCommand, folder: String) async throws(StoreError) {
        let connection = try StoreConnection.openBeside(folder: folder)
        FaultPoint.beforeInstruction.pass()
        try await connection.write("leave an instruction") { database in
            try UserCommandRow.add(command, to: database)
        }
        FaultPoint.afterInstruction.pass()
        // A watcher that gets no signal finds the row at its next poll.
        ChangeFile.touch(StatePaths(folder: folder).bell)
    }

    /// Signals to the owner of a state folder that a command was stored, without polling.
    package static func signal(folder: String) -> ChangeSignal {
        ChangeSignal(folder: folder, name: StatePaths.bellName)
    }
}

extension SQLiteAlertStore {
    /// Stores a command of the process that owns the store.
    package func add(_ command: UserCommand) async throws(StoreError) {
        try await connection.write("leave an instruction") { database in
            try UserCommandRow.add(command, to: database)
        }
    }
}
