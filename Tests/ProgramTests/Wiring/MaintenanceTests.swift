import Alerts
import Finance
import Foundation
import Store
import TestSupport
import Testing
import Watch

@testable import saldovakt

@Suite("Keeping house beside the watcher")
struct MaintenanceTests {
    private let folder = TemporaryFolder()
    private let start = Make.instant("2026-03-06T09:00:00Z")

    /// A store with a change that may be compacted half a year later.
    private func makeStore() async throws -> SQLiteAlertStore {
        let store = try SQLiteAlertStore.open(folder: folder.path("state"))
        var row = Make.record(Make.observation("-7.00", "2026-03-06"))
        try await store.commit(Make.commit(accounts: [Make.accountFacts()], records: [row]))
        row.transaction.transactionDescription = "CHANGED"
        try await store.commit(Make.commit(records: [row]))
        return store
    }

    @Test("a cycle a day later compacts what is old enough, one the same day does nothing")
    func daily() async throws {
        let store = try await makeStore()
        let clock = ManualClock(start)
        let maintenance = Maintenance(store: store, clock: clock) { Issue.record($0) }
        func cycle() async {
            maintenance.note(.cycled(isComplete: true))
            await maintenance.maintain()
        }
        await cycle()
        #expect(try await store.maintainDaily(at: clock.now) == nil)
        clock.advance(by: 86_399)
        #expect(try await store.maintainDaily(at: clock.now) == nil)
        clock.advance(by: 1)
        await cycle()
        #expect(try await store.maintainDaily(at: clock.now) == nil)
        // Half a year on, the change is folded: nothing is left for a second round.
        clock.advance(by: 190 * 86_400)
        await cycle()
        #expect(try await store.maintain(at: clock.now).compactedChanges == 0)
        #expect(try await store.maintainDaily(at: clock.now) == nil)
    }

    @Test("runs on the watcher's events until it is cancelled")
    func runs() async throws {
        let store = try await makeStore()
        let (failures, continuation) = AsyncStream.makeStream(of: StoreError.self)
        let maintenance = Maintenance(store: store, clock: ManualClock(start)) {
            continuation.yield($0)
        }
        let database = folder.path("state/saldovakt.sqlite")
        try FileManager.default.removeItem(atPath: database)
        let running = Task { await maintenance.run() }
        maintenance.note(.cycled(isComplete: true))
        #expect(await failures.first { _ in true } == .removed(path: database))
        running.cancel()
        await running.value
    }

    @Test("what could not be done is reported, and tried again a day later, not before")
    func reportsFailure() async throws {
        let store = try await makeStore()
        let clock = ManualClock(start)
        let (failures, continuation) = AsyncStream.makeStream(of: StoreError.self)
        let maintenance = Maintenance(store: store, clock: clock) { continuation.yield($0) }
        let database = folder.path("state/saldovakt.sqlite")
        try FileManager.default.removeItem(atPath: database)
        await maintenance.maintain()
        #expect(!store.needsMaintenance(at: clock.now))
        clock.advance(by: 86_400)
        await maintenance.maintain()
        continuation.finish()
        let reported = await failures.reduce(into: []) { $0.append($1) }
        #expect(reported == [.removed(path: database), .removed(path: database)])
    }
}
