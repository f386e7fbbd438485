import Finance
import Foundation
import GRDB

/// Folds old changes into what they came to, a few in each transaction.
///
/// Of a thing that is there stays the one row that says so; of one that is gone nothing. Tokens
/// from before the folded changes are refused from then on.
enum HistoryCompactor {
    private static let selectPast = """
        SELECT sequence, kind, accountID, entity, atMs FROM change INDEXED BY change_past
        WHERE event <> 1 ORDER BY sequence LIMIT ?
        """
    private static let selectLast = """
        SELECT sequence, event, day FROM change
        WHERE entity = ? AND sequence <= ? AND kind = ? AND accountID = ?
        ORDER BY sequence DESC LIMIT 1
        """
    private static let selectBirth = """
        SELECT sequence FROM change
        WHERE entity = ? AND sequence <= ? AND kind = ? AND accountID = ? AND event = 1
        ORDER BY sequence DESC LIMIT 1
        """
    private static let updateDay = "UPDATE change SET day = ?, dayBefore = ? WHERE sequence = ?"
    private static let delete = """
        DELETE FROM change
        WHERE entity = ? AND sequence <= ? AND kind = ? AND accountID = ? AND sequence <> ?
        """
    private static let deleteAccess = """
        DELETE FROM accessGrant WHERE sequence < (
            SELECT max(n.sequence) FROM accessGrant n
            WHERE n.reader = accessGrant.reader AND n.accountID = accessGrant.accountID
                AND n.sequence <= ?)
        """
    private static let moveHorizon = "UPDATE history SET compactedTo = ? WHERE id = 1"

    /// Something that changed.
    private struct Subject: Hashable {
        let kind: Int
        let account: UUID
        let entity: DatabaseValue
    }

    /// Folds up to `limit` changes from before an instant.
    ///
    /// - Returns: how many changes were folded; 0 when nothing is left to fold.
    static func fold(before milliseconds: Int64, limit: Int, in database: Database) throws -> Int {
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: selectPast), arguments: [limit])
        var subjects: Set<Subject> = []
        var end: Int64 = 0
        var count = 0
        for row in rows {
            guard (row["atMs"] as Int64) < milliseconds else { break }
            end = row["sequence"]
            subjects.insert(
                Subject(kind: row["kind"], account: row["accountID"], entity: row["entity"]))
            count += 1
        }
        guard count > 0 else { return 0 }
        for subject in subjects { try fold(subject, to: end, in: database) }
        try database.cachedStatement(sql: deleteAccess).execute(arguments: [end])
        try database.cachedStatement(sql: moveHorizon).execute(arguments: [end])
        return count
    }

    private static func fold(_ subject: Subject, to end: Int64, in database: Database) throws {
        let place: StatementArguments = [subject.entity, end, subject.kind, subject.account]
        let last = try Row.fetchOne(
            database.cachedStatement(sql: selectLast), arguments: place)
        guard let last else { return }
        var kept: Int64 = 0
        if subject.kind < 3, last["event"] as Int != 3 {
            kept =
                try Int64.fetchOne(
                    database.cachedStatement(sql: selectBirth), arguments: place) ?? 0
            let day: Int = last["day"]
            try database.cachedStatement(sql: updateDay).execute(arguments: [day, day, kept])
        }
        try database.cachedStatement(sql: delete).execute(arguments: place + [kept])
    }
}
