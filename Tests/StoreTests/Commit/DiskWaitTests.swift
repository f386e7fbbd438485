import Alerts
import Finance
import GRDB
import TestSupport
import Testing

@testable import Store

/// Only the dates of a poll without news may go with a power cut.
@Suite("Waiting for the disk")
struct DiskWaitTests {
    private struct Refused: Error {}

    private let folder = TemporaryFolder()
    private let later = "2026-03-06T09:05:00Z"

    /// What `PRAGMA synchronous` gives: 1 for NORMAL, 2 for FULL.
    private static func setting(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
    }

    private func written(_ store: SQLiteAlertStore) async throws -> Int {
        try await store.connection.write("look", Self.setting)
    }

    private func writtenWithoutWaiting(_ store: SQLiteAlertStore) async throws -> Int {
        try await store.connection.writeWithoutWaiting("look", Self.setting)
    }

    @Test("ends with a commit without news and begins again with the next other one")
    func alternates() async throws {
        let store = try folder.makeStore()
        #expect(try await written(store) == 2)
        for _ in 1...2 {
            #expect(try await writtenWithoutWaiting(store) == 1)
            #expect(try await writtenWithoutWaiting(store) == 1)
            #expect(try await written(store) == 2)
            #expect(try await written(store) == 2)
        }
        #expect(try await writtenWithoutWaiting(store) == 1)
        #expect(try await store.connection.maintain("look", Self.setting) == 2)
    }

    @Test("is what a quiet answer leaves out")
    func quietAnswer() async throws {
        let store = try folder.makeStore()
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        _ = try await store.holdings(for: Make.snapshot(later))
        var facts = Make.accountFacts(at: later)
        facts.firstSeen = Make.accountFacts().firstSeen
        try await store.commit(Make.commit(at: later, accounts: [facts]))
        // Nothing was switched back: only a commit that has to wait does that.
        #expect(try await store.connection.read("look", Self.setting) == 1)
        facts.booked = Make.money("1.00")
        try await store.commit(Make.commit(at: later, accounts: [facts]))
        #expect(try await store.connection.read("look", Self.setting) == 2)
    }

    @Test("begins again after a commit without it went wrong, of which nothing stays")
    func afterError() async throws {
        let store = try folder.makeStore()
        let sql = "INSERT INTO reader (name, decidedAtMs) VALUES ('ada', 0)"
        await #expect(throws: StoreError.self) {
            try await store.connection.writeWithoutWaiting("try") { database in
                try database.execute(sql: sql)
                throw Refused()
            }
        }
        await #expect(throws: StoreError.self) {
            try await store.connection.writeWithoutWaiting("try") { database in
                try database.execute(sql: sql)
                try database.execute(sql: sql)
            }
        }
        #expect(try await written(store) == 2)
        #expect(try await writtenWithoutWaiting(store) == 1)
        let count = try await store.connection.read("look") { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM reader")
        }
        #expect(count == 0)
    }
}
