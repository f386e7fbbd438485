import Alerts
import Foundation
import GRDB

/// Attempts that failed to and from their table.
enum FailedAttemptRow {
    /// How many attempts of one notice on one channel are remembered.
    static let limit = 20

    private static let insert = """
        INSERT OR REPLACE INTO failedAttempt (noticeID, channel, number, atMs, problem)
        SELECT noticeID, channel, attempts, ?, ? FROM outbox WHERE noticeID = ? AND channel = ?
        """
    private static let trim = """
        DELETE FROM failedAttempt WHERE noticeID = ?1 AND channel = ?2
            AND number <= (SELECT attempts FROM outbox WHERE noticeID = ?1 AND channel = ?2) - \(limit)
        """
    /// The attempts of one notice on one channel, oldest first.
    static let select = """
        SELECT number, atMs, problem FROM failedAttempt
        WHERE noticeID = ? AND channel = ? ORDER BY number
        """

    /// Notes a failure; nothing for a result without one.
    static func add(_ result: OutboxResult, to database: Database) throws {
        guard let problem = result.problem, let at = result.at else { return }
        try database.cachedStatement(sql: insert).execute(arguments: [
            StoredInstant.milliseconds(at), StoredJSON.encode(problem), result.noticeID,
            result.channel,
        ])
        try database.cachedStatement(sql: trim)
            .execute(arguments: [result.noticeID, result.channel])
    }

    /// The attempts at an entry that failed, oldest first.
    static func all(of key: OutboxKey, from database: Database) throws -> [FailedAttempt] {
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: select), arguments: [key.noticeID, key.channel])
        var found: [FailedAttempt] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "failedAttempt")
            let number = try reader.next(Int.self)
            found.append(
                FailedAttempt(
                    channel: key.channel, noticeID: key.noticeID, number: number,
                    at: try reader.nextInstant(), problem: try reader.nextJSON()))
        }
        return found
    }
}
