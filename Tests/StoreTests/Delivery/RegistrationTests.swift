import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("A registered wake-up", .io)
struct RegistrationTests {
    private let now = Make.instant("2026-03-06T12:00:00Z")

    private func wakes(
        _ folder: String, _ clock: ManualClock, since token: FinanceStore.HistoryToken? = nil
    ) throws -> FinanceStore.BackgroundDelivery.Iterator {
        try FinanceStore.open(folder: folder).backgroundDelivery(
            for: [.transactions], frequency: .hourly, clock: clock, since: token,
            registration: "budget"
        ).makeAsyncIterator()
    }

    private func change(_ fed: FedStore, _ number: Int) async throws {
        let row = Make.record(Make.observation("-9.00", "2026-03-06"), ordinal: number)
        try await fed.store.commit(Make.commit(records: [row]))
    }

    private func filled() async throws -> FedStore {
        let fed = try FedStore()
        try await fed.take("2026-03-06T09:00:00Z", [])
        return fed
    }

    /// Registers, is woken once for a new row, and ends before it is back from that.
    private func register(_ fed: FedStore, _ clock: ManualClock) async throws {
        let token = try await fed.owner().currentToken()
        try await change(fed, 0)
        var waiting = try wakes(fed.folder, clock, since: token)
        #expect(try await waiting.next() == [.transactions])
    }

    @Test("keeps the gap over a restart, and repeats what it did not come back from")
    func remembers() async throws {
        let (fed, clock) = (try await filled(), ManualClock(now))
        let folder = fed.folder
        try await register(fed, clock)
        let again = Task {
            var second = try wakes(folder, clock)
            return try await second.next()
        }
        await clock.sleepers()
        #expect(clock.wakeUps == [now.addingTimeInterval(3_600)])
        clock.advance(by: 3_600)
        #expect(try await again.value == [.transactions])
    }

    @Test("is not told again what it came back from")
    func settles() async throws {
        let (fed, clock) = (try await filled(), ManualClock(now))
        let folder = fed.folder
        try await register(fed, clock)
        clock.advance(by: 3_600)
        let head = try await fed.head()
        #expect(try await fed.settled() != head)
        let (store, row) = (fed.store, Make.record(Make.observation("-8.00", "2026-03-06")))
        let first = Task {
            var waiting = try wakes(folder, clock)
            let kinds = try await waiting.next()
            try await store.commit(Make.commit(records: [row]))
            // Asking for the next one says that it is back; the gap holds that one up.
            _ = try await waiting.next()
            return kinds
        }
        await clock.sleepers()
        #expect(try await fed.settled() == head)
        first.cancel()
        #expect(try await first.value == [.transactions])
    }

    @Test("waits for a database that another program holds")
    func waits() async throws {
        let (fed, clock) = (try await filled(), ManualClock(now))
        let folder = fed.folder
        let token = try await fed.owner().currentToken()
        try await change(fed, 0)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(
            path: folder + "/saldovakt.sqlite", configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let waiting = Task {
            var waiting = try wakes(folder, clock, since: token)
            return try await waiting.next()
        }
        await clock.sleepers()
        #expect(clock.wakeUps == [now.addingTimeInterval(10)])
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        clock.advance(by: 10)
        #expect(try await waiting.value == [.transactions])
    }

    @Test("a clock that was ahead once does not hold it back")
    func clockAhead() async throws {
        let fed = try await filled()
        let folder = fed.folder
        let ahead = ManualClock(now.addingTimeInterval(400 * 86_400))
        try await register(fed, ahead)
        let clock = ManualClock(now)
        let second = Task {
            var waiting = try wakes(folder, clock)
            return try await waiting.next()
        }
        await clock.sleepers()
        #expect(clock.wakeUps == [now.addingTimeInterval(3_600)])
        clock.advance(by: 3_600)
        #expect(try await second.value == [.transactions])
    }

    @Test("is woken for every kind when its changes were compacted meanwhile")
    func compacted() async throws {
        let (fed, clock) = (try await filled(), ManualClock(now))
        let folder = fed.folder
        try await register(fed, clock)
        // Folded away with its coming: the changes that are left say nothing of it.
        var row = Make.record(Make.observation("-9.00", "2026-03-06"), ordinal: 0)
        row.isGone = true
        try await fed.store.commit(Make.commit(records: [row]))
        #expect(
            try await fed.store.maintain(at: now, keeping: -86_400).compactedChanges > 0)
        clock.advance(by: 3_600)
        var second = try wakes(folder, clock)
        #expect(try await second.next() == [.transactions])
    }
}

extension FedStore {
    /// The newest change that the only registered program came back from.
    fileprivate func settled() async throws -> Int64? {
        try await store.connection.read("look") { database in
            try Int64.fetchOne(database, sql: "SELECT position FROM delivery")
        }
    }

    /// The newest change.
    fileprivate func head() async throws -> Int64? {
        try await store.connection.read("look") { try HistoryState.head(of: $0) }
    }
}
