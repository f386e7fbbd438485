import Alerts
import Foundation
import Store
import TestSupport

extension TemporaryFolder {
    /// The path of a state folder that does not exist yet.
    func makeStateFolder() -> String { path(UUID().uuidString) }

    /// An open store in a state folder of its own.
    func makeStore() throws -> SQLiteAlertStore {
        try SQLiteAlertStore.open(folder: makeStateFolder())
    }

    /// The path of a state folder that was used and closed.
    func makeUsedFolder(_ commits: CycleCommit...) async throws -> String {
        let state = makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        for commit in commits { try await store.commit(commit) }
        return state
    }
}
