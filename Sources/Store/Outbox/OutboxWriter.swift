import Alerts
import Foundation
import GRDB

/// Adds entries to the outbox and notes what became of them.
enum OutboxWriter {
    private static let insert = """
        INSERT INTO outbox (
            noticeID, channel, alertKey, type, createdAtMs, dueAtMs, attempts, triedMs, refusals,
            state, turn, problem)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
        ON CONFLICT (noticeID, channel) DO NOTHING
        """
    private static let insertNotice = """
        INSERT INTO outboxNotice (sequence, notice) VALUES (?, ?)
        """
    private static let selectKnown = """
        SELECT 1 FROM outbox WHERE noticeID = ? AND channel = ?
        """
    private static let merge = """
        UPDATE outbox SET state = 'merged', turn = 0 WHERE noticeID = ? AND channel = ?
        """
    private static let take = """
        UPDATE outbox SET attempts = attempts + 1, turn = 2
        WHERE sequence IN (SELECT value FROM json_each(?))
        """
    private static let finish = """
        UPDATE outbox
        SET state = ?, dueAtMs = coalesce(?, dueAtMs), problem = ?, endedAtMs = ?,
            turn = (turn <> 0 AND ? = 'waiting'), triedMs = ?, refusals = ?
        WHERE noticeID = ? AND channel = ?
        RETURNING alertKey
        """

    /// Adds entries; one whose notice is already there for its channel is left as it is, so that
    /// a repeated cycle tells nothing twice.
    ///
    /// A resolve is first merged with what still waits of its alert; see ``OutboxMerge``.
    static func add(_ incoming: [OutboxEntry], to database: Database) throws {
        guard !incoming.isEmpty else { return }
        let collapsed = try collapse(incoming, in: database)
        for key in collapsed.merged {
            try database.cachedStatement(sql: merge)
                .execute(arguments: [key.noticeID, key.channel])
        }
        var lines = Set(incoming.map(\.line))
        for entry in collapsed.incoming {
            try insert(entry, into: database)
            lines.insert(entry.line)
        }
        for line in lines { try OutboxLine.settle(line, in: database) }
        for channel in Set(incoming.map(\.channel)) {
            try OutboxKeeper.shorten(channel, in: database)
        }
    }

    /// Counts one more attempt for each of these places in the outbox, which are under way then.
    static func take(_ sequences: [Int64], in database: Database) throws {
        let list = "[" + sequences.map(String.init).joined(separator: ",") + "]"
        try database.cachedStatement(sql: take).execute(arguments: [list])
    }

    /// Notes results; one of an entry that is not there changes nothing.
    static func note(_ results: [OutboxResult], in database: Database) throws {
        let statement = try database.cachedStatement(sql: finish)
        var lines: Set<OutboxLine.Key> = []
        for result in try DeliveredNotices.note(results, in: database) {
            let alertKey = try String.fetchOne(
                statement,
                arguments: [
                    result.state.rawValue, result.dueAt.map(StoredInstant.milliseconds),
                    result.problem.map { try StoredJSON.encode($0) },
                    result.state == .waiting ? nil : result.at.map(StoredInstant.milliseconds),
                    result.state.rawValue, result.triedMilliseconds, result.refusals,
                    result.noticeID, result.channel,
                ])
            guard let alertKey else { continue }
            lines.insert(.init(channel: result.channel, alertKey: alertKey))
            try FailedAttemptRow.add(result, to: database)
        }
        try OutboxKeeper.noteDeliveries(results, in: database)
        for line in lines { try OutboxLine.settle(line, in: database) }
    }

    /// Inserts one entry, unless its notice is there for its channel.
    static func insert(_ entry: OutboxEntry, into database: Database) throws {
        try database.cachedStatement(sql: insert).execute(arguments: [
            entry.notice.id, entry.channel, entry.alertKey, entry.notice.type.rawValue,
            StoredInstant.milliseconds(entry.createdAt), StoredInstant.milliseconds(entry.dueAt),
            entry.attempts, entry.triedMilliseconds, entry.refusals, entry.state.rawValue,
            entry.problem.map { try StoredJSON.encode($0) },
        ])
        guard database.changesCount == 1 else { return }
        // In the published form, ready to be sent.
        try database.cachedStatement(sql: insertNotice).execute(
            arguments: [database.lastInsertedRowID, NoticeCoding.text(entry.notice)])
    }

    /// Merges the entries that are new with what waits; only resolves need a look at the line.
    private static func collapse(
        _ incoming: [OutboxEntry], in database: Database
    ) throws -> OutboxMerge.Result {
        let resolves = incoming.filter { $0.notice.type.isResolve }
        guard !resolves.isEmpty else {
            return OutboxMerge.collapse(waiting: [], incoming: incoming)
        }
        let fresh = try incoming.filter { entry in
            try Int.fetchOne(
                database.cachedStatement(sql: selectKnown),
                arguments: [entry.notice.id, entry.channel]) == nil
        }
        // The newest firing decides, so one that was told has to be among them: an older one
        // that was given up says nothing about it.
        let waiting = try Set(resolves.map(\.line)).flatMap {
            try OutboxReader.line($0, from: database)
        }
        return OutboxMerge.collapse(waiting: waiting, incoming: fresh)
    }
}

extension OutboxEntry {
    /// The line in which it waits.
    var line: OutboxLine.Key { .init(channel: channel, alertKey: alertKey) }
}

extension Notice.Kind {
    /// Whether it tells that something is over.
    fileprivate var isResolve: Bool { self == .resolved || self == .healthResolved }
}

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
