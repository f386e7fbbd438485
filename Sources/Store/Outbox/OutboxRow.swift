import Alerts
import Foundation
import GRDB

/// Outbox entries from their table.
enum OutboxRow {
    /// The columns in the order in which ``entry(_:)`` reads them.
    static let columns = """
        sequence, channel, alertKey, createdAtMs, dueAtMs, attempts, triedMs, refusals, state, problem,
        \(text)
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
        let tried = try reader.next(Int.self)
        let refusals = try reader.next(Int.self)
        let state = try reader.nextCase(OutboxEntry.State.self)
        let problem = try reader.nextOptionalJSON(DeliveryProblem.self)
        var entry = OutboxEntry(
            channel: channel, notice: try notice(&reader), alertKey: alertKey,
            createdAt: createdAt)
        entry.dueAt = dueAt
        entry.attempts = attempts
        entry.triedMilliseconds = tried
        entry.refusals = refusals
        entry.state = state
        entry.problem = problem
        return (sequence, entry)
    }

    /// The columns in the order in which ``parcel(_:attempts:)`` reads them.
    static let parcelColumns = """
        sequence, channel, noticeID, createdAtMs, attempts, triedMs, refusals, \(text)
        """

    /// The notice of a row; a table of its own has it.
    private static let text = """
        (SELECT n.notice FROM outboxNotice n WHERE n.sequence = outbox.sequence) AS notice
        """

    /// Reads what is to be sent from a row with ``parcelColumns``; the attempt that begins is counted.
    static func parcel(_ row: Row) throws -> (sequence: Int64, parcel: Parcel) {
        var reader = RowReader(row, table: "outbox")
        let sequence = try reader.next(Int64.self)
        let channel = try reader.next(String.self)
        let noticeID = try reader.next(String.self)
        let createdAt = try reader.nextInstant()
        let attempts = try reader.next(Int.self)
        let tried = try reader.next(Int.self)
        let refusals = try reader.next(Int.self)
        var published = try row.withUnsafeData(atIndex: 7) { $0.map { Array($0) } ?? [] }
        if !isPublished(published) {
            published = NoticeCoding.bytes(try notice(&reader))
        }
        let parcel = Parcel(
            channel: channel, noticeID: noticeID, createdAt: createdAt, attempts: attempts + 1,
            triedMilliseconds: tried, refusals: refusals, published: published)
        return (sequence, parcel)
    }

    /// The next column as a notice.
    private static func notice(_ reader: inout RowReader) throws -> Notice {
        let text = try reader.next(String.self)
        do {
            if !isPublished(text.utf8) { return try StoredJSON.decode(text) }
            return try NoticeCoding.decode(Data(text.utf8))
        } catch {
            throw RowProblem(table: "outbox", problem: "unreadable JSON")
        }
    }

    /// Whether these are the bytes of ``NoticeCoding``; older versions stored a form of their own,
    /// whose members are in the order of the alphabet.
    private static func isPublished(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: #"{"type":"#.utf8)
    }
}
