package import Alerts
package import Finance
package import Foundation
import GRDB

/// Stores what the owner lets readers see: which accounts, from which day on.
///
/// Every decision reaches the reader's history: rows that it may no longer see are deleted there,
/// rows that it may see now are inserted. It may be used while a watcher runs.
package final class AccessIndex: Sendable {
    let connection: StoreConnection

    private init(_ connection: StoreConnection) { self.connection = connection }

    /// Opens a state folder that a watcher has made.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet, or an
    ///   older version of the program wrote it.
    package static func open(folder: String) throws(StoreError) -> AccessIndex {
        AccessIndex(try StoreConnection.openBeside(folder: folder))
    }

    /// Lets a reader see accounts, each from its day on; replaces the earlier grants for them.
    ///
    /// - Returns: for how many of the accounts that changes anything.
    @discardableResult
    package func grant(
        _ reader: ReaderName, _ accounts: [AccountAccess], at now: Date
    ) async throws(StoreError) -> Int {
        try await decide("grant access", reader, at: now) { _ in
            Dictionary(
                accounts.map {
                    ($0.accountID, Visibility(earliest: $0.earliest?.dayNumber ?? .min))
                }, uniquingKeysWith: { $1 })
        }
    }

    /// Hides the days before a given one from a reader, on some or all of its accounts.
    ///
    /// Access that begins later already stays as it is.
    ///
    /// - Returns: for how many accounts that changes anything.
    @discardableResult
    package func narrow(
        _ reader: ReaderName, to earliest: CalendarDay, accounts: Set<UUID>? = nil, at now: Date
    ) async throws(StoreError) -> Int {
        try await decide("narrow access", reader, at: now) { current in
            current.filter { accounts?.contains($0.key) ?? true }.mapValues {
                Visibility(earliest: max($0.earliest ?? .min, earliest.dayNumber))
            }
        }
    }

    /// Takes access to some or all accounts away from a reader; one that had none is denied.
    ///
    /// - Returns: for how many accounts that changes anything.
    @discardableResult
    package func revoke(
        _ reader: ReaderName, accounts: Set<UUID>? = nil, at now: Date
    ) async throws(StoreError) -> Int {
        try await decide("revoke access", reader, at: now) { current in
            current.filter { accounts?.contains($0.key) ?? true }.mapValues { _ in .nothing }
        }
    }

    /// All readers for which something was decided, by name.
    package func readers() async throws(StoreError) -> [ReaderAccess] {
        try await connection.read("read access") { try AccessReader.readers(from: $0) }
    }

    private func decide(
        _ operation: String, _ reader: ReaderName, at now: Date,
        _ decision: @escaping @Sendable ([UUID: Visibility]) -> [UUID: Visibility]
    ) async throws(StoreError) -> Int {
        let count = try await connection.write(operation) { database in
            let current = try AccessReader.current(of: reader, from: database) ?? [:]
            let changed = decision(current).filter { $0.value != current[$0.key] ?? .nothing }
            try AccessWriter.set(changed, for: reader, at: now, in: database)
            return changed.count
        }
        // Also if nothing changed: an earlier run may have been killed before it touched the file.
        ChangeFile.touch(connection.paths.changes)
        return count
    }
}

extension FinanceStore {
    /// What the owner has decided about this reader; never asks anybody.
    public func authorizationStatus() async throws(FinanceError) -> AuthorizationStatus {
        try await access()?.status ?? .authorized
    }

    /// Asks for access if nothing was decided yet; the owner decides with `saldovakt access grant`.
    ///
    /// - Parameter prompt: gets the text to show to the owner; called only while nothing is
    ///   decided.
    ///
    /// - Returns: the present decision.
    public func requestAuthorization(
        prompt: @Sendable (String) async -> Void = { _ in }
    ) async throws(FinanceError) -> AuthorizationStatus {
        let status = try await authorizationStatus()
        guard status == .notDetermined, let reader else { return status }
        await prompt(StoreStrings.request(of: reader, folder: folder))
        return try await authorizationStatus()
    }

    /// What this reader may see, account by account; `nil` for the owner, who sees everything.
    public func access() async throws(FinanceError) -> ReaderAccess? {
        guard let reader else { return nil }
        return try await reading("read access") { database in
            try AccessReader.access(of: reader, from: database)
        }
    }
}
