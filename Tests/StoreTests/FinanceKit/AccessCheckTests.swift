import Alerts
import Finance
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

/// The lines of the conformance list that are about readers and wake-ups, one test each.
@Suite("FinanceKit on Linux: readers and wake-ups", .io)
struct AccessCheckTests {
    private let now = Make.instant("2026-03-06T12:00:00Z")

    /// Rows on 1 to 6 March.
    private func filled() async throws -> FedStore {
        let fed = try FedStore()
        let rows = (1...6).map { Make.observation("-\($0).00", "2026-03-0\($0)") }
        try await fed.take("2026-03-06T09:00:00Z", rows)
        return fed
    }

    private func name(_ text: String = "budget") throws -> ReaderName {
        try ReaderName(text)
    }

    private func access(_ day: String?) -> AccountAccess {
        AccountAccess(accountID: Make.accountID(), earliest: day.map { Make.day($0) })
    }

    @Test(
        "a name that no reader can have is refused with what is allowed, and opens nothing",
        arguments: ["Budget", "my budget", "", "bok\u{E5}", String(repeating: "a", count: 65)])
    func misspelt(text: String) async throws {
        let fed = try await filled()
        let error = #expect(throws: FinanceError.self) { try fed.reader(text) }
        #expect(error == .readerNameInvalid(text))
        #expect(error?.errorDescription?.contains("'\(text)'") == true)
        #expect(error?.recoverySuggestion?.contains("letters a to z") == true)
    }

    @Test("19: a grant with an earliest date hides older rows in every way of asking")
    func hides() async throws {
        let fed = try await filled()
        try await fed.book().grant(name(), [access("2026-03-04")], at: now)
        let reader = try fed.reader()
        #expect(try await reader.shown().count == 3)
        var mirror = Mirror<Transaction>()
        try await mirror.follow(reader)
        #expect(mirror.models == (try await reader.shown()))
        #expect(try await reader.transactions().transactions.count == 3)
        let hidden = try await fed.owner().shown().values.filter {
            $0.transactionDate < Make.day("2026-03-04")
        }
        #expect(hidden.count == 3)
        for row in hidden {
            #expect(try await reader.record(of: row.id) == nil)
            // A look-up by known values, as a picker makes, finds nothing either.
            let (id, amount) = (row.id, row.transactionAmount)
            let known = TransactionQuery(
                predicate: #Predicate { $0.id == id || $0.transactionAmount == amount })
            #expect(try await reader.transactions(query: known).isEmpty)
            let all = #Predicate<Transaction> { $0.transactionDescription.isEmpty || true }
            #expect(
                try await !reader.transactions(query: TransactionQuery(predicate: all))
                    .contains { $0.id == row.id })
        }
        let filter = TransactionFilter(
            account: Make.accountID(), from: Make.day("2026-03-01"), text: "KAFFE")
        #expect(try await reader.transactions(matching: filter).transactions.count == 3)
        #expect(try await reader.access()?.accounts == [access("2026-03-04")])
    }

    @Test("19b: a grant with an earliest date hides older balance records in every way of asking")
    func hidesBalances() async throws {
        let fed = try FedStore()
        for day in 1...6 {
            try await fed.take("2026-03-0\(day)T09:00:00Z", [], booked: "100\(day).00")
        }
        let id = Make.accountID()
        try await fed.book().grant(name(), [access("2026-03-04")], at: now)
        let reader = try fed.reader()
        #expect(try await fed.owner().accountBalances(query: AccountBalanceQuery()).count == 6)
        #expect(try await reader.accountBalances(query: AccountBalanceQuery()).count == 3)
        #expect(try await reader.accountBalances(for: id).count == 3)
        var mirror = Mirror<AccountBalance>()
        for try await page in reader.accountBalanceHistory(forAccountID: id, isMonitoring: false) {
            mirror.apply(page)
        }
        #expect(mirror.models.count == 3 && mirror.faults == [])
        let facts = try await reader.currentFacts().accounts[id]
        #expect(facts?.booked == Make.money("1006.00"))
        #expect(facts?.coveredFrom == Make.day("2026-03-04"))
        try await fed.book().narrow(name(), to: Make.day("2026-04-01"), at: now)
        let narrowed = try #require(try await reader.currentFacts().accounts[id])
        #expect(narrowed.booked == nil && narrowed.available == nil)
        #expect(narrowed.coveredFrom == Make.day("2026-04-01"))
        #expect(try await reader.accountBalances(for: id).isEmpty)
        #expect(try await fed.reader("other").currentFacts().accounts.isEmpty)
    }

    @Test("19c: a grant for one account hides what is scheduled on the others")
    func hidesScheduled() async throws {
        let fed = try FedStore()
        let items = ["a1", "a2"].map {
            ScheduledItem(
                bankAccountID: $0, id: $0, amount: Make.money("-9.00"),
                due: Make.day("2026-03-20"), text: "Husleie", kind: .payment)
        }
        try await fed.take(
            Make.snapshot(
                "2026-03-06T09:00:00Z", [Make.account("a1"), Make.account("a2")], [],
                scheduled: items))
        try await fed.book().grant(name(), [access(nil)], at: now)
        let reader = try fed.reader()
        #expect(try await reader.scheduledItems(of: Make.source) == [items[0]])
        let facts = try await reader.currentFacts()
        #expect(facts.sources[Make.source]?.scheduled?.items == [items[0]])
    }

    @Test("20: narrowing emits deletes, widening inserts, revoking empties the reader's world")
    func moves() async throws {
        let fed = try await filled()
        let (book, reader) = (try fed.book(), try fed.reader())
        var mirror = Mirror<Transaction>()
        var accounts = Mirror<Account>()
        func follow() async throws -> [Int] {
            let count = mirror.pages.count
            try await mirror.follow(reader)
            let news = mirror.pages[count...]
            for try await page in reader.accountHistory(since: accounts.token, isMonitoring: false)
            {
                accounts.apply(page)
            }
            #expect(mirror.models == (try await reader.shown()))
            return [
                news.flatMap(\.deleted).count, news.flatMap(\.inserted).count,
                accounts.models.count,
            ]
        }
        #expect(try await follow() == [0, 0, 0])
        try await book.grant(name(), [access(nil)], at: now)
        #expect(try await follow() == [0, 6, 1])
        #expect(try await book.narrow(name(), to: Make.day("2026-03-05"), at: now) == 1)
        #expect(try await follow() == [4, 0, 1])
        #expect(
            mirror.pages.last?.deletionReasons.values.allSatisfy { $0 == .accessNarrowed } == true)
        // Narrowing never widens.
        #expect(try await book.narrow(name(), to: Make.day("2026-03-01"), at: now) == 0)
        try await book.grant(name(), [access("2026-03-02")], at: now)
        #expect(try await follow() == [0, 3, 1])
        try await book.revoke(name(), at: now)
        #expect(try await follow() == [5, 0, 0])
        #expect(
            mirror.pages.last?.deletionReasons.values.allSatisfy { $0 == .accessRevoked } == true)
        #expect(try await reader.accounts(query: AccountQuery()).isEmpty)
        #expect(mirror.faults == [] && accounts.faults == [])
    }

    @Test("20b: rows that came before access was taken away are not delivered afterwards")
    func unread() async throws {
        let fed = try await filled()
        let (book, reader) = (try fed.book(), try fed.reader())
        let id = Make.accountID()
        try await book.grant(name(), [access(nil)], at: now)
        var mirror = Mirror<Transaction>()
        var balances = Mirror<AccountBalance>()
        func follow() async throws -> [HistoryChanges<Transaction>] {
            let count = mirror.pages.count
            try await mirror.follow(reader)
            let history = reader.accountBalanceHistory(
                forAccountID: id, since: balances.token, isMonitoring: false)
            for try await page in history { balances.apply(page) }
            return Array(mirror.pages[count...])
        }
        _ = try await follow()
        let rows = (1...6).map { Make.observation("-\($0).00", "2026-03-0\($0)") }
        let early = Make.observation("-777.00", "2026-03-02", text: "GAVE")
        try await fed.take("2026-03-06T13:00:00Z", rows + [early], booked: "900.00")
        try await book.narrow(name(), to: Make.day("2026-03-05"), at: now)
        let narrowed = try await follow()
        #expect(narrowed.flatMap(\.inserted).isEmpty && narrowed.flatMap(\.deleted).count == 4)
        #expect(mirror.models == (try await reader.shown()))

        let late = Make.observation("-888.00", "2026-03-06", text: "GAVE")
        try await fed.take("2026-03-07T13:00:00Z", rows + [early, late], booked: "800.00")
        try await book.revoke(name(), at: now)
        let seen = balances.pages.count
        let revoked = try await follow()
        #expect(revoked.flatMap(\.inserted).isEmpty && revoked.flatMap(\.deleted).count == 2)
        #expect(balances.pages[seen...].allSatisfy { $0.inserted.isEmpty && $0.updated.isEmpty })
        #expect(mirror.models.isEmpty && balances.models.isEmpty)

        // What was left out comes with the next access to it.
        try await book.grant(name(), [access(nil)], at: now)
        #expect(try await follow().flatMap(\.inserted).count == 8)
        #expect(mirror.faults == [] && balances.faults == [])
    }

    @Test(
        "20c: a reader gets the deletes, however many rows came since it last read",
        arguments: ["narrow", "revoke", "remove"])
    func manyUnread(way: String) async throws {
        func rows(_ count: Int) -> [TransactionObservation] {
            (1...count).map { Make.observation("-\($0).00", "2026-03-05", text: "ROW \($0)") }
        }
        let fed = try FedStore()
        try await fed.take("2026-03-06T09:00:00Z", rows(300))
        let book = try fed.book()
        try await book.grant(name(), [access(nil)], at: now)
        let reader = try fed.reader()
        var (mirror, late) = (Mirror<Transaction>(), Mirror<Transaction>())
        try await mirror.follow(reader)
        #expect(mirror.models.count == 300)
        try await fed.take("2026-03-06T10:00:00Z", rows(1_200))
        // This one is in the middle of its first reading.
        try await late.follow(reader, pages: 1)
        #expect(late.models.count == 500)
        switch way {
        case "narrow": try await book.narrow(name(), to: Make.day("2026-03-06"), at: now)
        case "revoke": try await book.revoke(name(), at: now)
        default: _ = try await fed.store.remove(source: Make.source)
        }
        let pages = mirror.pages.count
        try await mirror.follow(reader)
        try await late.follow(reader)
        #expect(mirror.pages[pages...].allSatisfy { $0.inserted.isEmpty && $0.updated.isEmpty })
        #expect(mirror.models.isEmpty && late.models.isEmpty)
        guard way != "remove" else { return }
        try await book.grant(name(), [access(nil)], at: now)
        try await mirror.follow(reader)
        try await late.follow(reader)
        #expect(mirror.models.count == 1_200 && late.models == mirror.models)
    }

    @Test("21: asking again after a decision does not prompt; without one it does")
    func prompts() async throws {
        let fed = try await filled()
        let reader = try fed.reader()
        let asked = Mutex<[String]>([])
        func request() async throws -> AuthorizationStatus {
            try await reader.requestAuthorization { text in asked.withLock { $0.append(text) } }
        }
        #expect(try await request() == .notDetermined)
        #expect(try await request() == .notDetermined)
        #expect(asked.withLock { $0.count } == 2)
        #expect(asked.withLock { $0[0] }.contains("saldovakt access grant budget"))
        #expect(asked.withLock { $0[0] }.hasSuffix("--state '\(fed.folder)'`"))
        try await fed.book().grant(name(), [access(nil)], at: now)
        #expect(try await request() == .authorized)
        try await fed.book().revoke(name(), at: now)
        #expect(try await request() == .denied)
        #expect(asked.withLock { $0.count } == 2)
        #expect(try await fed.owner().requestAuthorization() == .authorized)
    }

    @Test("22: dataRestricted while the keyring is locked; recovery without a restart")
    func restricted() async throws {
        let fed = try await filled()
        let isLocked = Mutex(true)
        let owner = try fed.owner(.init(isRestricted: { isLocked.withLock { $0 } }))
        let id = Make.accountID()
        let reads: [@Sendable () async throws -> Void] = [
            { _ = try await owner.accounts(query: AccountQuery()) },
            { for try await _ in owner.accountHistory(isMonitoring: false) {} },
            { _ = try await owner.currentToken() }, { _ = try await owner.accounts() },
            { _ = try await owner.currentFacts() },
            { _ = try await owner.accountBalances(for: id) },
            { _ = try await owner.transactions() }, { _ = try await owner.record(of: id) },
            { _ = try await owner.scheduledItems(of: Make.source) },
            { _ = try await owner.paymentCards(of: Make.source) },
            { _ = try await owner.records(withPrefix: "abcd") },
            { _ = try await owner.openQuestions(of: id, from: Make.day("2026-03-01")) },
        ]
        for read in reads {
            await #expect(throws: FinanceError.dataRestricted(.financialData)) { try await read() }
        }
        isLocked.withLock { $0 = false }
        for read in reads { try await read() }
        #expect(FinanceStore.isDataAvailable(.financialData))
    }

    @Test("22b: who follows goes on from its token after a restriction, and misses nothing")
    func restrictedFollower() async throws {
        let fed = try await filled()
        let isLocked = Mutex(false)
        let owner = try fed.owner(.init(isRestricted: { isLocked.withLock { $0 } }))
        var mirror = Mirror<Transaction>()
        try await mirror.follow(owner)
        let known = mirror.models.count
        var waiting = owner.transactionHistory(
            forAccountID: Make.accountID(), since: mirror.token
        ).makeAsyncIterator()
        isLocked.withLock { $0 = true }
        let row = Make.record(Make.observation("-9.00", "2026-03-06"))
        try await fed.store.commit(Make.commit(records: [row]))
        await #expect(throws: FinanceError.dataRestricted(.financialData)) {
            _ = try await waiting.next()
        }
        // A query that threw has ended; the store itself has not.
        #expect(try await waiting.next() == nil)
        isLocked.withLock { $0 = false }
        try await mirror.follow(owner)
        #expect(mirror.models.count == known + 1 && mirror.faults == [])
        #expect(mirror.models == (try await owner.shown()))
    }

    @Test("23: with an hourly gap a burst of ten changes gives one start now and one an hour later")
    func burst() async throws {
        let fed = try await filled()
        let clock = ManualClock(now)
        let wakes = try fed.owner().backgroundDelivery(
            for: [.transactions], frequency: .hourly, clock: clock,
            since: try await fed.owner().currentToken())
        let (starts, notified) = AsyncStream.makeStream(of: Date.self)
        let running = Task {
            for try await kinds in wakes {
                #expect(kinds == [.transactions])
                notified.yield(clock.now)
            }
        }
        var heard = starts.makeAsyncIterator()
        for turn in 1...10 {
            let row = Make.record(Make.observation("-9.00", "2026-03-06"), ordinal: turn)
            try await fed.store.commit(Make.commit(records: [row]))
            if turn == 1 { #expect(await heard.next() == now) }
            clock.advance(by: 5)
        }
        await clock.sleepers()
        clock.set(to: now.addingTimeInterval(3_600))
        #expect(await heard.next() == now.addingTimeInterval(3_600))
        running.cancel()
    }

    @Test("24: a wake-up names kinds only, and without a change there is none")
    func kinds() {
        var plan = DeliveryPlan(kinds: [.transactions, .accounts], frequency: .daily)
        #expect(plan.decision(at: now) == .idle)
        plan.note([.accountBalances])
        #expect(plan.decision(at: now) == .idle)
        plan.note([.transactions, .accountBalances])
        #expect(plan.decision(at: now) == .start([.transactions]))
        plan.started(at: now)
        #expect(plan.decision(at: now) == .idle)
        plan.note([.accounts])
        let end = now.addingTimeInterval(86_400)
        #expect(plan.decision(at: end.addingTimeInterval(-1)) == .wait(until: end))
        #expect(plan.decision(at: end) == .start([.accounts]))
    }

    @Test("25: rows that the owner hands over once leave the reader without access")
    func picked() async throws {
        let fed = try await filled()
        let day = Make.day("2026-03-05")
        let chosen = try await fed.owner().transactions(
            query: TransactionQuery(predicate: #Predicate { $0.transactionDate == day }))
        #expect(chosen.count == 1)
        let handed = try JSONEncoder().encode(chosen)
        #expect(try JSONDecoder().decode([Transaction].self, from: handed) == chosen)
        let reader = try fed.reader()
        #expect(try await reader.authorizationStatus() == .notDetermined)
        #expect(try await fed.book().readers().isEmpty)
        // Knowing a row does not open it, nor what belongs to it.
        let id = try #require(chosen.first?.id)
        #expect(try await reader.record(of: id) == nil)
        #expect(
            try await reader.transactions(
                query: TransactionQuery(predicate: #Predicate { $0.id == id })
            ).isEmpty)
        #expect(try await reader.accounts(query: AccountQuery()).isEmpty)
        var mirror = Mirror<Transaction>()
        try await mirror.follow(reader)
        #expect(mirror.models.isEmpty)
        // Nor does it tell of what becomes of the row later.
        var row = try #require(try await fed.owner().record(of: id))
        row.transaction.transactionDescription = "CHANGED"
        try await fed.store.commit(Make.commit(records: [row]))
        try await mirror.follow(reader)
        #expect(mirror.models.isEmpty && mirror.pages.allSatisfy(\.isEmpty))
    }

    @Test("a reader is told kinds only of what it may see")
    func seenKinds() async throws {
        let fed = try await filled()
        let clock = ManualClock(now)
        let reader = try fed.reader()
        let token = try await reader.currentToken()
        let row = Make.record(Make.observation("-9.00", "2026-03-06"))
        try await fed.store.commit(Make.commit(records: [row]))
        let wakes = reader.backgroundDelivery(
            for: Set(BackgroundDataType.allCases), frequency: .immediate, clock: clock,
            since: token)
        let first = Task { try await wakes.first { _ in true } }
        try await fed.book().grant(name(), [access(nil)], at: now)
        #expect(try await first.value?.isEmpty == false)
    }
}
