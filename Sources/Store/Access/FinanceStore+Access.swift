public import Finance
import GRDB

extension FinanceStore {
    /// What the owner has decided about this reader; never asks anybody.
    ///
    /// - Throws: ``FinanceError``.
    public func authorizationStatus() async throws -> AuthorizationStatus {
        try await access()?.status ?? .authorized
    }

    /// Asks for access, if nothing was decided yet; may be called again.
    ///
    /// A library can't ask the owner itself: the owner decides with `saldovakt access grant`.
    ///
    /// - Parameter prompt: takes what to tell the owner; called only while nothing is decided.
    /// - Returns: what is decided now.
    /// - Throws: ``FinanceError``.
    public func requestAuthorization(
        prompt: @Sendable (String) async -> Void = { _ in }
    ) async throws -> AuthorizationStatus {
        let status = try await authorizationStatus()
        guard status == .notDetermined, let reader else { return status }
        await prompt(StoreWords.request(of: reader))
        return try await authorizationStatus()
    }

    /// What this reader may see, account by account; `nil` for the owner, who sees everything.
    ///
    /// - Throws: ``FinanceError``.
    public func access() async throws -> ReaderAccess? {
        guard let reader else { return nil }
        return try await reading("read access") { database in
            try AccessReader.access(of: reader, from: database)
        }
    }
}
