import Finance
import Foundation
import Store
import TestSupport
import Testing

@Suite("Asking the finance store", .io)
struct FinanceStoreTests {
    private let folder = TemporaryFolder()

    private func makeStore() async throws -> SQLiteAlertStore {
        let store = try folder.makeStore()
        let accounts = [
            Make.accountFacts(Make.account("a2", name: "Sparekonto")),
            Make.accountFacts(Make.account("a1", name: "Brukskonto")),
        ]
        var rows = (1...28).map { day in
            Make.record(
                Make.observation("-\(day).00", day < 10 ? "2026-02-0\(day)" : "2026-02-\(day)"))
        }
        rows.append(Make.record(Make.reservation("-5.00", "2026-02-14", text: "SMØRBRØD AS")))
        rows.append(Make.record(Make.observation("9.00", "2026-02-14", account: "a2")))
        var gone = Make.record(Make.reservation("-7.00", "2026-02-14", text: "GONE"))
        gone.isGone = true
        rows.append(gone)
        try await store.commit(Make.commit(accounts: accounts, records: rows.shuffled()))
        return store
    }

    @Test("lists accounts by name")
    func accounts() async throws {
        let finance = try await makeStore().finance
        #expect(try await finance.accounts().map(\.displayName) == ["Brukskonto", "Sparekonto"])
        #expect(try await finance.currentFacts().sources.keys.sorted() == ["sbanken"])
    }

    @Test("shows every transaction once over pages, newest first, while others arrive")
    func pages() async throws {
        let store = try await makeStore()
        var days: [CalendarDay] = []
        var ids: Set<UUID> = []
        var cursor: TransactionCursor?
        repeat {
            let page = try await store.finance.transactions(after: cursor, limit: 7)
            days += page.transactions.map(\.transactionDate)
            ids.formUnion(page.transactions.map(\.id))
            cursor = page.next
            let newer = Make.record(
                Make.observation("-1.00", "2026-03-01"), ordinal: 100 + days.count)
            try await store.commit(Make.commit(records: [newer]))
        } while cursor != nil
        #expect(days.count == 30)
        #expect(ids.count == 30)
        #expect(days == days.sorted(by: >))
    }

    @Test(
        "narrows by account, days, text and status",
        arguments: [
            (TransactionFilter(account: Make.accountID("a2")), 1),
            (TransactionFilter(account: Make.accountID("a9")), 0),
            (TransactionFilter(from: Make.day("2026-02-27")), 2),
            (TransactionFilter(to: Make.day("2026-02-03")), 3),
            (TransactionFilter(from: Make.day("2026-02-14"), to: Make.day("2026-02-14")), 3),
            (TransactionFilter(text: "smørbrød"), 1), (TransactionFilter(text: ""), 30),
            (TransactionFilter(text: "gone"), 0), (TransactionFilter(statuses: [.pending]), 1),
            (TransactionFilter(statuses: [.pending, .booked]), 30),
            (TransactionFilter(from: CalendarDay(dayNumber: -3_000_000_000), to: nil), 30),
            (TransactionFilter(from: nil, to: CalendarDay(dayNumber: 3_000_000_000)), 30),
        ])
    func narrows(filter: TransactionFilter, count: Int) async throws {
        let page = try await makeStore().finance.transactions(matching: filter)
        #expect(page.transactions.count == count)
        #expect(page.next == nil)
    }

    @Test("begins where a page of no rows ended", arguments: [0, -1])
    func emptyPages(limit: Int) async throws {
        let finance = try await makeStore().finance
        let empty = try await finance.transactions(limit: limit)
        #expect(empty.transactions.isEmpty)
        let stored = try JSONEncoder().encode(try #require(empty.next))
        let next = try JSONDecoder().decode(TransactionCursor.self, from: stored)
        let page = try await finance.transactions(after: next, limit: 20)
        #expect(page.transactions.count == 20)
        let again = try await finance.transactions(after: page.next, limit: limit)
        #expect(again.transactions.isEmpty && again.next == page.next)
        let accounts = try await finance.accounts()
        for account in accounts {
            #expect(try await finance.accountBalances(for: account.id, limit: limit).isEmpty)
        }
    }

    @Test("shows a record that has gone, and none for an unknown identifier")
    func record() async throws {
        let store = try await makeStore()
        let gone = Make.record(Make.reservation("-7.00", "2026-02-14", text: "GONE"))
        #expect(try await store.finance.record(of: gone.transaction.id)?.isGone == true)
        #expect(try await store.finance.record(of: UUID()) == nil)
    }
}
