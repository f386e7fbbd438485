import Finance
import Foundation
import GRDB

/// A row of the table of changes, with what it is about if that can still be read.
struct HistoryRow<Model: HistoryModel>: FetchableRecord {
    /// What happened; the raw values are those of the table.
    enum Event: Int {
        /// It came.
        case inserted = 1
        /// It looked different.
        case updated = 2
        /// It went.
        case deleted = 3
    }

    /// The number in the sequence.
    let sequence: Int64
    /// The identifier of what changed.
    let id: UUID
    /// What happened.
    let event: Event
    /// The number of its day afterwards.
    let day: Int
    /// The number of its day before.
    let dayBefore: Int
    /// Why it went.
    let reason: DeletionReason?
    /// The thing as it is now, or was at its end; `nil` if nothing is kept of it.
    let model: Model?

    /// The columns that are read, after those of the model.
    static var columns: String {
        "\(Model.historyColumns), c.sequence, c.entity, c.accountID, c.event, c.day, "
            + "c.dayBefore, c.reason"
    }

    /// Reads a row with ``columns``.
    init(row: Row) throws {
        var reader = RowReader(row, table: "change", from: Model.historyColumnCount)
        sequence = try reader.next()
        id = try Model.identifier(&reader)
        guard let event = Event(rawValue: try reader.next(Int.self)) else {
            throw RowProblem(table: "change", problem: "an unknown event")
        }
        self.event = event
        day = try reader.next()
        dayBefore = try reader.next()
        reason = try reader.next(String?.self).flatMap(DeletionReason.init(rawValue:))
        var columns = RowReader(row, table: Model.historyTable)
        model = columns.isNull ? nil : try UnreadableRows.read { try Model.read(&columns) }
    }
}

/// What one reading of a stream gives.
struct HistoryPage<Model: HistoryModel>: Sendable {
    /// What has come.
    var inserted: [Model] = []
    /// What looks different.
    var updated: [Model] = []
    /// What has gone.
    var deleted: [UUID] = []
    /// Why it has gone.
    var reasons: [UUID: DeletionReason] = [:]
    /// Where the next reading goes on.
    var place: HistoryPlace
    /// Whether there was nothing more to tell.
    var isCaughtUp = false

    /// Starts with nothing.
    init(at place: HistoryPlace) {
        self.place = place
    }

    /// Whether nothing is told.
    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// The changes as readers get them.
    var changes: HistoryChanges<Model> {
        HistoryChanges(
            inserted: inserted, updated: updated, deleted: deleted, deletionReasons: reasons,
            newToken: HistoryToken(place))
    }

    /// Tells that something is gone for the reader.
    mutating func delete(_ id: UUID, _ reason: DeletionReason) {
        deleted.append(id)
        reasons[id] = reason
    }
}
