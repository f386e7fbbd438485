import Alerts
import Finance
import GRDB

extension FinanceStore {
    /// Reads at one point in time, unless the data is restricted now.
    ///
    /// - Throws: ``FinanceError``.
    func reading<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard await !options.isRestricted() else {
            throw FinanceError.dataRestricted(.financialData)
        }
        do {
            return try await connection.read(operation) { database in
                do {
                    return Result<Value, FinanceError>.success(try body(database))
                } catch let error as FinanceError {
                    return .failure(error)
                }
            }.get()
        } catch let error as StoreError {
            throw Self.error(error)
        }
    }

    private static func error(_ error: StoreError) -> FinanceError {
        // Another program holds the file for a moment: that passes by itself.
        if case .locked = error { return .dataRestricted(.financialData) }
        return .storeUnusable(error)
    }
}
