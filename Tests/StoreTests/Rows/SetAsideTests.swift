import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("A stored row that can't be read", .io)
struct SetAsideTests {
    private let folder = TemporaryFolder()

    /// A state folder with two accounts and a row on each, edited by SQL.
    private func makeState(_ sql: String) async throws -> String {
        let accounts = ["a1", "a2"].map { Make.accountFacts(Make.account($0)) }
        let records = ["a1", "a2"].map {
            Make.record(Make.observation("-1.00", "2026-03-06", account: $0))
        }
        let state = try await folder.makeUsedFolder(
            Make.commit(accounts: accounts, records: records))
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
        return state
    }

    @Test("is set aside and named, and the rest stays readable")
    func account() async throws {
        let state = try await makeState(
            "UPDATE account SET bankAccountID = 'a' WHERE bankAccountID = 'a1'")
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try await store.facts().accounts.values.map(\.account.bankAccountID) == ["a2"])
        #expect(await store.unreadableRows().keys.sorted() == ["account"])
        #expect(try await store.finance.accounts().map(\.bankAccountID) == ["a2"])
    }

    @Test("is written again when the bank answers well again")
    func heals() async throws {
        let state = try await makeState(
            "UPDATE account SET bankAccountID = 'a' WHERE bankAccountID = 'a1'")
        let store = try SQLiteAlertStore.open(folder: state)
        try await store.commit(Make.commit(accounts: [Make.accountFacts(Make.account("a1"))]))
        #expect(try await store.facts().accounts.count == 2)
    }

    @Test("of transactions or of states takes nothing else along")
    func others() async throws {
        let state = try await makeState(
            """
            UPDATE transactionRecord SET type = 'nonsense' WHERE rowid = 1;
            INSERT INTO alertState (key, state) VALUES ('x', '{');
            """)
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try await store.transactions(since: Make.day("2026-01-01")).count == 1)
        #expect(try await store.alertLedger().alerts.isEmpty)
        #expect(await store.unreadableRows().keys.sorted() == ["alertState", "transactionRecord"])
        let reader = try FinanceStore.open(folder: state)
        #expect(try await reader.transactions(query: TransactionQuery()).count == 1)
        #expect(reader.unreadableRows.keys.sorted() == ["transactionRecord"])
    }

    @Test("of the outbox is given up and holds nothing up")
    func notification() async throws {
        let store = try folder.makeStore()
        let now = Make.instant("2026-03-06T09:00:00Z")
        try await store.commit(
            Make.commit([
                Make.entry("n1", .fired, alert: "a", at: now),
                Make.entry("n2", .reminder, alert: "a", at: now),
                Make.entry("n3", .fired, alert: "b", at: now),
            ]))
        try await store.connection.write("damage a row") {
            try $0.execute(
                sql: """
                    UPDATE outboxNotice SET notice = '{'
                    WHERE sequence = (SELECT sequence FROM outbox WHERE noticeID = 'n1')
                    """)
        }
        let first = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(first.map(\.notification.id) == ["n3"])
        let second = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(second.map(\.notification.id) == ["n2"])
        #expect(try await store.nextDue(channel: "desktop") == nil)
        #expect(await store.unreadableRows().keys.sorted() == ["outbox"])
    }
}

@Suite("Days of balances", .io)
struct BalanceDayTests {
    private let folder = TemporaryFolder()

    @Test("are those of the bank's zone, for grants too")
    func grants() async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        let balances = try [
            Make.balance(booked: "1.00", at: "2026-03-01T22:30:00Z"),
            Make.balance(booked: "2.00", at: "2026-03-01T23:30:00Z"),
        ]
        try await store.commit(
            Make.commit(accounts: [Make.accountFacts()], balances: balances))
        let reader = try ReaderName("app")
        let access = AccountAccess(accountID: Make.accountID(), earliest: Make.day("2026-03-02"))
        try await AccessIndex.open(folder: state)
            .grant(reader, [access], at: Make.instant("2026-03-06T09:00:00Z"))
        let seen = try FinanceStore.open(folder: state, reader: reader)
        #expect(try await seen.accountBalances(for: Make.accountID()) == [balances[1]])
        #expect(
            try await seen.accountBalances(query: AccountBalanceQuery()) == [balances[1]])
    }
}
