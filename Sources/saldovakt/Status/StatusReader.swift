import Alerts
import Foundation
import Store
import Watch

/// Puts a ``StatusReport`` together from a store.
enum StatusReader: Sendable {
    /// Reads the state folder as any process can, while a watcher runs or not.
    static func report(folder: String, at now: Date) async throws -> StatusReport {
        let store = try ReadStore.openAlerts(folder)
        let holder = SQLiteAlertStore.holder(ofFolder: folder)
        let file = StatusFile.read(SQLiteAlertStore.statusFile(inFolder: folder))
        // A file that an earlier process left says nothing about now.
        let isOurs = file.map { holder?.hasPrefix("process \($0.process),") == true } ?? false
        return try await report(
            store: store, holder: holder, statistics: isOurs ? file?.statistics : nil, at: now)
    }

    /// Reads an open store, with what its owner knows.
    static func report(
        store: SQLiteAlertStore, holder: String?, statistics: WatchStatistics?, at now: Date
    ) async throws(CommandFailure) -> StatusReport {
        try await ReadStore.reading { () throws(StoreError) in
            StatusReport(
                now: now, holder: holder, statistics: statistics, facts: try await store.facts(),
                ledger: try await store.alertLedger(),
                outbox: try await store.outboxCounts(
                    since: now.addingTimeInterval(-StatusReport.gaveUpMemory)))
        }
    }
}
