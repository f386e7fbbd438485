import Finance
import Foundation
import GRDB

/// Writes when a source and its accounts were read, and nothing else.
enum DatesWriter {
    private static let update = "UPDATE account SET freshAtMs = ?, completeAtMs = ? WHERE id = ?"

    /// Writes the dates of a source and of those of its accounts that were in the answer.
    ///
    /// - Parameter count: how many accounts of the source are stored.
    static func write(
        _ reconciliation: Reconciliation, ofAccounts count: Int, to database: Database
    ) throws {
        let accounts = reconciliation.accounts
        if accounts.count == count, let dates = SharedDates(of: accounts) {
            return try SourceRow.write(
                reconciliation.source, accountsRead: dates, to: database)
        }
        try SourceRow.write(reconciliation.source, to: database)
        for account in accounts { try write(account, to: database) }
    }

    private static func write(_ facts: AccountFacts, to database: Database) throws {
        try database.cachedStatement(sql: update).execute(arguments: [
            StoredInstant.milliseconds(facts.freshAt),
            facts.completeAt.map(StoredInstant.milliseconds), facts.account.id,
        ])
    }
}
