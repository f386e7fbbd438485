import Finance
import Foundation
import GRDB

/// Writes when a source and its accounts were read, and nothing else.
enum DatesWriter {
    private static let update = "UPDATE account SET freshAtMs = ?, completeAtMs = ? WHERE id = ?"
    private static let updateAll = """
        UPDATE account SET freshAtMs = ?, completeAtMs = ? WHERE source = ?
        """

    /// Writes the dates of a source and of those of its accounts that were in the answer.
    ///
    /// - Parameter count: how many accounts of the source are stored.
    static func write(
        _ reconciliation: Reconciliation, ofAccounts count: Int, to database: Database
    ) throws {
        try SourceRow.write(reconciliation.source, to: database)
        let accounts = reconciliation.accounts
        if let first = accounts.first, accounts.count == count,
            accounts.allSatisfy({ $0.freshAt == first.freshAt && $0.completeAt == first.completeAt }
            )
        {
            return try write(first, updateAll, reconciliation.source.id, to: database)
        }
        for account in accounts { try write(account, update, account.account.id, to: database) }
    }

    private static func write(
        _ facts: AccountFacts, _ sql: String, _ place: any DatabaseValueConvertible,
        to database: Database
    ) throws {
        try database.cachedStatement(sql: sql).execute(arguments: [
            StoredInstant.milliseconds(facts.freshAt),
            facts.completeAt.map(StoredInstant.milliseconds), place,
        ])
    }
}
