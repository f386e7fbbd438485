public import Alerts
public import Foundation
import GRDB

extension SQLiteAlertStore {
    /// The instructions that nobody has followed yet, in the order in which they were given.
    public func instructions() async throws(StoreError) -> [Instruction] {
        try await connection.read("read instructions") { try InstructionRow.all(from: $0) }
    }

    /// The last evaluations of every rule, oldest first.
    public func evaluations() async throws(StoreError) -> [EvaluationEntry] {
        try await connection.read("read evaluations") { try EvaluationRow.all(from: $0) }
    }

    /// The last evaluations of one rule, oldest first.
    public func evaluations(ofRule id: String) async throws(StoreError) -> [EvaluationEntry] {
        try await connection.read("read evaluations") { database in
            try EvaluationRow.all(ofRule: id, from: database)
        }
    }

    /// The given-up entries of which nobody was told elsewhere, oldest first.
    public func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("look for undelivered notices") { database in
            try OutboxKeeper.unreported(limit: limit, from: database)
        }
    }

    /// When the channel last took a notice.
    public func lastDelivery(channel: String) async throws(StoreError) -> Date? {
        try await connection.read("look for deliveries") { database in
            try OutboxKeeper.lastDelivery(channel: channel, from: database)
        }
    }

    /// Gives up what waits for channels that no longer exist.
    @discardableResult
    public func abandon(
        channelsExcept names: Set<String>, problem: DeliveryProblem
    ) async throws(StoreError) -> Int {
        try await connection.write("give up notices") { database in
            try OutboxKeeper.abandon(channelsExcept: names, problem: problem, in: database)
        }
    }

    /// Plans what waits after a start or a step of the clock.
    public func resumeOutbox(at now: Date, servedUntil: Date) async throws(StoreError) {
        try await connection.write("plan what waits") { database in
            try OutboxKeeper.resume(at: now, servedUntil: servedUntil, in: database)
        }
    }

    /// Forgets entries that ended and were decided before `instant`.
    public func forgetOutbox(before instant: Date) async throws(StoreError) {
        try await connection.write("forget old notices") { database in
            try OutboxKeeper.forget(before: instant, in: database)
        }
    }

    /// Everything that is stored about the notices of one alert, oldest first.
    ///
    /// - Parameter limit: how many of its notices at most; the newest count.
    public func story(
        ofAlert alertKey: String, limit: Int = 200
    ) async throws(StoreError) -> AlertStory {
        try await connection.read("read the story of an alert") { database in
            let deliveries = try OutboxReader.story(
                ofAlert: alertKey, limit: limit, from: database)
            return AlertStory(alertKey: alertKey, deliveries: deliveries)
        }
    }

    /// The entries of the outbox whose notice has an identifier that begins like this.
    public func entries(
        noticePrefix: String, limit: Int = 50
    ) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("look for a notice") { database in
            try OutboxReader.entries(noticePrefix: noticePrefix, limit: limit, from: database)
        }
    }
}

extension SQLiteAlertStore {
    /// Where a running watcher writes what only it knows, in a state folder.
    public static func statusFile(inFolder folder: String) -> String {
        StatePaths(folder: folder).status
    }

    /// Who holds the lock of a state folder, as it signed; `nil` if nobody does.
    ///
    /// Only looks: a watcher that starts at the same moment is not in the way of this, nor this in
    /// the way of it.
    public static func holder(ofFolder folder: String) -> String? {
        InstanceLock.holder(StatePaths(folder: folder))
    }

    /// Makes what waits for its next attempt on a channel due at once: the way there is open again.
    ///
    /// - Returns: how many entries that were.
    @discardableResult
    public func hasten(channel: String, at now: Date) async throws(StoreError) -> Int {
        let nowMs = StoredInstant.milliseconds(now)
        return try await connection.write("hasten waiting notices") { database in
            try OutboxKeeper.hasten(channel, nowMs: nowMs, in: database)
        }
    }

    /// How many entries wait and how many were given up.
    ///
    /// - Parameter since: from when on an entry counts as lately given up.
    public func outboxCounts(since: Date) async throws(StoreError) -> OutboxCounts {
        let sinceMs = StoredInstant.milliseconds(since)
        return try await connection.read("count the outbox") { database in
            try OutboxReader.counts(sinceMs: sinceMs, from: database)
        }
    }
}

extension OutboxReader {
    /// The waiting entries and the age of the oldest.
    static let countWaiting = """
        SELECT count(*), min(createdAtMs) FROM outbox WHERE state = 'waiting'
        """
    /// The entries that were given up, and those of them from an instant on.
    static let countGaveUp = """
        SELECT count(*), coalesce(sum(createdAtMs >= ?), 0) FROM outbox WHERE state = 'gaveUp'
        """

    /// Counts through the index by state.
    static func counts(sinceMs: Int64, from database: Database) throws -> OutboxCounts {
        var counts = OutboxCounts()
        let waiting = try Row.fetchOne(database.cachedStatement(sql: countWaiting))
        counts.waiting = waiting?[0] ?? 0
        let oldest: Int64? = waiting?[1]
        counts.oldestWaiting = oldest.map { StoredInstant.date(milliseconds: $0) }
        let gaveUp = try Row.fetchOne(
            database.cachedStatement(sql: countGaveUp), arguments: [sinceMs])
        counts.gaveUp = gaveUp?[0] ?? 0
        counts.gaveUpLately = gaveUp?[1] ?? 0
        return counts
    }
}
