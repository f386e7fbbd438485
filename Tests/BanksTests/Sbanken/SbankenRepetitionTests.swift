import Finance
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Banks

/// Most polls bring the answers of the poll before; each is read for itself.
@Suite("Polls of Sbanken, one after the other", .io)
struct SbankenRepetitionTests {
    /// What a bank answers for one list, until a test exchanges it.
    private final class Changeable: Sendable {
        private let response: Mutex<HTTPResponse>

        init(_ response: HTTPResponse) { self.response = Mutex(response) }

        func become(_ other: HTTPResponse) { response.withLock { $0 = other } }

        var answer: FakeBank.Answer {
            { (_) throws(TransportError) in self.response.withLock { $0 } }
        }
    }

    private let rows: Changeable
    private let bank: FakeBank

    init() throws {
        rows = Changeable(try Fixture.response("transactions"))
        bank = FakeBank(replacing: ["/Transactions/\(FakeBank.main)": rows.answer])
    }

    /// How many questions are asked from here on.
    private func asked(in poll: () async -> Snapshot) async -> (Snapshot, Int) {
        let before = bank.asked.count
        let snapshot = await poll()
        return (snapshot, bank.asked.count - before)
    }

    @Test("bring the same again, each list asked for once")
    func same() async {
        let source = bank.source()
        let first = await source.fetch(FetchRequest())
        bank.clock.advance(by: 300)
        let (second, count) = await asked { await source.fetch(FetchRequest()) }
        #expect(second.observedAt == bank.clock.now)
        #expect(second.outcome == .complete)
        #expect(second.accounts == first.accounts)
        #expect(second.transactions == first.transactions)
        #expect(count == 6)
    }

    @Test("bring what changed, each list asked for once")
    func difference() async throws {
        let source = bank.source()
        _ = await source.fetch(FetchRequest())
        rows.become(try Fixture.response("transactions-booked"))
        let (changed, count) = await asked { await source.fetch(FetchRequest()) }
        let fresh = await bank.fetch()
        #expect(changed.outcome == .complete)
        #expect(changed.transactions == fresh.transactions)
        #expect(count == 6)
        let (again, _) = await asked { await source.fetch(FetchRequest()) }
        #expect(again.transactions == fresh.transactions)
    }

    @Test("report an error like the first poll, and recover")
    func failure() async throws {
        let source = bank.source()
        _ = await source.fetch(FetchRequest())
        rows.become(.json("{}", status: 503))
        let (partial, count) = await asked { await source.fetch(FetchRequest()) }
        #expect(partial.outcome == .partial)
        #expect(partial.shortfalls.count == 1)
        #expect(count == 6)
        let (still, _) = await asked { await source.fetch(FetchRequest()) }
        #expect(still.outcome == .partial)
        rows.become(try Fixture.response("transactions"))
        let (whole, _) = await asked { await source.fetch(FetchRequest()) }
        #expect(whole.outcome == .complete)
    }

    @Test("ask for the days and lists that are wanted at the time")
    func otherQuestion() async throws {
        let source = bank.source()
        _ = await source.fetch(FetchRequest())
        let day = try #require(CalendarDay(isoText: "2026-03-05"))
        let (narrow, _) = await asked {
            await source.fetch(FetchRequest(knownThrough: [FakeBank.main: day]))
        }
        #expect(narrow.accounts.first?.coveredFrom?.description == "2026-02-19")
        bank.clock.advance(by: 86_400)
        let (next, _) = await asked { await source.fetch(FetchRequest()) }
        #expect(next.accounts.first?.coveredFrom?.description == "2025-12-07")
        let (scheduled, _) = await asked {
            await source.fetch(FetchRequest(includesScheduled: true))
        }
        #expect(scheduled.scheduled?.isEmpty == false)
    }

    @Test("ask again for an account that the list leaves out")
    func leftOut() async throws {
        let day = try #require(CalendarDay(isoText: "2026-03-05"))
        let bank = FakeBank(replacing: [
            "/Accounts/gone": FakeBank.always(.json(#"{"status": 404}"#, status: 404))
        ])
        let source = bank.source()
        for _ in 0..<3 { _ = await source.fetch(FetchRequest(knownThrough: ["gone": day])) }
        #expect(bank.asked.count { $0 == "/Accounts/gone" } == 3)
    }
}
