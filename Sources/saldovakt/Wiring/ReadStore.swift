import Alerts
import Store

/// The store as the reading commands use it, with its errors as the commands' failures.
enum ReadStore: Sendable {
    /// Opens the state folder for reading, beside a running `watch`.
    static func open(_ folder: String?) throws -> FinanceStore {
        do {
            return try FinanceStore.open(folder: Configuration.stateFolder(folder))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Opens the alert states and the outbox for reading.
    static func openAlerts(_ folder: String?) throws -> SQLiteAlertStore {
        do {
            return try SQLiteAlertStore.openReadOnly(folder: Configuration.stateFolder(folder))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Runs a reading and turns its error into the command's failure.
    static func reading<Answer>(
        _ read: () async throws(StoreError) -> Answer
    ) async throws(CommandFailure) -> Answer {
        do {
            return try await read()
        } catch {
            throw CommandFailure(error)
        }
    }
}
