import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// When accounts were read is written once for all of them, as long as nothing else is new.
@Suite("The dates of accounts")
struct SharedDatesTests {
    private let folder = TemporaryFolder()
    private let names = ["a1", "a2", "a3"]

    /// The accounts as an answer of that minute finds them, without news.
    private func accounts(_ names: [String], minute: Int) -> [AccountFacts] {
        names.map { name in
            var facts = Make.accountFacts(Make.account(name), at: instant(minute))
            facts.firstSeen = Make.instant(instant(0))
            return facts
        }
    }

    private func instant(_ minute: Int) -> String {
        "2026-03-06T09:\(minute < 10 ? "0" : "")\(minute):00Z"
    }

    /// A store with three accounts that remembers what is held about them.
    private func makeStore(_ state: String) async throws -> SQLiteAlertStore {
        let store = try SQLiteAlertStore.open(folder: state)
        try await store.commit(Make.commit(at: instant(0), accounts: accounts(names, minute: 0)))
        _ = try await store.holdings(for: Make.snapshot(instant(1)))
        return store
    }

    /// The dates in the accounts' own rows, without repetitions.
    private func rows(of store: SQLiteAlertStore) async throws -> [Int64] {
        try await store.connection.read("look") { database in
            try Int64.fetchAll(
                database, sql: "SELECT DISTINCT freshAtMs FROM account ORDER BY freshAtMs")
        }
    }

    private func milliseconds(_ minute: Int) -> Int64 {
        StoredInstant.milliseconds(Make.instant(instant(minute)))
    }

    @Test("cost one page of the log, however many accounts were read")
    func onePage() async throws {
        let state = folder.makeStateFolder()
        let store = try await makeStore(state)
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try await queue.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
        _ = try await store.holdings(for: Make.snapshot(instant(1)))
        try await store.commit(Make.commit(at: instant(1), accounts: accounts(names, minute: 1)))
        let log = try FileManager.default.attributesOfItem(
            atPath: state + "/saldovakt.sqlite-wal")
        // The log has a head of 32 bytes, each page in it one of 24.
        #expect(log[.size] as? Int == 32 + 24 + 4_096)
        #expect(try await rows(of: store) == [milliseconds(0)])
    }

    @Test("stay those of the last answer when one comes that brings part of the accounts")
    func part() async throws {
        let store = try await makeStore(folder.makeStateFolder())
        try await store.commit(Make.commit(at: instant(1), accounts: accounts(names, minute: 1)))
        try await store.commit(Make.commit(at: instant(2), accounts: accounts(["a2"], minute: 2)))
        #expect(try await rows(of: store) == [milliseconds(1), milliseconds(2)])
        let found = try await store.facts().accounts
        for facts in accounts(["a1", "a3"], minute: 1) + accounts(["a2"], minute: 2) {
            #expect(found[facts.account.id] == facts)
        }
    }

    @Test("stay when the bank fails, and go on from there")
    func failure() async throws {
        let state = folder.makeStateFolder()
        let store = try await makeStore(state)
        try await store.commit(Make.commit(at: instant(1), accounts: accounts(names, minute: 1)))
        try await store.commit(Make.commit(at: instant(2)))
        let failed = try await store.facts().accounts
        #expect(failed.values.allSatisfy { $0.freshAt == Make.instant(instant(1)) })
        // A clock that was set back is believed like any other.
        _ = try await store.holdings(for: Make.snapshot(instant(0)))
        try await store.commit(Make.commit(at: instant(0), accounts: accounts(names, minute: 0)))
        let read = try await SQLiteAlertStore.openReadOnly(folder: state).facts().accounts
        #expect(read.values.allSatisfy { $0.freshAt == Make.instant(instant(0)) })
    }

    @Test("are those of the last answers, whatever they brought", arguments: UInt64(1)...6)
    func random(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        let state = folder.makeStateFolder()
        let store = try await makeStore(state)
        let model: any AlertStore = InMemoryAlertStore()
        try await model.commit(Make.commit(at: instant(0), accounts: accounts(names, minute: 0)))
        for _ in 1...40 {
            let minute = Int.random(in: 0...59, using: &dice)
            let some = names.filter { _ in Int.random(in: 0...4, using: &dice) > 0 }
            var found = accounts(some, minute: minute)
            for index in found.indices {
                if Int.random(in: 0...8, using: &dice) == 0 { found[index].completeAt = nil }
                if Int.random(in: 0...15, using: &dice) == 0 { found[index].available = nil }
            }
            let commit = Make.commit(at: instant(minute), accounts: found)
            if Bool.random(using: &dice) {
                _ = try await store.holdings(for: Make.snapshot(instant(minute)))
            }
            try await store.commit(commit)
            try await model.commit(commit)
            let expected = try await model.facts()
            #expect(try await store.facts() == expected)
            let held = try await store.holdings(for: Make.snapshot(instant(minute)))
            #expect(held.accounts == expected.accounts)
        }
        #expect(try await SQLiteAlertStore.openReadOnly(folder: state).facts() == model.facts())
    }
}
