import Finance
import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@testable import Banks

/// What a SimpleFIN source makes of an answer beside the ones before it.
@Suite("A SimpleFIN server from answer to answer")
struct SimpleFINMemoryTests {
    private static let access = Secret("https://user:pass@bridge.test/simplefin")

    /// A source whose access address is in the settings.
    private func source(
        _ transport: ScriptedTransport, _ store: InMemorySignInStore = InMemorySignInStore(),
        at instant: String = "2026-03-06T09:00:00Z"
    ) -> SimpleFINSource {
        SimpleFINSource(
            id: "bridge", accessURL: Self.access, store: store, transport: transport,
            clock: ManualClock(instant))
    }

    private func answer(
        _ body: String, at instant: String, known: [String] = []
    ) async -> Snapshot {
        let transport = ScriptedTransport { (_) throws(TransportError) in .json(body) }
        let through = Dictionary(known.map { ($0, Make.day("2026-03-05")) }) { $1 }
        return await source(transport, at: instant).fetch(FetchRequest(knownThrough: through))
    }

    @Test("one question takes no longer at the first read than at a later one")
    func oneQuestion() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in throw .timedOut }
        let known = FetchRequest(knownThrough: ["ACT-1": Make.day("2026-03-05")])
        for request in [FetchRequest(), known] {
            let snapshot = await source(transport).fetch(request)
            guard case .failed(let failure) = snapshot.outcome else {
                Issue.record("\(snapshot.outcome)")
                return
            }
            #expect(failure.kind == .timedOut)
        }
        #expect(transport.requests.map(\.timeout) == [.seconds(115), .seconds(115)])
    }

    @Test("a pause is kept over a restart where no sign-in is stored, and is none itself")
    func pause() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            HTTPResponse(status: 429, retryAfter: .seconds(7_200))
        }
        let store = InMemorySignInStore()
        let paused = SnapshotOutcome.throttled(retryAfter: .seconds(7_200))
        #expect(await source(transport, store).fetch(FetchRequest()).outcome == paused)
        #expect(await source(transport, store).fetch(FetchRequest()).outcome == paused)
        #expect(transport.requests.count == 1)
        let signedIn = SimpleFINSource(
            id: "bridge", store: store, transport: transport,
            clock: ManualClock("2026-03-06T12:00:00Z"))
        guard case .failed(let failure) = await signedIn.fetch(FetchRequest()).outcome else {
            Issue.record("a pause passed for a sign-in")
            return
        }
        #expect(failure.problem.contains("nobody has signed in"))
        _ = await source(transport, store, at: "2026-03-06T11:00:01Z").fetch(FetchRequest())
        #expect(transport.requests.count == 2)
    }

    private func pending(_ members: String) -> String {
        SimpleFINBench.row(
            #""posted": 0, "pending": true, "amount": "-389.50", "description": "SHOP""# + members)
    }

    @Test("a pending row that loses its day keeps the one that is known", arguments: [2, 9, 20])
    func lostDay(days: Int) async throws {
        let now = Make.instant("2026-03-06T09:00:00Z")
        let bought = Int(now.timeIntervalSince1970) - days * 86_400
        var ledger = Ledger(source: "bridge")
        let dated = pending(#", "transacted_at": \#(bought)"#)
        ledger.take(await answer(dated, at: "2026-03-06T09:00:00Z"))
        for hour in 10...12 {
            let undated = await answer(pending(""), at: "2026-03-06T\(hour):00:00Z")
            #expect(ledger.take(undated).changes.transactions.isEmpty)
        }
        let records = ledger.records("ACT-1")
        let day = Make.day("2026-03-06").adding(days: -days)
        #expect(records.map(\.transaction.transactionDate) == [day])
        #expect(records.allSatisfy { $0.missedAnswers == 0 })
    }

    @Test("a pending row that had no day at first is news once, whatever day it gets")
    func noDay() async throws {
        var ledger = Ledger(source: "bridge")
        ledger.take(await answer(pending(""), at: "2026-03-06T09:00:00Z"))
        for day in 7...20 {
            let text = day < 10 ? "0\(day)" : "\(day)"
            let changes = ledger.take(
                await answer(pending(""), at: "2026-03-\(text)T09:00:00Z")
            ).changes.transactions
            #expect(!changes.contains { $0.cause == .appeared }, "\(day)")
        }
        #expect(ledger.records("ACT-1").count == 1)
    }

    @Test("a row that is listed twice under its id is one transaction, another one like it is not")
    func listedTwice() async throws {
        let row = #""posted": 1772409600, "amount": "-25.00", "description": "SHOP""#
        let again = ##"}, {"id": "TRN-1", \##(row)}, {"id": "TRN-2", \##(row)"##
        let body = SimpleFINBench.row(row + again)
        let snapshot = await answer(body, at: "2026-03-06T09:00:00Z")
        #expect(snapshot.transactions.map(\.bankTransactionID) == ["TRN-1", "TRN-2"])
    }

    @Test("a currency in small letters is that currency")
    func smallLetters() async throws {
        let body = SimpleFINBench.row(#""posted": 1772409600, "amount": "-1.00""#)
            .replacing("USD", with: "usd")
        let snapshot = await answer(body, at: "2026-03-06T09:00:00Z", known: ["ACT-1"])
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.accounts.map(\.details.currency.code) == ["USD"])
        #expect(snapshot.transactions.count == 1)
    }

    @Test(
        "an account that was read before and is left out now makes the answer partial",
        arguments: [#""currency": null,"#, #""currency": "https://shop.example/points","#])
    func leftOut(currency: String) async throws {
        let body = SimpleFINBench.row(#""posted": 1772409600, "amount": "-1.00""#)
            .replacing(#""currency": "USD","#, with: currency)
        let new = await answer(body, at: "2026-03-06T09:00:00Z")
        #expect(new.outcome == .complete && new.accounts.isEmpty)
        #expect(new.shortfalls.map(\.fix) == ["nothing"])
        let known = await answer(body, at: "2026-03-06T09:00:00Z", known: ["ACT-1"])
        #expect(known.outcome == .partial)
        let shortfall = try #require(known.shortfalls.first)
        #expect(shortfall.problem.contains("'Checking' is left out"))
        #expect(shortfall.fix.contains("SimpleFIN server"), "\(shortfall.fix)")
    }

    @Test("no text of a row and no name shows the credentials, and no cut text a part of them")
    func repeatedCredentials() async throws {
        let body = SimpleFINBench.row(
            #""posted": 1772409600, "amount": "-1.00", "description": "A pass\/hemmelig""#
        ).replacing("Checking", with: "pass/hemmelig").replacing(
            #""errors": []"#,
            with: #""errors": ["\#(String(repeating: "x", count: 195)) pass/hemmelig"]"#)
        let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
        #expect(snapshot.accounts.map(\.details.displayName) == ["…"])
        #expect(snapshot.shortfalls.first?.problem.hasSuffix("x …") == true)
        let row = SimpleFINBench.row(
            #""posted": 1772409600, "amount": "-1.00", "description": "A pass\/hemmelig""#)
        let rows = await SimpleFINBench.answering(row).0.fetch(FetchRequest()).transactions
        #expect(rows.map(\.text) == ["A …"])
    }

    @Test("old figures are a remark behind the error, also where another account fails")
    func staleBesideError() async throws {
        let body = SimpleFINBench.row(#""posted": 1772409600, "amount": "-1.00""#)
            .replacing("1772780000", with: "1772000000")
            .replacing(#""accounts": ["#, with: #""accounts": [{"name": "x"}, "#)
        let said = await SimpleFINBench.answering(body).0.fetch(FetchRequest()).shortfalls
        #expect(said.map(\.isRemark) == [false, true])
        #expect(said.last?.problem.contains("has had no new figures") == true)
        let whole = await SimpleFINBench.answering(
            SimpleFINBench.row(#""posted": 1772409600, "amount": "-1.00""#)
                .replacing("1772780000", with: "1772000000")
        ).0.fetch(FetchRequest())
        #expect(whole.outcome == .complete && whole.shortfalls.map(\.isRemark) == [true])
    }
}
