import Alerts
import Finance
import Store

/// What the commands about alerts read beside a running `watch`.
struct AlertView: Sendable {
    /// The store, for reading.
    let store: SQLiteAlertStore
    /// The alert states, with instructions that still wait foreseen.
    let ledger: AlertLedger
    /// The instructions that still wait.
    let instructions: [Instruction]

    /// Reads a state folder.
    ///
    /// - Throws: ``CommandFailure`` for a store that can't be read.
    init(folder: String?) async throws {
        let store = try ReadStore.openAlerts(folder)
        let stored = try await ReadStore.reading { () throws(StoreError) in
            try await store.alertLedger()
        }
        instructions = try await ReadStore.reading { () throws(StoreError) in
            try await store.instructions()
        }
        ledger = stored.foreseeing(instructions)
        self.store = store
    }

    /// The accounts and banks.
    func facts() async throws -> Facts {
        try await ReadStore.reading { () throws(StoreError) in try await store.facts() }
    }

    /// Leaves an instruction for the watcher that owns the folder, now or later.
    static func leave(_ instruction: Instruction, folder: String?) async throws {
        do {
            try await StateInbox.leave(
                instruction, folder: Configuration.stateFolder(folder))
        } catch {
            throw CommandFailure(error)
        }
    }
}
