import Finance
import Foundation
import GRDB

/// Where the history of a store begins and ends now.
struct HistoryState: Sendable, Hashable {
    /// The store's own identifier, which tokens carry.
    let store: UUID
    /// The number up to which changes were compacted.
    let compactedTo: Int64
    /// The number of the newest change.
    let head: Int64

    private static let select = """
        SELECT store, compactedTo,
            ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0)
        FROM history
        """

    /// Reads the state.
    static func read(from database: Database) throws -> HistoryState {
        guard let row = try Row.fetchOne(database.cachedStatement(sql: select)) else {
            throw RowProblem(table: "history", problem: "no row")
        }
        var reader = RowReader(row, table: "history")
        return HistoryState(
            store: try reader.next(), compactedTo: try reader.next(), head: try reader.next())
    }

    /// The number of the newest change alone.
    static func head(of database: Database) throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: selectHead)) ?? 0
    }

    private static let selectHead = "SELECT seq FROM sqlite_sequence WHERE name = 'change'"

    /// Whether a place can be gone on from: it is this store's, and not before what was compacted.
    func knows(_ place: HistoryPlace) -> Bool {
        let earliest = min(place.position, place.walk?.moment ?? .max)
        let latest = max(place.position, place.walk?.moment ?? 0)
        return place.store == store && earliest >= compactedTo && latest <= head
    }
}

extension HistoryState {
    /// Where reading goes on after a token; without one, at the walk over everything there is.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token of another store, stream or
    ///   reader, a damaged one, and one from before what was compacted.
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

/// The statements that read a stream.
enum HistoryStatements<Model: HistoryModel> {
    /// The changes of one account between two numbers, oldest first.
    static var changes: String {
        """
        SELECT \(HistoryRow<Model>.columns)
        FROM change c \(Model.historyJoin("c"))
        WHERE c.kind = \(Model.streamKind.rawValue) AND c.accountID = ?
            AND c.sequence > ? AND c.sequence <= ?
        ORDER BY c.sequence LIMIT ?
        """
    }

    /// Everything of one account that was there at a moment, as it was at that moment.
    ///
    /// The number of each row is the one at which the thing came (for the last time), so that the
    /// walk goes on from it; event and day are those of its last change up to the moment. Whether it
    /// went and came again is asked only where it has changed at all.
    static var everything: String {
        """
        SELECT \(Model.historyColumns), b.sequence, b.entity, b.accountID,
            coalesce(c.event, b.event), coalesce(c.day, b.day),
            coalesce(c.dayBefore, b.dayBefore), c.reason
        FROM change b
        LEFT JOIN change c ON c.sequence = (
            SELECT max(l.sequence) FROM change l
            WHERE l.entity = b.entity AND l.sequence > b.sequence AND l.sequence <= ?
                AND l.event <> 1 AND l.kind = b.kind AND l.accountID = b.accountID)
        \(Model.historyJoin("b"))
        WHERE b.kind = \(Model.streamKind.rawValue) AND b.accountID = ? AND b.event = 1
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
