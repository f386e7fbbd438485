import Alerts
import Foundation
import GRDB

/// Adds entries to the outbox and notes what became of them.
enum OutboxWriter {
    private static let insert = """
        INSERT INTO outbox (
            noticeID, channel, alertKey, type, createdAtMs, dueAtMs, attempts, state, turn,
            problem)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
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
            turn = (turn <> 0 AND ? = 'waiting')
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
                    result.state.rawValue, result.noticeID, result.channel,
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
            entry.attempts, entry.state.rawValue, entry.problem.map { try StoredJSON.encode($0) },
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
