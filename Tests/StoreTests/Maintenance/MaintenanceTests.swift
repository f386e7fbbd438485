import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Maintenance of the store", .io)
struct MaintenanceTests {
    private let folder = TemporaryFolder()
    private let now = Make.instant("2026-12-01T00:00:00Z")

    private func pragma(_ name: String, _ store: SQLiteAlertStore) async throws -> Int {
        try await store.connection.read("look") { database in
            try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? -1
        }
    }

    /// A commit with so many rows.
    private func filled(_ count: Int) -> CycleCommit {
        let rows = (1...count).map {
            Make.record(Make.observation("-\($0).00", "2026-03-06"), ordinal: $0)
        }
        return Make.commit(accounts: [Make.accountFacts()], records: rows)
    }

    @Test("gives the pages of a removed bank back to the disk")
    func shrinks() async throws {
        let store = try folder.makeStore()
        try await store.commit(filled(5_000))
        let before = try await pragma("page_count", store)
        _ = try await store.remove(source: Make.source)
        let free = try await pragma("freelist_count", store)
        #expect(free > 100)
        let report = try await store.maintain(at: now)
        #expect(report.freedPages >= free)
        #expect(try await pragma("freelist_count", store) == 0)
        #expect(try await pragma("page_count", store) <= before - free)
    }

    @Test("can shrink a new database")
    func canShrink() async throws {
        let store = try folder.makeStore()
        #expect(try await pragma("auto_vacuum", store) == 2)
    }

    @Test("is done once a day, over restarts, and at once after a clock that was ahead")
    func daily() async throws {
        let state = try await folder.makeUsedFolder(filled(1))
        func isDone(_ hours: Double) async throws -> Bool {
            let store = try SQLiteAlertStore.open(folder: state)
            return try await store.maintainDaily(at: now.addingTimeInterval(hours * 3_600)) != nil
        }
        #expect(try await isDone(0))
        #expect(try await isDone(1) == false)
        #expect(try await isDone(23.9) == false)
        #expect(try await isDone(24))
        #expect(try await isDone(2))
        #expect(try await isDone(3) == false)
    }

    @Test("what went long ago is forgotten, but not before its history is")
    func forgets() async throws {
        let store = try folder.makeStore()
        var row = Make.record(Make.observation("-7.00", "2024-03-06"))
        try await store.commit(Make.commit(accounts: [Make.accountFacts()], records: [row]))
        row.isGone = true
        try await store.commit(Make.commit(records: [row]))
        let early = Make.instant("2026-03-07T00:00:00Z")
        #expect(try await store.maintain(at: early).forgottenTransactions == 0)
        let report = try await store.maintain(at: now)
        #expect(report.compactedChanges == 1 && report.forgottenTransactions == 1)
    }
}
