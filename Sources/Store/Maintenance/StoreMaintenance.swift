package import Alerts
import Finance
package import Foundation
import GRDB
import Threads

extension SQLiteAlertStore {
    /// How long changes are kept one by one by default: half a year.
    package static let keptHistory: TimeInterval = 183 * 86_400
    /// For how many days a transaction that is gone is kept, in case it comes back.
    static let keptGone = 400

    /// Compacts old history, removes transactions that have been gone for long, and frees unused
    /// pages.
    ///
    /// It works in steps of some milliseconds, so that a poll never waits for the whole. Readers
    /// that come back later than `kept` start from the beginning.
    package func maintain(
        at now: Date, keeping kept: TimeInterval = keptHistory
    ) async throws(StoreError) -> MaintenanceReport {
        var report = MaintenanceReport()
        let cutoff = now.addingTimeInterval(-kept).milliseconds
        report.compactedChanges = try await inSteps("compact the history") { database in
            try HistoryCompactor.fold(before: cutoff, limit: Self.stepSize, in: database)
        }
        let day = CalendarDay(of: now, in: .gmt).adding(days: -Self.keptGone).dayNumber
        report.forgottenTransactions = try await inSteps("forget old rows") { database in
            try Self.forgetGone(before: day, in: database)
        }
        report.freedPages = try await inSteps("give back free pages", isTransaction: false) {
            let before = try Self.freePages(in: $0)
            try $0.execute(sql: "PRAGMA incremental_vacuum(\(Self.stepSize))")
            return before - (try Self.freePages(in: $0))
        }
        return report
    }

    /// Runs ``maintain(at:keeping:)`` if a day has passed since it last ran, also in another
    /// process.
    package func maintainDaily(at now: Date) async throws(StoreError) -> MaintenanceReport? {
        guard needsMaintenance(at: now) else { return nil }
        // Before anything else: after a failure it is tried again a day later, not with every poll.
        let isFirst = lastMaintenance.withLock { last in
            defer { last = now }
            return last == nil
        }
        if isFirst, let stored = try await storedMaintenance(), !Self.isDue(at: now, after: stored)
        {
            lastMaintenance.withLock { $0 = stored }
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

    /// Whether a day has passed since ``maintainDaily(at:)`` last ran, or that is unknown.
    package func needsMaintenance(at now: Date) -> Bool {
        guard let last = lastMaintenance.withLock(\.self) else { return true }
        return Self.isDue(at: now, after: last)
    }

    private static func isDue(at now: Date, after last: Date) -> Bool {
        // A clock that was ahead once must not prevent it for ever.
        now < last || now.timeIntervalSince(last) >= 86_400
    }

    private func storedMaintenance() async throws(StoreError) -> Date? {
        try await connection.read("read the upkeep") { database in
            try database.first("SELECT lastMs FROM upkeep")
        }.map(Date.init(milliseconds:))
    }

    private static let stepSize = 500

    private func inSteps(
        _ operation: String, isTransaction: Bool = true,
        _ step: @escaping @Sendable (Database) throws -> Int
    ) async throws(StoreError) -> Int {
        var total = 0
        while !Task.isCancelled {
            let count =
                isTransaction
                ? try await connection.write(operation, step)
                : try await connection.maintain(operation, step)
            total += count
            if count < Self.stepSize { break }
        }
        return total
    }

    /// Rows whose last state a reader may still have to see are kept: it is only in their record.
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

    private static func freePages(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    }
}

/// The results of one round of maintenance.
package struct MaintenanceReport: Sendable, Hashable {
    package var compactedChanges = 0
    package var forgottenTransactions = 0
    package var freedPages = 0
}
