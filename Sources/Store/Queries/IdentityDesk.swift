public import Alerts
public import Finance
public import Foundation

/// Where a person says which transactions are one movement.
///
/// Writes one small row, also while `saldovakt watch` runs; the next answer of the account carries
/// the decision out.
public final class IdentityDesk: Sendable {
    private let connection: StoreConnection

    private init(_ connection: StoreConnection) {
        self.connection = connection
    }

    /// Opens a state folder that a watcher made.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if nothing is stored there yet.
    public static func open(folder: String) throws(StoreError) -> IdentityDesk {
        IdentityDesk(try StoreConnection.openBeside(folder: folder))
    }

    /// Notes that two transactions of one account are one.
    public func join(
        _ first: TransactionRecord, _ second: TransactionRecord, at instant: Date
    ) async throws(StoreError) {
        let account = first.transaction.accountID
        let ids = (first.transaction.id, second.transaction.id)
        try await connection.write("note a join") { database in
            try DecisionRow.add(
                .join, account: account, ids.0, ids.1, at: instant, to: database)
        }
    }

    /// Notes that a booking is not that of its reservation.
    public func split(
        _ record: TransactionRecord, at instant: Date
    ) async throws(StoreError) {
        let (account, id) = (record.transaction.accountID, record.transaction.id)
        try await connection.write("note a split") { database in
            try DecisionRow.add(.split, account: account, id, nil, at: instant, to: database)
        }
    }
}
