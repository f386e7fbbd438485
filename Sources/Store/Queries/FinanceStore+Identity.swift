public import Alerts
public import Finance
public import Foundation

extension FinanceStore {
    /// The records whose identifier begins so, in lower-case hexadecimal; at most `limit`.
    ///
    /// For the owner; other readers get none. Gone ones are among them, because a dropped reservation may turn out to be booked.
    public func records(
        withPrefix prefix: String, limit: Int = 3
    ) async throws(StoreError) -> [TransactionRecord] {
        guard reader == nil else { return [] }
        return try await connection.read("read transactions") { database in
            try TransactionReader.records(withPrefix: prefix, limit: limit, from: database)
        }
    }

    /// What evidence left open on an account among its transactions from a day on; for the owner.
    public func openQuestions(
        of account: UUID, from day: CalendarDay
    ) async throws(StoreError) -> [OpenQuestion] {
        guard reader == nil else { return [] }
        return try await connection.read("read transactions") { database in
            OpenQuestions.among(
                try HoldingsReader.records(of: account, from: day, in: database),
                decisions: try DecisionRow.read(account: account, from: database))
        }
    }
}
