import Alerts
import Finance
public import Foundation
import GRDB

/// Finds what is to be sent and shows what was.
enum OutboxReader {
    /// The due entries that nothing older of their alert blocks, those waiting longest first.
    static let selectDue = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE channel = ? AND turn = 1 AND dueAtMs <= ?
        ORDER BY dueAtMs LIMIT ?
        """
    /// The same as ``selectDue``, for what is sent without being read.
    static let selectParcels = """
        SELECT \(OutboxRow.parcelColumns) FROM outbox
        WHERE channel = ? AND turn = 1 AND dueAtMs <= ?
        ORDER BY dueAtMs LIMIT ?
        """
    /// When the next entry that may be handed out falls due.
    static let selectNextDue = """
        SELECT dueAtMs FROM outbox
        WHERE channel = ? AND turn = 1 ORDER BY dueAtMs LIMIT 1
        """
    /// The entries in one state, newest first.
    static let selectInState = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE state = ? ORDER BY createdAtMs DESC, sequence DESC LIMIT ?
        """

    /// The waiting entries of one alert on one channel.
    static let selectLine = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE channel = ? AND alertKey = ? AND state = 'waiting'
        ORDER BY createdAtMs, sequence
        """
    /// The newest firing of one alert on one channel that no longer waits.
    static let selectPastFire = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE channel = ? AND alertKey = ? AND state <> 'waiting'
            AND type IN ('alert.fired', 'health.fired')
        ORDER BY createdAtMs DESC LIMIT 1
        """

    /// An entry with its place in the outbox.
    typealias Placed = (sequence: Int64, entry: OutboxEntry)

    /// The due entries of a channel, oldest first.
    static func due(
        channel: String, at now: Date, limit: Int, from database: Database
    ) throws -> [Placed] {
        let found = try entries(
            selectDue, [channel, StoredInstant.milliseconds(now), max(0, limit)], from: database)
        return found.sorted { isOlder($0, than: $1) }
    }

    /// The same as ``due(channel:at:limit:from:)``, as parcels.
    static func parcels(
        channel: String, at now: Date, limit: Int, from database: Database
    ) throws -> [(sequence: Int64, parcel: Parcel)] {
        let found = try UnreadableRows.all(
            selectParcels, [channel, StoredInstant.milliseconds(now), max(0, limit)],
            from: database, OutboxRow.parcel)
        return found.sorted {
            ($0.parcel.createdAt, $0.sequence) < ($1.parcel.createdAt, $1.sequence)
        }
    }

    /// When the next entry of a channel falls due.
    static func nextDue(channel: String, from database: Database) throws -> Date? {
        try Int64.fetchOne(
            database.cachedStatement(sql: selectNextDue), arguments: [channel]
        ).map(StoredInstant.date(milliseconds:))
    }

    /// The entries in any of these states, newest first.
    static func entries(
        in states: Set<OutboxEntry.State>, limit: Int, from database: Database
    ) throws -> [OutboxEntry] {
        // One bounded look per state: together they hold every entry of the answer.
        let found = try states.flatMap {
            try entries(selectInState, [$0.rawValue, max(0, limit)], from: database)
        }
        return found.sorted { isOlder($1, than: $0) }.prefix(max(0, limit)).map(\.entry)
    }

    /// What a new entry of an alert may have to be merged with.
    static func line(_ key: OutboxLine.Key, from database: Database) throws -> [OutboxEntry] {
        let arguments: StatementArguments = [key.channel, key.alertKey]
        let waiting = try entries(selectLine, arguments, from: database)
        let past = try entries(selectPastFire, arguments, from: database)
        return (waiting + past).map(\.entry)
    }

    /// The entries of one alert, newest first, each with the instant at which it ended.
    static let selectStory = """
        SELECT endedAtMs, \(OutboxRow.columns) FROM outbox
        WHERE alertKey = ? ORDER BY createdAtMs DESC, sequence DESC LIMIT ?
        """
    private static let selectPrefix = """
        SELECT \(OutboxRow.columns) FROM outbox
        WHERE noticeID >= ?1 AND noticeID < ?1 || char(1114111) ORDER BY noticeID LIMIT ?2
        """

    /// The notices of one alert, oldest first, with the attempts that failed.
    static func story(
        ofAlert alertKey: String, limit: Int, from database: Database
    ) throws -> [AlertStory.Delivery] {
        try UnreadableRows.all(
            selectStory, [alertKey, max(0, limit)], from: database
        ) { row in
            var reader = RowReader(row, table: "outbox")
            let endedAt = try reader.nextOptionalInstant()
            let entry = try OutboxRow.entry(&reader).entry
            return AlertStory.Delivery(
                entry: entry, endedAt: endedAt,
                failures: try FailedAttemptRow.all(of: entry.key, from: database))
        }.reversed()
    }

    /// The entries whose notice has an identifier that begins like this.
    static func entries(
        noticePrefix: String, limit: Int, from database: Database
    ) throws -> [OutboxEntry] {
        try entries(selectPrefix, [noticePrefix, max(0, limit)], from: database).map(\.entry)
    }

    private static func isOlder(_ left: Placed, than right: Placed) -> Bool {
        (left.entry.createdAt, left.sequence) < (right.entry.createdAt, right.sequence)
    }

    /// The entries that a statement with ``OutboxRow/columns`` finds, in its order.
    static func entries(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [Placed] {
        try UnreadableRows.all(sql, arguments, from: database) { try OutboxRow.entry($0) }
    }
}

/// Finds the channels on which notices do not get through.
enum FailingChannels {
    /// The oldest notice of each channel that waits after a failed attempt.
    static let selectTried = """
        SELECT channel, min(createdAtMs) FROM outbox
        WHERE state = 'waiting' AND problem IS NOT NULL GROUP BY channel
        """
    /// The oldest notice of each channel that was given up when nothing decided later or with it
    /// has got through.
    static let selectGivenUp = """
        SELECT g.channel, min(g.createdAtMs) FROM outbox g
        WHERE g.state = 'gaveUp' AND NOT EXISTS (
            SELECT 1 FROM outbox d
            WHERE d.state = 'delivered' AND d.createdAtMs > g.createdAtMs
                AND d.channel = g.channel)
        GROUP BY g.channel
        """

    /// The failing channels by name.
    static func read(from database: Database) throws -> [String: ChannelFacts] {
        var failing: [String: ChannelFacts] = [:]
        for (channel, since) in try oldest(selectTried, from: database) {
            failing[channel] = ChannelFacts(failingSince: since)
        }
        for (channel, since) in try oldest(selectGivenUp, from: database) {
            let tried = failing[channel]?.failingSince ?? since
            failing[channel] = ChannelFacts(failingSince: min(tried, since), hasGivenUp: true)
        }
        return failing
    }

    private static func oldest(
        _ sql: String, from database: Database
    ) throws -> [(channel: String, since: Date)] {
        try UnreadableRows.all(sql, from: database) { row in
            var reader = RowReader(row, table: "outbox")
            return (try reader.next(), try reader.nextInstant())
        }
    }
}

/// How full the outbox is.
public struct OutboxCounts: Sendable, Hashable {
    /// How many entries wait for an attempt.
    public var waiting: Int
    /// When the oldest of them was decided; `nil` if none waits.
    public var oldestWaiting: Date?
    /// How many entries nobody took in time.
    public var gaveUp: Int
    /// How many of those were decided lately, as the question put it.
    public var gaveUpLately: Int

    /// Makes counts; nothing is there by default.
    public init(
        waiting: Int = 0, oldestWaiting: Date? = nil, gaveUp: Int = 0, gaveUpLately: Int = 0
    ) {
        self.waiting = waiting
        self.oldestWaiting = oldestWaiting
        self.gaveUp = gaveUp
        self.gaveUpLately = gaveUpLately
    }
}
