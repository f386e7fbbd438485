public import Alerts
import Finance
public import Foundation
import GRDB
import Threads

extension SQLiteAlertStore {
    /// How long changes are kept one by one by default: half a year.
    public static let keptHistory: TimeInterval = 183 * 86_400
    /// How long a transaction that has gone is kept, should it come back: 400 days.
    static let keptGone = 400

    /// Compacts old history, forgets what has gone long ago and gives free pages to the disk.
    ///
    /// Works in steps of some milliseconds, so that a poll never waits for the whole. Readers that come
    /// back later than `kept` start again.
    public func maintain(
        at now: Date, keeping kept: TimeInterval = keptHistory
    ) async throws(StoreError) -> UpkeepReport {
        var report = UpkeepReport()
        let cutoff = now.addingTimeInterval(-kept).milliseconds
        report.compactedChanges = try await inSteps("compact the history") { database in
            try HistoryCompactor.fold(before: cutoff, limit: Self.stepSize, in: database)
        }
        let day = CalendarDay(of: now, in: .gmt).adding(days: -Self.keptGone).dayNumber
        report.forgottenTransactions = try await inSteps("forget old rows") { database in
            try Self.forgetGone(before: day, in: database)
        }
        report.freedPages = try await vacuum()
        return report
    }

    /// Does the work of ``maintain(at:keeping:)`` if a day has passed since it was last done, also by
    /// another process.
    public func maintainDaily(at now: Date) async throws(StoreError) -> UpkeepReport? {
        guard needsUpkeep(at: now) else { return nil }
        // Before anything else: what fails is tried again after a day, not with every poll.
        let isFirst = lastUpkeep.withLock { last in
            defer { last = now }
            return last == nil
        }
        if isFirst, let stored = try await storedUpkeep(), !Self.isDue(at: now, after: stored) {
            lastUpkeep.withLock { $0 = stored }
            return nil
        }
        let report = try await maintain(at: now)
        try await connection.write("note the upkeep") { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO upkeep (id, lastMs) VALUES (1, ?)",
                arguments: [now.milliseconds])
        }
        return report
    }

    /// Whether a day has passed since ``maintainDaily(at:)`` did something, or nobody has looked yet.
    public func needsUpkeep(at now: Date) -> Bool {
        guard let last = lastUpkeep.withLock(\.self) else { return true }
        return Self.isDue(at: now, after: last)
    }

    private static func isDue(at now: Date, after last: Date) -> Bool {
        // A clock that was ahead once must not hold it back for ever.
        now < last || now.timeIntervalSince(last) >= 86_400
    }

    private func storedUpkeep() async throws(StoreError) -> Date? {
        try await connection.read("read the upkeep") { database in
            try database.first("SELECT lastMs FROM upkeep")
        }.map(Date.init(milliseconds:))
    }

    private static let stepSize = 500

    private func inSteps(
        _ operation: String, _ step: @escaping @Sendable (Database) throws -> Int
    ) async throws(StoreError) -> Int {
        var total = 0
        while !Task.isCancelled {
            let count = try await connection.write(operation, step)
            total += count
            if count < Self.stepSize { break }
        }
        return total
    }

    /// What a reader may still have to see stays: its last state is in its record only.
    private static let selectForgettable = """
        SELECT id FROM transactionRecord
        WHERE isGone = 1 AND latestDay < ?
            AND NOT EXISTS (
                SELECT 1 FROM change WHERE entity = transactionRecord.id AND event <> 1)
        LIMIT ?
        """

    private static func forgetGone(before day: Int, in database: Database) throws -> Int {
        let ids = try UUID.fetchAll(database, sql: selectForgettable, arguments: [day, stepSize])
        for id in ids { try database.run("DELETE FROM transactionRecord WHERE id = ?", [id]) }
        return ids.count
    }

    private func vacuum() async throws(StoreError) -> Int {
        var freed = 0
        while !Task.isCancelled {
            let step = try await connection.maintain("give back free pages") { database in
                let before = try Self.freePages(in: database)
                try database.execute(sql: "PRAGMA incremental_vacuum(\(Self.stepSize))")
                return before - (try Self.freePages(in: database))
            }
            freed += step
            if step < Self.stepSize { break }
        }
        return freed
    }

    private static func freePages(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    }
}

/// What one round of upkeep did.
public struct UpkeepReport: Sendable, Hashable {
    public var compactedChanges = 0
    public var forgottenTransactions = 0
    public var freedPages = 0
}
