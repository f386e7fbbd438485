package import Alerts
package import Foundation
import GRDB

/// One notification of an alert on one channel, for `alerts --why`.
package struct AlertDelivery: Sendable {
    package let entry: OutboxEntry
    /// When it was delivered, merged or abandoned.
    package let endedAt: Date?
    /// The failed attempts, oldest first; the newest ``FailedAttemptRow/limit``.
    package let failures: [FailedAttempt]
}

/// One attempt at a notification that failed.
package struct FailedAttempt: Sendable, Hashable {
    /// Which attempt it was, from 1.
    package let number: Int
    package let at: Date
    package let problem: DeliveryProblem
}

extension SQLiteAlertStore {
    /// Everything that is stored about the notifications of one alert, oldest first.
    ///
    /// - Parameter limit: the most of its notifications; the newest are kept.
    package func story(
        ofAlert alertKey: String, limit: Int = 200
    ) async throws(StoreError) -> [AlertDelivery] {
        try await connection.read("read the story of an alert") { database in
            try UnreadableRows.all(
                """
                SELECT \(OutboxRow.columns), endedAtMs FROM outbox
                WHERE alertKey = ? ORDER BY createdAtMs DESC, sequence DESC LIMIT ?
                """, [alertKey, max(0, limit)], table: "outbox", from: database
            ) { reader in
                let entry = try OutboxRow.placed(&reader).entry
                return AlertDelivery(
                    entry: entry, endedAt: try reader.nextOptionalInstant(),
                    failures: try FailedAttemptRow.all(of: entry.key, from: database))
            }.reversed()
        }
    }
}

/// Reads and writes failed attempts.
enum FailedAttemptRow {
    /// How many attempts of one notification on one channel are kept.
    static let limit = 20

    /// Stores a failure; does nothing for a result without one.
    static func add(_ result: OutboxResult, to database: Database) throws {
        guard let problem = result.problem, let at = result.at else { return }
        try database.run(
            """
            INSERT OR REPLACE INTO failedAttempt (noticeID, channel, number, atMs, problem)
            SELECT noticeID, channel, attempts, ?, ? FROM outbox WHERE noticeID = ? AND channel = ?
            """,
            [at.milliseconds, StoredJSON.encode(problem), result.notificationID, result.channel])
        try database.run(
            """
            DELETE FROM failedAttempt WHERE noticeID = ?1 AND channel = ?2 AND number <= (
                SELECT attempts FROM outbox WHERE noticeID = ?1 AND channel = ?2) - \(limit)
            """, [result.notificationID, result.channel])
    }

    /// The attempts at an entry that failed, oldest first.
    static func all(of key: OutboxKey, from database: Database) throws -> [FailedAttempt] {
        try UnreadableRows.all(
            """
            SELECT number, atMs, problem FROM failedAttempt
            WHERE noticeID = ? AND channel = ? ORDER BY number
            """, [key.notificationID, key.channel], table: "failedAttempt", from: database
        ) { reader in
            FailedAttempt(
                number: try reader.next(), at: try reader.nextInstant(),
                problem: try reader.nextJSON())
        }
    }
}
