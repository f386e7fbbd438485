import Alerts
import GRDB

/// Outbox entries from their table.
enum OutboxRow {
    /// The columns in the order in which ``entry(_:)`` reads them.
    static let columns = """
        sequence, channel, alertKey, createdAtMs, dueAtMs, attempts, state, problem, notice
        """

    /// Reads the entry of a row with ``columns``, and the number of its place in the outbox.
    static func entry(_ row: Row) throws -> (sequence: Int64, entry: OutboxEntry) {
        var reader = RowReader(row, table: "outbox")
        return try entry(&reader)
    }

    /// Reads the entry of the next columns, which are ``columns``.
    static func entry(
        _ reader: inout RowReader
    ) throws -> (sequence: Int64, entry: OutboxEntry) {
        let sequence = try reader.next(Int64.self)
        let channel = try reader.next(String.self)
        let alertKey = try reader.next(String.self)
        let createdAt = try reader.nextInstant()
        let dueAt = try reader.nextInstant()
        let attempts = try reader.next(Int.self)
        let state = try reader.nextCase(OutboxEntry.State.self)
        let problem = try reader.nextOptionalJSON(DeliveryProblem.self)
        var entry = OutboxEntry(
            channel: channel, notice: try reader.nextJSON(), alertKey: alertKey,
            createdAt: createdAt)
        entry.dueAt = dueAt
        entry.attempts = attempts
        entry.state = state
        entry.problem = problem
        return (sequence, entry)
    }
}
