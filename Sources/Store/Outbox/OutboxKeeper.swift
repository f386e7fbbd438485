import Alerts
import Foundation
import GRDB

/// Keeps the outbox short and its dead ends visible.
enum OutboxKeeper {
    private static let countWaiting = """
        SELECT count(*) FROM outbox WHERE channel = ? AND state = 'waiting'
        """
    /// The former digest of a channel, if it waits and nobody can have seen it.
    static let selectDigest = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE channel = ? AND alertKey = ? AND state = 'waiting' AND attempts = 0
        """
    /// The oldest entries of a channel that wait and that nobody can have seen, but for its digest.
    static let selectOldest = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE channel = ? AND state = 'waiting' AND attempts = 0 AND alertKey <> ?
        ORDER BY createdAtMs, sequence LIMIT ?
        """
    /// The given-up entries of which nobody was told, oldest first.
    static let selectUnreported = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE state = 'gaveUp' AND isReported = 0 ORDER BY createdAtMs, sequence LIMIT ?
        """
    private static let report = """
        UPDATE outbox SET isReported = 1 WHERE noticeID = ? AND channel = ?
        """
    private static let retry = """
        UPDATE outbox SET state = 'waiting', dueAtMs = createdAtMs, isReported = 0, endedAtMs = NULL,
            triedMs = 0, refusals = 0
        WHERE noticeID = ? AND state IN ('waiting', 'gaveUp') AND turn <> 2
        RETURNING channel, alertKey
        """
    private static let hasten = """
        UPDATE outbox SET dueAtMs = ?1 WHERE channel = ?2 AND turn = 1 AND dueAtMs > ?1
        """
    private static let merge = """
        UPDATE outbox SET state = 'merged', turn = 0, endedAtMs = ? WHERE sequence = ?
        """
    private static let selectChannels = """
        SELECT DISTINCT channel FROM outbox WHERE state = 'waiting'
        """
    private static let abandon = """
        UPDATE outbox SET state = 'gaveUp', turn = 0, problem = ?
        WHERE channel = ? AND state = 'waiting'
        """
    private static let forgetAttempts = """
        DELETE FROM failedAttempt WHERE (noticeID, channel) IN (
            SELECT noticeID, channel FROM outbox WHERE state <> 'waiting' AND createdAtMs < ?)
        """
    private static let forget = """
        DELETE FROM outbox WHERE state <> 'waiting' AND createdAtMs < ?
        """
    private static let selectDelivery = """
        SELECT deliveredAtMs FROM channelState WHERE channel = ?
        """
    private static let upsertDelivery = """
        INSERT INTO channelState (channel, deliveredAtMs) VALUES (?, ?)
        ON CONFLICT (channel) DO UPDATE SET deliveredAtMs = excluded.deliveredAtMs
        """

    /// Puts the oldest waiting entries of a channel together when there are too many.
    static func shorten(_ channel: String, in database: Database) throws {
        let count = try Int.fetchOne(
            database.cachedStatement(sql: countWaiting), arguments: [channel])
        guard var count, count > OutboxOverflow.limit else { return }
        while case let excess = OutboxOverflow.excess(waiting: count), excess > 0 {
            let merged = try mergeOldest(of: channel, excess, in: database)
            guard merged > 1 else { return }
            count -= merged - 1
        }
    }

    /// Merges some of the oldest entries into one; returns how many there were.
    ///
    /// A former digest goes first: it is as old as its oldest entry.
    private static func mergeOldest(
        of channel: String, _ limit: Int, in database: Database
    ) throws -> Int {
        let key = OutboxOverflow.alertKey(of: channel)
        let digests = try OutboxReader.entries(selectDigest, [channel, key], from: database)
        let oldest =
            try digests
            + OutboxReader.entries(
                selectOldest, [channel, key, max(0, limit - digests.count)], from: database)
        guard oldest.count > 1, let last = oldest.last,
            let digest = OutboxOverflow.digest(
                of: oldest.map(\.entry), at: last.entry.createdAt)
        else { return 0 }
        let endedAt = StoredInstant.milliseconds(last.entry.createdAt)
        for place in oldest {
            try database.cachedStatement(sql: merge)
                .execute(arguments: [endedAt, place.sequence])
        }
        try OutboxWriter.insert(digest, into: database)
        for key in Set((oldest.map(\.entry) + [digest]).map(\.line)) {
            try OutboxLine.settle(key, in: database)
        }
        return oldest.count
    }

    /// Lets notices be tried again at once, given-up ones too.
    static func retry(_ noticeIDs: [String], in database: Database) throws {
        for id in noticeIDs {
            let rows = try Row.fetchAll(
                database.cachedStatement(sql: retry), arguments: [id])
            for row in rows {
                var reader = RowReader(row, table: "outbox")
                let channel = try reader.next(String.self)
                try OutboxLine.settle(
                    .init(channel: channel, alertKey: try reader.next()), in: database)
            }
        }
    }

    /// Makes due what waits for its next attempt; returns how many entries that were.
    static func hasten(_ channel: String, nowMs: Int64, in database: Database) throws -> Int {
        try database.cachedStatement(sql: hasten).execute(arguments: [nowMs, channel])
        return database.changesCount
    }

    /// The entries that have been tried and wait.
    private static let selectTried = """
        SELECT \(OutboxRow.columns) FROM outbox WHERE state = 'waiting' AND attempts > 0
        """
    private static let plan = "UPDATE outbox SET dueAtMs = ?, triedMs = ? WHERE sequence = ?"

    /// Plans what waits after a start or a step of the clock.
    static func resume(at now: Date, servedUntil: Date, in database: Database) throws {
        for place in try OutboxReader.entries(selectTried, [], from: database) {
            let plan = OutboxPolicy().resumed(place.entry, at: now, servedUntil: servedUntil)
            guard let plan else { continue }
            try database.cachedStatement(sql: Self.plan).execute(arguments: [
                StoredInstant.milliseconds(plan.dueAt), plan.triedMilliseconds, place.sequence,
            ])
        }
    }

    /// Notes that a person was told elsewhere of these.
    static func report(_ keys: [OutboxKey], in database: Database) throws {
        for key in keys {
            try database.cachedStatement(sql: report)
                .execute(arguments: [key.noticeID, key.channel])
        }
    }

    /// The given-up entries of which nobody was told, oldest first.
    static func unreported(limit: Int, from database: Database) throws -> [OutboxEntry] {
        try OutboxReader.entries(selectUnreported, [max(0, limit)], from: database).map(\.entry)
    }

    /// Gives up what waits for channels that are not among these.
    static func abandon(
        channelsExcept names: Set<String>, problem: DeliveryProblem, in database: Database
    ) throws -> Int {
        let channels = try String.fetchAll(database.cachedStatement(sql: selectChannels))
        var count = 0
        for channel in channels where !names.contains(channel) {
            try database.cachedStatement(sql: abandon)
                .execute(arguments: [StoredJSON.encode(problem), channel])
            count += database.changesCount
        }
        return count
    }

    /// Forgets entries that ended and were decided before `instant`.
    static func forget(before instant: Date, in database: Database) throws {
        let limit = StoredInstant.milliseconds(instant)
        try database.cachedStatement(sql: forgetAttempts).execute(arguments: [limit])
        try database.cachedStatement(sql: forget).execute(arguments: [limit])
    }

    /// When the channel last took a notice.
    static func lastDelivery(channel: String, from database: Database) throws -> Date? {
        try Int64.fetchOne(
            database.cachedStatement(sql: selectDelivery), arguments: [channel]
        ).map(StoredInstant.date(milliseconds:))
    }

    /// Notes that channels took notices.
    static func noteDeliveries(_ results: [OutboxResult], in database: Database) throws {
        let times = Dictionary(
            results.filter { $0.state == .delivered }.compactMap { result in
                result.at.map { (result.channel, $0) }
            }, uniquingKeysWith: max)
        for (channel, at) in times {
            try database.cachedStatement(sql: upsertDelivery)
                .execute(arguments: [channel, StoredInstant.milliseconds(at)])
        }
    }
}

/// Keeps track of whose turn it is: the oldest waiting entry of each alert on each channel.
enum OutboxLine {
    private static let selectHead = """
        SELECT sequence, turn FROM outbox
        WHERE channel = ? AND alertKey = ? AND state = 'waiting'
        ORDER BY createdAtMs, sequence LIMIT 1
        """
    private static let selectTurn = """
        SELECT turn FROM outbox WHERE channel = ? AND alertKey = ? AND turn <> 0
        """
    private static let clear = """
        UPDATE outbox SET turn = 0 WHERE channel = ? AND alertKey = ? AND turn <> 0
        """
    private static let give = "UPDATE outbox SET turn = 1 WHERE sequence = ?"
    private static let giveBack = "UPDATE outbox SET turn = 1 WHERE turn <> 0 AND turn = 2"

    /// One alert on one channel.
    struct Key: Sendable, Hashable {
        /// The channel.
        let channel: String
        /// The alert.
        let alertKey: String
    }

    /// Gives the turn to whom it belongs after entries of the line have come, changed or gone.
    ///
    /// An entry that is under way keeps it until its result is noted.
    static func settle(_ key: Key, in database: Database) throws {
        let arguments: StatementArguments = [key.channel, key.alertKey]
        let row = try Row.fetchOne(
            database.cachedStatement(sql: selectHead), arguments: arguments)
        guard let row else { return }
        var head = RowReader(row, table: "outbox")
        let sequence = try head.next(Int64.self)
        guard try head.next(Int.self) == 0 else { return }
        let turn = try Int.fetchOne(
            database.cachedStatement(sql: selectTurn), arguments: arguments)
        guard turn != 2 else { return }
        if turn != nil {
            try database.cachedStatement(sql: clear).execute(arguments: arguments)
        }
        try database.cachedStatement(sql: give).execute(arguments: [sequence])
    }

    /// Lets the entries that were under way when the former process ended be taken again.
    static func giveBackTurns(in database: Database) throws {
        try database.execute(sql: giveBack)
    }
}
