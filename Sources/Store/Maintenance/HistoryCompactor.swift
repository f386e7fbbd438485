import Finance
import Foundation
import GRDB

/// Merges old changes into their results, a few in each transaction.
///
/// Of a row that exists one change is kept, which inserts it; of one that is gone none. Tokens from
/// before the merged changes are refused from then on.
struct HistoryCompactor {
    private static let selectPast = """
        SELECT sequence, kind, accountID, entity, event, day, dayBefore, atMs
        FROM change INDEXED BY change_past
        WHERE event <> 1 ORDER BY sequence LIMIT ?
        """
    private static let deletePast = "DELETE FROM change WHERE event <> 1 AND sequence <= ?"
    private static let selectBirths = """
        SELECT sequence, entity FROM change
        WHERE kind = ? AND accountID = ? AND sequence <= ? AND event = 1
        ORDER BY sequence
        """
    private static let updateDay = "UPDATE change SET day = ?, dayBefore = ? WHERE sequence = ?"
    private static let deleteBirth = "DELETE FROM change WHERE sequence = ?"
    private static let deleteAccess = """
        DELETE FROM accessGrant WHERE sequence < (
            SELECT max(n.sequence) FROM accessGrant n
            WHERE n.reader = accessGrant.reader AND n.accountID = accessGrant.accountID
                AND n.sequence <= ?)
        """
    private static let moveHorizon = "UPDATE history SET compactedTo = ? WHERE id = 1"

    private struct Stream: Hashable {
        let kind: Int
        let account: UUID
    }

    /// The last merged change of a row.
    private struct LastChange {
        let sequence: Int64
        let isDeletion: Bool
        let day: Int
    }

    private let database: Database
    private var end: Int64 = 0
    private var count = 0
    /// The rows whose insertion must be found, because they were deleted or their day changed.
    private var moved: [Stream: [DatabaseValue: LastChange]] = [:]

    private init(_ database: Database) { self.database = database }

    /// Merges up to `limit` changes before an instant.
    ///
    /// - Returns: how many changes were merged; 0 when nothing is left.
    static func fold(before milliseconds: Int64, limit: Int, in database: Database) throws -> Int {
        var compactor = HistoryCompactor(database)
        try compactor.collect(before: milliseconds, limit: limit)
        guard compactor.count > 0 else { return 0 }
        try compactor.fold()
        return compactor.count
    }

    /// Collects the oldest changes; insertions do not count.
    private mutating func collect(before milliseconds: Int64, limit: Int) throws {
        let statement = try database.cachedStatement(sql: Self.selectPast)
        for row in try Row.fetchAll(statement, arguments: [limit]) {
            guard (row["atMs"] as Int64) < milliseconds else { break }
            end = row["sequence"]
            count += 1
            note(row)
        }
    }

    private mutating func note(_ row: Row) {
        let stream = Stream(kind: row["kind"], account: row["accountID"])
        let change = LastChange(
            sequence: row["sequence"], isDeletion: row["event"] as Int == 3, day: row["day"])
        let hasMoved = change.isDeletion || row["day"] as Int != row["dayBefore"]
        let entity: DatabaseValue = row["entity"]
        // Changes of access have no insertion.
        guard stream.kind < 3, hasMoved || moved[stream]?[entity] != nil else { return }
        moved[stream, default: [:]][entity] = change
    }

    private func fold() throws {
        for (stream, things) in moved { try foldBirths(of: things, in: stream) }
        try database.run(Self.deletePast, [end])
        try database.run(Self.deleteAccess, [end])
        try database.run(Self.moveHorizon, [end])
    }

    private func foldBirths(of things: [DatabaseValue: LastChange], in stream: Stream) throws {
        for (entity, births) in try births(of: things, in: stream) {
            guard let last = things[entity], let newest = births.last else { continue }
            let isGone = last.isDeletion && newest < last.sequence
            for birth in isGone ? births : births.dropLast() {
                try database.run(Self.deleteBirth, [birth])
            }
            // A row that came back later has its day in that change.
            guard newest < last.sequence, !isGone else { continue }
            try database.run(Self.updateDay, [last.day, last.day, newest])
        }
    }

    /// When these rows were inserted, oldest first: one pass over the account.
    private func births(
        of things: [DatabaseValue: LastChange], in stream: Stream
    ) throws -> [DatabaseValue: [Int64]] {
        let rows = try database.rows(Self.selectBirths, [stream.kind, stream.account, end])
        var births: [DatabaseValue: [Int64]] = [:]
        while let row = try rows.next() {
            let entity: DatabaseValue = row[1]
            if things[entity] != nil { births[entity, default: []].append(row[0]) }
        }
        return births
    }
}
