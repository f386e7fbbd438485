import Finance
import Foundation
import GRDB

/// Reads what reconciling one answer needs.
enum HoldingsReader {
    /// The records whose day or posting day is not before a day.
    static let selectRecent = "\(RecordRow.select) WHERE r.accountID = ? AND r.latestDay >= ?"
    /// The open reservations before a day.
    static let selectOpen = """
        \(RecordRow.select)
        WHERE r.accountID = ? AND r.isGone = 0 AND r.status IN ('authorized', 'pending')
            AND r.latestDay < ?
        """

    /// All accounts of the answer's source, and the records that the answer can touch.
    static func read(for snapshot: Snapshot, from database: Database) throws -> Holdings {
        var holdings = Holdings()
        let known = try AccountRow.read(
            AccountRow.selectOfSource, [snapshot.source], from: database)
        for facts in known { holdings.accounts[facts.account.id] = facts }
        let days = Holdings.firstDayNeeded(for: snapshot)
        for account in snapshot.accounts {
            let id = account.details.id
            // Without a day nothing dated belongs to the answer, only what is still open.
            let day = days[id]?.dayNumber ?? Int(Int32.max)
            holdings.records[id] =
                try records(selectRecent, [id, day], from: database)
                + records(selectOpen, [id, day], from: database)
        }
        return holdings
    }

    private static func records(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [TransactionRecord] {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var records: [TransactionRecord] = []
        while let row = try rows.next() { records.append(try RecordRow.record(row)) }
        return records
    }
}
