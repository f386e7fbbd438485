import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("A commit", .io)
struct CommitTests {
    private let folder = TemporaryFolder()

    /// How many rows `body` changed, and how many bytes it added to the write-ahead log.
    private func cost(
        _ state: String, _ store: SQLiteAlertStore, _ body: () async throws -> Void
    ) async throws -> (rows: Int, logBytes: Int) {
        func rows() async throws -> Int {
            try await store.connection.read("look") { $0.totalChangesCount }
        }
        func log() throws -> Int {
            let path = state + "/saldovakt.sqlite-wal"
            return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        let before = (try await rows(), try log())
        try await body()
        return (try await rows() - before.0, try log() - before.1)
    }

    @Test("writes two small rows for a poll of one account without news")
    func writesLittle() async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        let rows = (1...500).map {
            Make.record(Make.observation("-\($0).00", "2026-03-06"), ordinal: $0)
        }
        try await store.commit(Make.commit(accounts: [Make.accountFacts()], records: rows))
        let later = Make.accountFacts(at: "2026-03-06T09:05:00Z")
        let spent = try await cost(state, store) {
            try await store.commit(Make.commit(at: "2026-03-06T09:05:00Z", accounts: [later]))
        }
        #expect(spent.rows == 2)
        #expect(spent.logBytes <= 3 * 4_120)
        #expect(try await store.facts().accounts[later.account.id]?.freshAt == later.freshAt)
    }

    @Test("writes nothing when nothing is to be written")
    func writesNothing() async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        try await store.commit(Make.commit([Make.entry("ntc_1")]))
        let now = Make.instant("2026-03-06T08:00:00Z")
        let spent = try await cost(state, store) {
            try await store.commit(
                CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: []))
            _ = try await store.takeDue(channel: "desktop", at: now, limit: 9)
            try await store.finish([])
        }
        #expect(spent.rows == 0)
        #expect(spent.logBytes == 0)
    }

    @Test("leaves nothing behind when a part of it can't be written")
    func isAtomic() async throws {
        let store = try folder.makeStore()
        let row = Make.record(Make.observation("-1.00", "2026-03-06", account: "unknown"))
        // The row's account is not there, so the facts fail after the source was written.
        let error = await #expect(throws: StoreError.self) {
            try await store.commit(Make.commit(records: [row]))
        }
        guard case .failed(let operation, let code, let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(operation == "commit a cycle" && code == 787)
        #expect(problem == "FOREIGN KEY constraint failed")
        #expect(try await store.facts() == Facts())
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        #expect(try await store.facts().accounts.count == 1)
    }

    @Test("is written although the task that asked for it is cancelled")
    func survivesCancellation() async throws {
        let store = try folder.makeStore()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.commit(Make.commit([Make.entry("ntc_1")]))
        }
        try await task.value
        #expect(try await store.outbox(in: [.waiting], limit: 9).count == 1)
    }
}
