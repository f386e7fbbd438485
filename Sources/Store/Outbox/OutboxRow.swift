import Alerts
import Foundation
import GRDB

/// Reads outbox entries.
enum OutboxRow {
    /// An entry with its sequence number in the outbox.
    typealias Placed = (sequence: Int64, entry: OutboxEntry)

    /// The columns in the order in which ``placed(_:)`` reads them; the notification has a table of
    /// its own.
    static let columns = """
        sequence, channel, alertKey, createdAtMs, dueAtMs, attempts, triedMs, refusals, state, problem,
        (SELECT n.notice FROM outboxNotice n WHERE n.sequence = outbox.sequence) AS notice
        """
    static let select = "SELECT \(columns) FROM outbox"
    /// The due entries that no older one of their alert blocks, the longest waiting first.
    static let selectDue = """
        \(select) WHERE channel = ? AND turn = 1 AND dueAtMs <= ? ORDER BY dueAtMs LIMIT ?
        """
    /// When the next entry that may be handed out falls due.
    static let selectNextDue = """
        SELECT dueAtMs FROM outbox
        WHERE channel = ? AND turn = 1 ORDER BY dueAtMs LIMIT 1
        """
    static let selectInState = """
        \(select) WHERE state = ? ORDER BY createdAtMs DESC, sequence DESC LIMIT ?
        """
    /// The waiting entries of one alert on one channel.
    static let selectLine = """
        \(select) WHERE channel = ? AND alertKey = ? AND state = 'waiting'
        ORDER BY createdAtMs, sequence
        """
    /// The newest firing of one alert on one channel that no longer waits.
    static let selectPastFire = """
        \(select) WHERE channel = ? AND alertKey = ? AND state <> 'waiting'
            AND type IN ('alert.fired', 'health.fired')
        ORDER BY createdAtMs DESC LIMIT 1
        """
    /// The newest reminder of one alert on one channel, since a time, that was sent.
    static let selectSentReminder = """
        \(select) WHERE channel = ? AND alertKey = ? AND createdAtMs >= ?
            AND state IN ('delivered', 'merged') AND type = 'alert.reminder'
        ORDER BY createdAtMs DESC LIMIT 1
        """
    /// The waiting entries of a channel.
    static let selectWaiting = """
        \(select) WHERE channel = ? AND state = 'waiting' ORDER BY createdAtMs, sequence
        """
    /// The channels whose deliveries fail.
    ///
    /// Of each the oldest entry that waits after a failed attempt, or was abandoned without a later
    /// one being delivered.
    static let selectFailing = """
        SELECT o.channel, min(o.createdAtMs), max(o.state = 'gaveUp') FROM outbox o
        WHERE o.state IN ('waiting', 'gaveUp') AND CASE o.state
            WHEN 'waiting' THEN o.problem IS NOT NULL
            ELSE NOT EXISTS (
                SELECT 1 FROM outbox d
                WHERE d.state = 'delivered' AND d.createdAtMs > o.createdAtMs
                    AND d.channel = o.channel)
            END
        GROUP BY o.channel
        """

    static func entries(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [OutboxEntry] {
        try placed(sql, arguments, from: database).map(\.entry)
    }

    static func placed(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [Placed] {
        try UnreadableRows.all(sql, arguments, table: "outbox", from: database, placed)
    }

    static func placed(_ reader: inout RowReader) throws -> Placed {
        let sequence = try reader.next(Int64.self)
        let channel = try reader.next(String.self)
        let alertKey = try reader.next(String.self)
        let createdAt = try reader.nextInstant()
        let dueAt = try reader.nextInstant()
        let attempts = try reader.next(Int.self)
        let tried = try reader.next(Int.self)
        let refusals = try reader.next(Int.self)
        let state = try reader.nextCase(OutboxEntry.State.self)
        let problem = try reader.nextOptionalJSON(DeliveryProblem.self)
        let text = try reader.next(String.self)
        guard let notification = try? NotificationCoding.decode(Data(text.utf8)) else {
            throw RowProblem(table: "outbox", problem: "unreadable JSON")
        }
        var entry = OutboxEntry(
            channel: channel, notification: notification, alertKey: alertKey, createdAt: createdAt)
        entry.dueAt = dueAt
        entry.attempts = attempts
        entry.triedMilliseconds = tried
        entry.refusals = refusals
        entry.state = state
        entry.problem = problem
        return (sequence, entry)
    }
}
