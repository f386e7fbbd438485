import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// Most polls bring nothing: they read nothing again, and nobody waits for the disk.
@Suite("An answer without news")
struct QuietAnswerTests {
    private let folder = TemporaryFolder()
    private let later = "2026-03-06T09:05:00Z"

    /// A state folder whose store has one account and remembers what is held about it.
    private func makeStore() async throws -> (state: String, store: SQLiteAlertStore) {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        _ = try await store.holdings(for: Make.snapshot(later))
        return (state, store)
    }

    /// The account as a later answer finds it, without news.
    private var refreshed: AccountFacts {
        var facts = Make.accountFacts(at: later)
        facts.firstSeen = Make.accountFacts().firstSeen
        return facts
    }

    private func stamp(of store: SQLiteAlertStore) async throws -> StoreStamp {
        try await store.connection.look("look") { try store.connection.stamp(of: $0) }
    }

    private func other(_ state: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test("stores when it was read, for other processes too")
    func storesDates() async throws {
        let (state, store) = try await makeStore()
        let facts = refreshed
        let before = try await stamp(of: store)
        try await store.commit(Make.commit(at: later, accounts: [facts]))
        // What is remembered still stands, so this was no ordinary commit.
        #expect(try await stamp(of: store) == before)
        let read = try await SQLiteAlertStore.openReadOnly(folder: state).facts()
        #expect(read.accounts[facts.account.id] == facts)
        #expect(read.sources[Make.source]?.lastComplete == Make.instant(later))
        #expect(try await store.holdings(for: Make.snapshot(later)).accounts.values.first == facts)
    }

    @Test("with the day's payment cards stores them too")
    func storesCards() async throws {
        let (_, store) = try await makeStore()
        let card = PaymentCard(
            id: "c1", number: nil, scheme: nil, product: nil, status: .active, accountNumber: nil,
            lastDay: nil)
        let facts = refreshed
        let quiet = try #require(Make.commit(at: later, accounts: [facts]).reconciliation)
        let answer = Reconciliation(
            source: quiet.source, accounts: [facts], balances: [], records: [],
            changes: quiet.changes, scheduled: nil, cards: [card])
        try await store.commit(
            CycleCommit(reconciliation: answer, alerts: AlertLedgerChange(), outbox: []))
        #expect(try await store.finance.paymentCards(of: Make.source) == [card])
        #expect(try await store.facts().accounts[facts.account.id] == facts)
    }

    @Test("with another figure is written as news")
    func notices() async throws {
        let (_, store) = try await makeStore()
        var facts = refreshed
        facts.booked = Make.money("1.00")
        try await store.commit(Make.commit(at: later, accounts: [facts]))
        #expect(try await store.facts().accounts[facts.account.id] == facts)
        #expect(try await store.holdings(for: Make.snapshot(later)).accounts.values.first == facts)
    }

    @Test("after another process wrote is held against what is stored then")
    func seesOthers() async throws {
        let (state, store) = try await makeStore()
        try other(state, "UPDATE account SET displayName = 'Renamed'")
        let held = try await store.holdings(for: Make.snapshot(later))
        #expect(held.accounts.values.first?.account.displayName == "Renamed")
        // The answer has the bank's name, which is not what is stored.
        let facts = refreshed
        try other(state, "UPDATE account SET displayName = 'Again'")
        try await store.commit(Make.commit(at: later, accounts: [facts]))
        #expect(try await store.facts().accounts[facts.account.id] == facts)
    }

    @Test("that touches other days is given what they hold")
    func otherDays() async throws {
        let (_, store) = try await makeStore()
        let row = Make.record(Make.observation("-1.00", "2025-06-01"))
        try await store.commit(Make.commit(accounts: [Make.accountFacts()], records: [row]))
        let recent = try await store.holdings(for: Make.snapshot(later))
        #expect(recent.records.values.joined().isEmpty)
        var account = Make.account()
        account.coveredFrom = Make.day("2025-01-01")
        let all = try await store.holdings(for: Make.snapshot(later, [account]))
        #expect(all.records.values.joined().count == 1)
    }

    @Test("leaves room for instructions of other processes")
    func instructions() async throws {
        let (state, store) = try await makeStore()
        #expect(try await store.instructions().isEmpty)
        #expect(try await store.instructions().isEmpty)
        let instruction = Instruction(
            id: "i1", at: Make.instant(later), order: .retry(noticeID: "ntc_1"))
        try await StateInbox.leave(instruction, folder: state)
        #expect(try await store.instructions() == [instruction])
        try other(state, "DELETE FROM instruction")
        #expect(try await store.instructions().isEmpty)
        try await store.add(instruction)
        #expect(try await store.instructions() == [instruction])
    }
}
