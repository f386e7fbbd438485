import Finance
import Foundation
import GRDB

/// A row of the table of changes, with the model it refers to if that can still be read.
struct HistoryRow<Model: StoredModel> {
    /// The kind of change; the raw values are those of the table.
    enum Event: Int {
        case inserted = 1
        case updated = 2
        case deleted = 3
    }

    let sequence: Int64
    let id: UUID
    let event: Event
    /// The number of its day after the change.
    let day: Int
    let dayBefore: Int
    let reason: DeletionReason?
    /// The model as it is now, or was at its end; `nil` if nothing is kept of it.
    let model: Model?

    private init(_ row: Row) throws {
        var reader = RowReader(row, table: "change")
        sequence = try reader.next()
        id = try Model.identifier(&reader)
        guard let event = Event(rawValue: try reader.next(Int.self)) else {
            throw RowProblem(table: "change", problem: "an unknown event")
        }
        self.event = event
        day = try reader.next()
        dayBefore = try reader.next()
        reason = try reader.next(String?.self).flatMap(DeletionReason.init(rawValue:))
        reader.table = Model.table
        model = reader.isNull ? nil : try UnreadableRows.read { try Model.read(&reader) }
    }

    static func fetch(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [HistoryRow] {
        try Array(database.rows(sql, arguments).map(HistoryRow.init))
    }

    /// The changes of one account between two sequence numbers, oldest first.
    static var changes: String {
        changes(where: "c.accountID = ? AND c.sequence > ? AND c.sequence <= ?") + " LIMIT ?"
    }

    /// All changes of that kind up to a sequence number, oldest first.
    static var allChanges: String { changes(where: "c.sequence <= ?") }

    private static func changes(where condition: String) -> String {
        """
        SELECT c.sequence, c.entity, c.accountID, c.event, c.day, c.dayBefore, c.reason,
            \(Model.columns)
        FROM change c LEFT JOIN \(Model.table) r ON \(Model.isOf("c"))
        WHERE c.kind = \(Model.dataType.number) AND \(condition)
        ORDER BY c.sequence
        """
    }

    /// All rows of one account that existed at a moment, as they were then.
    ///
    /// The sequence number of each row is that of its (last) insertion, from which the pass
    /// continues; event and day are those of its last change up to the moment. Deletion and return
    /// are checked only for rows that have changed.
    static var everything: String {
        """
        SELECT b.sequence, b.entity, b.accountID, coalesce(c.event, b.event),
            coalesce(c.day, b.day), coalesce(c.dayBefore, b.dayBefore), c.reason, \(Model.columns)
        FROM change b
        LEFT JOIN change c ON c.sequence = (
            SELECT max(l.sequence) FROM change l
            WHERE l.entity = b.entity AND l.sequence > b.sequence AND l.sequence <= ?
                AND l.event <> 1 AND l.kind = b.kind AND l.accountID = b.accountID)
        LEFT JOIN \(Model.table) r ON \(Model.isOf("b"))
        WHERE b.kind = \(Model.dataType.number) AND b.accountID = ? AND b.event = 1
            AND b.sequence > ? AND b.sequence <= ?
            AND (c.sequence IS NULL OR NOT EXISTS (
                SELECT 1 FROM change y
                WHERE y.entity = b.entity AND y.sequence > b.sequence AND y.sequence <= ?
                    AND y.event <> 1 AND y.event = 3 AND y.kind = b.kind
                    AND y.accountID = b.accountID))
        ORDER BY b.sequence LIMIT ?
        """
    }
}

/// Where the history of a store begins and ends.
struct HistoryState: Sendable {
    /// The store's own identifier, which tokens carry.
    let store: UUID
    /// The sequence number up to which changes were compacted.
    let compactedTo: Int64
    /// The sequence number of the newest change.
    let head: Int64

    static func read(from database: Database) throws -> HistoryState {
        let sql = "SELECT store, compactedTo FROM history"
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql)) else {
            throw RowProblem(table: "history", problem: "no row")
        }
        var reader = RowReader(row, table: "history")
        return HistoryState(
            store: try reader.next(), compactedTo: try reader.next(), head: try head(of: database))
    }

    /// The sequence number of the newest change.
    static func head(of database: Database) throws -> Int64 {
        try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    }

    /// Whether reading can continue from a place: it is of this store, and not in compacted
    /// history.
    func knows(_ place: HistoryPlace) -> Bool {
        let earliest = min(place.position, place.walk?.moment ?? .max)
        let latest = max(place.position, place.walk?.moment ?? 0)
        return place.store == store && earliest >= compactedTo && latest <= head
    }

    /// Returns where reading continues after a token; without one, at the pass over all rows.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a damaged token, one of another store,
    ///   stream or reader, and one in compacted history.
    func place(
        of token: HistoryToken?, stream: HistoryStream, reader: ReaderName?
    ) throws -> HistoryPlace {
        guard let token else {
            return HistoryPlace(
                store: store, stream: stream, reader: reader, position: head,
                walk: HistoryPlace.Walk(moment: head, access: nil))
        }
        guard let place = token.place, place.stream == stream, place.reader == reader, knows(place)
        else { throw FinanceError.historyTokenInvalid }
        return place
    }
}
