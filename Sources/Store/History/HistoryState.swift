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
