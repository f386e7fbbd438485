import Alerts
import Finance
import Foundation
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import Store

/// What SQLite counts while it runs: a hundred thousand rows must not show in it.
@Suite("With a hundred thousand rows stored", .io)
struct BoundedCostTests {
    private let folder = TemporaryFolder()
    private let now = Make.instant("2026-03-06T09:00:00Z")

    /// Steps of SQLite's virtual machine that a statement has made on this connection.
    private func steps(_ sql: String, _ store: SQLiteAlertStore) async throws -> Int {
        try await store.connection.read("count") { database in
            let statement = try database.cachedStatement(sql: sql).sqliteStatement
            return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))
        }
    }

    private func fill(_ store: SQLiteAlertStore, _ sql: String) async throws {
        try await store.connection.write("fill") { try $0.execute(sql: sql) }
    }

    /// One account with forty thousand booked rows, four a day, up to 2026-03-06.
    private func makeFullStore() async throws -> SQLiteAlertStore {
        let store = try folder.makeStore()
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        let today = Make.day("2026-03-06").dayNumber
        try await fill(
            store,
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39999)
            INSERT INTO transactionRecord (
                id, accountID, amountMinor, currency, direction, description,
                originalDescription, type, status, day, postedDay, hasCounterparty,
                isOwnTransfer, firstSeenMs, isBaseline, missedAnswers, isGone)
            SELECT randomblob(16), (SELECT id FROM account), i, 'NOK', 'debit', 'ROW ' || i,
                'ROW ' || i, 'pointOfSale', 'booked', \(today) - i / 4, \(today) - i / 4, 0,
                0, i, 0, 0, 0
            FROM n
            """)
        let reserved = Make.record(Make.reservation("-99.00", "2020-01-01"))
        try await store.commit(Make.commit(records: [reserved]))
        return store
    }

    @Test("the input of a reconciliation costs what it returns")
    func reconciliationInput() async throws {
        let store = try await makeFullStore()
        let answer = Make.snapshot(
            "2026-03-06T09:00:00Z", [Make.account(from: "2026-02-20")], [])
        let input = try await store.reconciliationInput(for: answer)
        // Ten days of room before 15 covered ones, and the reservation from years ago.
        let rows: Int = 25 * 4 + 1
        #expect(input.records[Make.accountID()]?.count == rows)
        for sql in [ReconciliationInputReader.selectRecent, ReconciliationInputReader.selectOpen] {
            let made = try await steps(sql, store)
            #expect(made < rows * 60)
        }
    }

    @Test("transactions cost what they return")
    func transactions() async throws {
        let store = try await makeFullStore()
        let since = try await store.transactions(since: Make.day("2026-03-01"))
        let rows: Int = 6 * 4
        #expect(since.count == rows)
        #expect(try await steps(TransactionReader.selectSince, store) < rows * 40)
        let filter = TransactionFilter(account: Make.accountID(), to: Make.day("2010-01-01"))
        let page = try await store.finance.transactions(matching: filter, limit: 10)
        #expect(page.transactions.count == 10)
        let most: Int = 20 * 40
        #expect(try await steps(TransactionReader.selectPageOfAccount, store) < most)
    }

    @Test("taking due entries costs what it returns, behind a long blocked line too")
    func takeDue() async throws {
        let store = try folder.makeStore()
        try await store.commit(
            Make.commit([
                Make.entry("first", alert: "blocked"), Make.entry("other", alert: "other"),
            ]))
        // All due, all behind the first one, and as many that were delivered long ago.
        let columns = """
            noticeID, channel, alertKey, type, createdAtMs, dueAtMs, attempts, triedMs, refusals,
            state, turn
            """
        try await fill(
            store,
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49999)
            INSERT INTO outbox (\(columns))
            SELECT 'w' || i, 'desktop', 'blocked', 'alert.fired', 1e13, 0, 0, 0, 0, 'waiting', 0
            FROM n
            UNION ALL
            SELECT 'd' || i, 'desktop', 'a' || i, 'alert.fired', 0, 0, 1, 0, 0, 'delivered', 0
            FROM n
            """)
        let taken = try await store.takeDue(channel: "desktop", at: now, limit: 10)
        #expect(taken.map(\.notification.id) == ["first", "other"])
        try await store.finish([
            OutboxResult(
                channel: "desktop", notificationID: "first", state: .waiting,
                dueAt: now.addingTimeInterval(60))
        ])
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 10).isEmpty)
        #expect(try await store.nextDue(channel: "desktop") == now.addingTimeInterval(60))
        for sql in [OutboxRow.selectDue, OutboxRow.selectNextDue] {
            #expect(try await steps(sql, store) < 300)
        }
    }
}
