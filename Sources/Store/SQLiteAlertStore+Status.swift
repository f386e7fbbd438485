public import Alerts
public import Foundation
import GRDB

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
        InstanceLock.holder(path: StatePaths(folder: folder).lock)
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
