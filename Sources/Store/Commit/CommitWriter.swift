import Alerts
import Finance
import Foundation
import GRDB

/// Writes everything that one cycle wants to be true together, inside one transaction.
///
/// A poll without news writes the row of its source and the rows of the accounts it refreshed
/// (when they were read is what later judgements rest on): a few small rows, one commit.
enum CommitWriter {
    private static let count = "UPDATE progress SET commits = commits + 1"
    private static let selectName = "SELECT bankAccountID FROM account WHERE id = ?"

    /// Writes the commit; nothing of it stays if any part throws.
    static func write(_ commit: CycleCommit, to database: Database) throws {
        var hasNews = !commit.alerts.isEmpty || !commit.outbox.isEmpty
        if let reconciliation = commit.reconciliation {
            hasNews = try write(reconciliation, to: database) || hasNews
        }
        FaultPoint.afterFacts.pass()
        try StateRow.write(commit.alerts, to: database)
        FaultPoint.afterAlerts.pass()
        if !FaultPoint.skipsOutbox { try OutboxWriter.add(commit.outbox, to: database) }
        FaultPoint.afterOutbox.pass()
        try EvaluationRow.add(commit.evaluations, to: database)
        try OutboxKeeper.report(commit.reported, in: database)
        try OutboxKeeper.retry(commit.retried, in: database)
        try InstructionRow.remove(commit.followed, in: database)
        FaultPoint.afterInstructions.pass()
        if hasNews { try database.cachedStatement(sql: count).execute() }
    }

    /// Writes the facts; returns whether there is more in them than fresh dates.
    private static func write(
        _ reconciliation: Reconciliation, to database: Database
    ) throws -> Bool {
        try SourceRow(reconciliation.source).save(database)
        for account in reconciliation.accounts { try AccountRow(account).save(database) }
        for balance in reconciliation.balances {
            try BalanceRow(balance: balance).insert(database)
        }
        try RecordRow.write(
            reconciliation.records, bankAccountIDs: bankAccountIDs(reconciliation, database),
            to: database)
        try DecisionRow.write(reconciliation.decisions, to: database)
        let hasNewSchedule = try reconciliation.scheduled.map {
            try ScheduledRow.replace($0, of: reconciliation.source.id, in: database)
        }
        let hasNewCards = try reconciliation.cards.map {
            try CardRow.replace($0, of: reconciliation.source.id, in: database)
        }
        return !reconciliation.balances.isEmpty || !reconciliation.records.isEmpty
            || hasNewSchedule == true || hasNewCards == true
    }

    /// The bank's names of the accounts that records belong to.
    private static func bankAccountIDs(
        _ reconciliation: Reconciliation, _ database: Database
    ) throws -> [UUID: String] {
        var names = Dictionary(
            reconciliation.accounts.map { ($0.account.id, $0.account.bankAccountID) },
            uniquingKeysWith: { first, _ in first })
        for id in Set(reconciliation.records.map(\.transaction.accountID)) where names[id] == nil {
            names[id] = try String.fetchOne(
                database.cachedStatement(sql: selectName), arguments: [id])
        }
        return names
    }
}
