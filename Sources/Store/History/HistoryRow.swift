import Finance
import Foundation
import GRDB

/// A row of the table of changes, with what it is about if that can still be read.
struct HistoryRow<Model: HistoryModel> {
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

    /// Reads the row with ``columns`` on which a statement stands.
    init(_ statement: Statement) throws {
        var reader = RowReader(statement, table: "change", from: Model.historyColumnCount)
        sequence = try reader.next()
        id = try Model.identifier(&reader)
        guard let event = Event(rawValue: try reader.next(Int.self)) else {
            throw RowProblem(table: "change", problem: "an unknown event")
        }
        self.event = event
        day = try reader.next()
        dayBefore = try reader.next()
        reason = try reader.next(String?.self).flatMap(DeletionReason.init(rawValue:))
        var columns = RowReader(statement, table: Model.historyTable)
        model = columns.isNull ? nil : try Model.read(&columns)
    }
}
