import Finance
import GRDB

/// Reads what is current.
enum FactsReader {
    /// All accounts and sources.
    static func read(from database: Database) throws -> Facts {
        var facts = Facts()
        for account in try AccountRow.read(AccountRow.selectAll, from: database) {
            facts.accounts[account.account.id] = account
        }
        for source in try SourceRow.readAll(from: database) { facts.sources[source.id] = source }
        return facts
    }

    /// How many commits brought something new.
    static func commitCount(from database: Database) throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT commits FROM progress")) ?? 0
    }
}
