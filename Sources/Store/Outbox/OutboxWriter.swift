import Alerts
import Finance
import Foundation
import GRDB

/// Adds entries to the outbox and stores the outcomes of attempts.
enum OutboxWriter {
    /// Adds entries; one whose channel and notification are already there is ignored, so that a
    /// repeated cycle sends nothing twice.
    ///
    /// A resolve is first merged with the waiting entries of its alert; see ``OutboxMerge``.
    static func add(
        _ incoming: [OutboxEntry], in language: Language, to database: Database
    ) throws {
        guard let now = incoming.last?.createdAt else { return }
        let collapsed = try collapse(incoming, in: database)
        for key in collapsed.merged {
            try database.run(
                """
                UPDATE outbox SET state = 'merged', turn = 0, endedAtMs = ?
                WHERE noticeID = ? AND channel = ?
                """, [now.milliseconds, key.notificationID, key.channel])
        }
        for entry in collapsed.incoming { try insert(entry, into: database) }
        for channel in Set(incoming.map(\.channel)) { try shorten(channel, language, in: database) }
    }

    /// Takes due entries of a channel, oldest first, and counts the attempt that begins.
    static func take(
        _ channel: String, at now: Date, limit: Int, in database: Database
    ) throws -> [OutboxEntry] {
        let rows = try database.rows(
            OutboxRow.selectDue, [channel, now.milliseconds, max(0, limit)])
        var due: [OutboxRow.Placed] = []
        var unreadable: [Int64] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "outbox")
            if let place = try UnreadableRows.read({ try OutboxRow.placed(&reader) }) {
                due.append(place)
            } else {
                unreadable.append(row[0])
            }
        }
        for sequence in unreadable { try giveUp(sequence, at: now, in: database) }
        guard !due.isEmpty else { return [] }
        FaultPoint.beforeAttemptMark.pass()
        try database.run(
            """
            UPDATE outbox SET attempts = attempts + 1, turn = 2
            WHERE sequence IN (SELECT value FROM json_each(?))
            """, [try StoredJSON.encode(due.map(\.sequence))])
        due.sort { ($0.entry.createdAt, $0.sequence) < ($1.entry.createdAt, $1.sequence) }
        return due.map { place in
            var entry = place.entry
            entry.attempts += 1
            return entry
        }
    }

    /// Ends an entry whose notification can't be read.
    private static func giveUp(_ sequence: Int64, at now: Date, in database: Database) throws {
        let problem = DeliveryProblem.unreadable(
            fix: "check the state folder with 'saldovakt doctor'")
        try database.run(
            """
            UPDATE outbox SET state = 'gaveUp', turn = 0, problem = ?, endedAtMs = ?
            WHERE sequence = ?
            """, [StoredJSON.encode(problem), now.milliseconds, sequence])
    }

    /// Makes entries that were under way when the last process ended available again.
    static func giveBackTurns(in database: Database) throws {
        try database.execute(sql: "UPDATE outbox SET turn = 1 WHERE turn <> 0 AND turn = 2")
    }

    /// Stores results; one of a missing entry changes nothing.
    static func note(_ results: [OutboxResult], in database: Database) throws {
        var deliveries: [String: Date] = [:]
        for result in results {
            try database.run(
                """
                UPDATE outbox
                SET state = ?, dueAtMs = coalesce(?, dueAtMs), problem = ?, endedAtMs = ?,
                    turn = (turn <> 0 AND ? = 'waiting'), triedMs = ?, refusals = ?
                WHERE noticeID = ? AND channel = ?
                """,
                [
                    result.state.rawValue, result.dueAt?.milliseconds,
                    result.problem.map { try StoredJSON.encode($0) },
                    result.state == .waiting ? nil : result.at?.milliseconds,
                    result.state.rawValue, result.triedMilliseconds, result.refusals,
                    result.notificationID, result.channel,
                ])
            guard database.changesCount == 1 else { continue }
            try FailedAttemptRow.add(result, to: database)
            if result.state == .delivered, let at = result.at {
                deliveries[result.channel] = max(at, deliveries[result.channel] ?? at)
            }
        }
        for (channel, at) in deliveries {
            try database.run(
                """
                INSERT INTO channelState (channel, deliveredAtMs) VALUES (?, ?)
                ON CONFLICT (channel) DO UPDATE SET deliveredAtMs = excluded.deliveredAtMs
                """, [channel, at.milliseconds])
        }
    }

    /// Marks entries as reported on another channel.
    static func report(_ keys: [OutboxKey], in database: Database) throws {
        for key in keys {
            try database.run(
                "UPDATE outbox SET isReported = 1 WHERE noticeID = ? AND channel = ?",
                [key.notificationID, key.channel])
        }
    }

    /// Makes notifications due at once, abandoned ones too.
    static func retry(_ notificationIDs: [String], in database: Database) throws {
        for id in notificationIDs {
            try database.run(
                """
                UPDATE outbox SET state = 'waiting', dueAtMs = createdAtMs, isReported = 0,
                    endedAtMs = NULL, triedMs = 0, refusals = 0
                WHERE noticeID = ? AND state IN ('waiting', 'gaveUp') AND turn <> 2
                """, [id])
        }
    }

    /// Inserts one entry, unless its channel and notification are already there.
    static func insert(_ entry: OutboxEntry, into database: Database) throws {
        try database.run(
            """
            INSERT INTO outbox (
                noticeID, channel, alertKey, type, createdAtMs, dueAtMs, attempts, triedMs,
                refusals, state, turn, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
            ON CONFLICT (noticeID, channel) DO NOTHING
            """,
            [
                entry.notification.id, entry.channel, entry.alertKey,
                entry.notification.type.rawValue, entry.createdAt.milliseconds,
                entry.dueAt.milliseconds, entry.attempts, entry.triedMilliseconds, entry.refusals,
                entry.state.rawValue, entry.problem.map { try StoredJSON.encode($0) },
            ])
        guard database.changesCount == 1 else { return }
        // In the published form, ready to be sent.
        try database.run(
            "INSERT INTO outboxNotice (sequence, notice) VALUES (?, ?)",
            [database.lastInsertedRowID, NotificationCoding.text(entry.notification)])
    }

    /// Merges new entries with waiting ones; only resolves need to read the waiting ones.
    private static func collapse(
        _ incoming: [OutboxEntry], in database: Database
    ) throws -> OutboxMerge.Result {
        let resolves = incoming.filter {
            $0.notification.type == .resolved || $0.notification.type == .healthResolved
        }
        guard !resolves.isEmpty else {
            return OutboxMerge.collapse(waiting: [], incoming: incoming)
        }
        let fresh = try incoming.filter { entry in
            try database.first(
                "SELECT 1 FROM outbox WHERE noticeID = ? AND channel = ?",
                [entry.notification.id, entry.channel]) as Int? == nil
        }
        // The newest firing decides, so one that was sent has to be among them: an older abandoned
        // one does not matter then.
        let waiting = try Set(resolves.map { [$0.channel, $0.alertKey] }).flatMap { line in
            let arguments = StatementArguments(line)
            return try OutboxRow.entries(OutboxRow.selectLine, arguments, from: database)
                + OutboxRow.entries(OutboxRow.selectPastFire, arguments, from: database)
        }
        return OutboxMerge.collapse(waiting: waiting, incoming: fresh)
    }
}

// Overflow: the oldest entries of a channel that can't be reached are merged.
extension OutboxWriter {
    /// Merges the oldest waiting entries of a channel if there are too many.
    private static func shorten(
        _ channel: String, _ language: Language, in database: Database
    ) throws {
        var count: Int =
            try database.first(
                "SELECT count(*) FROM outbox WHERE channel = ? AND state = 'waiting'", [channel])
            ?? 0
        guard count > OutboxOverflow.limit else { return }
        while case let excess = OutboxOverflow.excess(waiting: count), excess > 0 {
            let merged = try mergeOldest(of: channel, excess, language, in: database)
            guard merged > 1 else { return }
            count -= merged - 1
        }
    }

    /// Merges some of the oldest entries into one; returns how many there were.
    ///
    /// An older digest is merged first: it is as old as its oldest entry.
    private static func mergeOldest(
        of channel: String, _ limit: Int, _ language: Language, in database: Database
    ) throws -> Int {
        let key = OutboxOverflow.alertKey(of: channel)
        let digests = try OutboxRow.placed(OutboxRow.selectDigest, [channel, key], from: database)
        let oldest =
            try digests
            + OutboxRow.placed(
                OutboxRow.selectOldest, [channel, key, max(0, limit - digests.count)],
                from: database)
        guard oldest.count > 1, let last = oldest.last,
            let digest = OutboxOverflow.digest(
                of: oldest.map(\.entry), in: language, at: last.entry.createdAt)
        else { return 0 }
        for place in oldest {
            try database.run(
                "UPDATE outbox SET state = 'merged', turn = 0, endedAtMs = ? WHERE sequence = ?",
                [last.entry.createdAt.milliseconds, place.sequence])
        }
        try insert(digest, into: database)
        return oldest.count
    }
}
