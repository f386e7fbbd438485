import Alerts
import Finance
import Foundation
import Store

/// What the commands about access share.
enum AccessDesk: Sendable {
    /// What the store throws.
    typealias Problem = StoreError

    /// All accounts.
    static func accounts(_ folder: String?) async throws -> [Account] {
        let store = try ReadStore.open(folder)
        return try await ReadStore.reading { () throws(StoreError) in try await store.accounts() }
    }

    /// The accounts that were named; `nil` if none was.
    static func choice(_ names: [String], _ folder: String?) async throws -> Set<UUID>? {
        guard !names.isEmpty else { return nil }
        let known = try await accounts(folder)
        return Set(try names.map { try AccountChoice.account($0, among: known).id })
    }

    /// Opens the book and decides.
    static func decide<Answer>(
        _ folder: String?, _ decision: (AccessBook) async throws(StoreError) -> Answer
    ) async throws -> Answer {
        do {
            let book = try AccessBook.open(folder: Configuration.stateFolder(folder))
            return try await decision(book)
        } catch {
            throw CommandFailure(error)
        }
    }
}
