import Alerts
import Finance
import Foundation
import GRDB

/// Adds entries to the outbox and stores the outcomes of attempts.
enum OutboxWriter {
    /// Adds entries; one whose channel and notification are already there is ignored, so that a
    /// repeated cycle sends nothing twice.
    ///
    /// Which of the new and the waiting ones later ones cover is decided by ``OutboxChange``.
    static func add(
        _ incoming: [OutboxEntry], in language: Language, to database: Database
    ) throws {
        guard let now = incoming.last?.createdAt else { return }
        let fresh = try incoming.filter { entry in
            try database.first(
                "SELECT 1 FROM outbox WHERE noticeID = ? AND channel = ?",
                [entry.notification.id, entry.channel]) as Int? == nil
        }
        let change = OutboxChange(
            [fresh], stored: try related(to: fresh, in: database), in: language, at: now)
        for key in change.merged {
            try database.run(
                """
                UPDATE outbox SET state = 'merged', turn = 0, endedAtMs = ?
                WHERE noticeID = ? AND channel = ?
                """, [now.milliseconds, key.notificationID, key.channel])
        }
        for entry in change.inserted { try insert(entry, at: now, into: database) }
    }

    /// The stored entries that affect new ones: those of alerts that end, and all that wait on a
    /// channel with too many.
    private static func related(
        to incoming: [OutboxEntry], in database: Database
    ) throws -> [OutboxEntry] {
        let crowded = try Dictionary(grouping: incoming, by: \.channel).filter { channel, new in
            let count = "SELECT count(*) FROM outbox WHERE channel = ? AND state = 'waiting'"
            let waiting: Int = try database.first(count, [channel]) ?? 0
            return waiting + new.count > OutboxOverflow.limit
        }
        let waiting = try crowded.keys.flatMap {
            try OutboxRow.entries(OutboxRow.selectWaiting, [$0], from: database)
        }
        let lines = Set(
            incoming.filter(\.notification.type.isOver).map { [$0.channel, $0.alertKey] })
        return try lines.reduce(into: waiting) { entries, line in
            let arguments = StatementArguments(line)
            if crowded[line[0]] == nil {
                entries += try OutboxRow.entries(OutboxRow.selectLine, arguments, from: database)
            }
            // The newest firing decides, so one that was sent has to be among them: an older
            // abandoned one does not matter then.
            let past = try OutboxRow.entries(OutboxRow.selectPastFire, arguments, from: database)
            entries += past
            guard let fire = past.first, fire.state == .gaveUp else { return }
            let since = arguments + [fire.createdAt.milliseconds]
            entries += try OutboxRow.entries(OutboxRow.selectSentReminder, since, from: database)
        }
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
            if let place = try UnreadableRows.read(row, table: "outbox", OutboxRow.placed) {
                due.append(place)
            } else {
                unreadable.append(row[0])
            }
        }
        let problem = DeliveryProblem.unreadable(
            fix: "check the state folder with 'saldovakt doctor'")
        for sequence in unreadable {
            try giveUp("sequence = ?", [sequence], problem, at: now, in: database)
        }
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

    /// Ends the entries that a condition selects, undelivered.
    static func giveUp(
        _ condition: String, _ values: StatementArguments, _ problem: DeliveryProblem,
        at now: Date, in database: Database
    ) throws {
        try database.run(
            """
            UPDATE outbox SET state = 'gaveUp', turn = 0, problem = ?, endedAtMs = ?
            WHERE \(condition)
            """, [StoredJSON.encode(problem), now.milliseconds] + values)
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

    private static func insert(
        _ entry: OutboxEntry, at now: Date, into database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO outbox (
                noticeID, channel, alertKey, type, createdAtMs, dueAtMs, attempts, triedMs,
                refusals, state, turn, problem, endedAtMs)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            ON CONFLICT (noticeID, channel) DO NOTHING
            """,
            [
                entry.notification.id, entry.channel, entry.alertKey,
                entry.notification.type.rawValue, entry.createdAt.milliseconds,
                entry.dueAt.milliseconds, entry.attempts, entry.triedMilliseconds, entry.refusals,
                entry.state.rawValue, entry.problem.map { try StoredJSON.encode($0) },
                entry.state == .waiting ? nil : now.milliseconds,
            ])
        guard database.changesCount == 1 else { return }
        // In the published form, ready to be sent.
        try database.run(
            "INSERT INTO outboxNotice (sequence, notice) VALUES (?, ?)",
            [database.lastInsertedRowID, NotificationCoding.text(entry.notification)])
    }
}
