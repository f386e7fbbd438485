import Alerts
import Foundation
import GRDB

/// Marks many notices as delivered with two statements, however many there are.
enum DeliveredNotices {
    private static let mark = """
        UPDATE outbox SET state = 'delivered', turn = 0, problem = NULL, endedAtMs = ?
        WHERE channel = ? AND +turn = 2 AND noticeID IN (SELECT value FROM json_each(?))
        """
    /// Gives the turn to the next of each line; each had one notice under way, which has ended.
    private static let settle = """
        UPDATE outbox SET turn = 1 WHERE sequence IN (
            SELECT (
                SELECT w.sequence FROM outbox w
                WHERE w.channel = d.channel AND w.alertKey = d.alertKey AND w.state = 'waiting'
                ORDER BY w.createdAtMs, w.sequence LIMIT 1)
            FROM outbox d
            WHERE d.channel = ? AND d.noticeID IN (SELECT value FROM json_each(?)))
        """
    /// From how many on the two statements cost less than one for each notice.
    private static let fewest = 4

    private struct Group: Hashable {
        let channel: String
        let at: Date?
    }

    /// Marks what was delivered.
    ///
    /// - Returns: the results that have to be noted one by one.
    static func note(_ results: [OutboxResult], in database: Database) throws -> [OutboxResult] {
        guard results.count >= fewest else { return results }
        var others: [OutboxResult] = []
        var groups: [Group: [OutboxResult]] = [:]
        for result in results {
            if result.state == .delivered, result.problem == nil {
                groups[Group(channel: result.channel, at: result.at), default: []].append(result)
            } else {
                others.append(result)
            }
        }
        for (group, results) in groups {
            let isDone = try results.count >= fewest && mark(results, of: group, in: database)
            if !isDone { others += results }
        }
        return others
    }

    /// Whether all of these were under way; the others are to be looked at one by one.
    private static func mark(
        _ results: [OutboxResult], of group: Group, in database: Database
    ) throws -> Bool {
        let list = try list(of: results)
        try database.cachedStatement(sql: mark).execute(
            arguments: [group.at.map(StoredInstant.milliseconds), group.channel, list])
        guard database.changesCount == results.count else { return false }
        try database.cachedStatement(sql: settle).execute(arguments: [group.channel, list])
        return true
    }

    /// The identifiers as a list in JSON; ours have nothing to escape.
    private static func list(of results: [OutboxResult]) throws -> String {
        var text = "["
        for result in results {
            guard result.noticeID.utf8.allSatisfy(isPlain) else {
                return try StoredJSON.encode(results.map(\.noticeID))
            }
            text += text.utf8.count == 1 ? "\"" : ",\""
            text += result.noticeID
            text += "\""
        }
        return text + "]"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
