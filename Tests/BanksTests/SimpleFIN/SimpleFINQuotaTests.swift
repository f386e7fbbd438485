import Finance
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks

@Suite("The quota of a SimpleFIN server", .io)
struct SimpleFINQuotaTests {
    @Test("after 24 reads of a day the server refuses, and answers again on the next one")
    func quota() async throws {
        try await SimpleFINBench.with { bench in
            for _ in 1...24 {
                _ = try await bench.fetch("quota")
                bench.store.forgetPause()
            }
            #expect((await bench.fetch()).failure?.kind == .refused)
            try bench.server.advance(to: Make.day("2026-03-07"))
            bench.clock.advance(by: 86_400)
            #expect(await bench.fetch().outcome == .complete)
        }
    }

    @Test("the last request of a day that a server allows is followed by a pause, restarts or not")
    func counted() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            .json(SimpleFINBench.row(#""posted": 1772780000, "amount": "-1.00""#))
        }
        let (store, clock) = (InMemorySignInStore(), ManualClock("2026-03-06T09:00:00Z"))
        store.save(
            SignInState([SimpleFINAccess.part: "https://user:pass@bridge.test/simplefin"]))
        let restarted = {
            SimpleFINSource(id: "bridge", store: store, transport: transport, clock: clock)
        }
        for _ in 1...24 {
            #expect(await restarted().fetch(FetchRequest()).outcome == .complete)
            clock.advance(by: 60)
        }
        let rest = Duration.seconds(86_400 - 24 * 60)
        #expect(
            await restarted().fetch(FetchRequest()).outcome == .throttled(retryAfter: rest))
        clock.advance(by: 86_400 - 24 * 60)
        #expect(await restarted().fetch(FetchRequest()).outcome == .complete)
        #expect(store.load()?.isSignIn == true)
        try await SimpleFINBench.with { bench in
            for _ in 1...30 { #expect(await bench.fetch().outcome == .complete) }
        }
    }

    @Test("requests that fail count too")
    func countedFailures() async {
        let (source, transport) = SimpleFINBench.answering("{}", status: 500)
        for _ in 1...30 { _ = await source.fetch(FetchRequest()) }
        #expect(transport.requests.count == 24)
    }

    @Test("429 without a length is waited for like the shortest interval, over restarts too")
    func tooMany() async throws {
        let (source, transport) = SimpleFINBench.answering("", status: 429)
        for _ in 1...2 {
            #expect(
                await source.fetch(FetchRequest()).outcome
                    == .throttled(retryAfter: .seconds(3_600)))
        }
        #expect(transport.requests.count == 1)
    }

    @Test("a warning about the quota keeps the rows, and nobody asks for four hours")
    func quotaWarning() async throws {
        try await SimpleFINBench.with { bench in
            for _ in 1..<20 { #expect(try await bench.fetch("quota").shortfalls.isEmpty) }
            let snapshot = await bench.fetch()
            #expect(snapshot.outcome == .complete)
            #expect(snapshot.accounts.allSatisfy { $0.isTransactionListComplete })
            #expect(!snapshot.transactions.isEmpty)
            let said = try #require(snapshot.shortfalls.first)
            #expect(said.problem.contains("limit of requests"))
            #expect(said.fix.contains("interval"))
            bench.clock.advance(by: 3_600)
            #expect(
                try await bench.fetch("fine").outcome == .throttled(retryAfter: .seconds(10_800)))
            bench.clock.advance(by: 10_800)
            #expect(await bench.fetch().outcome == .complete)
        }
    }

    @Test(
        "only a general text about requests is one about the quota",
        arguments: [
            (#""errors": ["Daily quota nearly used"]"#, true),
            (#""errlist": [{"code": "gen.", "msg": "Too many requests today"}]"#, true),
            (#""errlist": [{"code": "con.", "msg": "limit reached", "conn_id": "c"}]"#, false),
            (#""errlist": [{"code": "act.failed", "msg": "limit", "account_id": "ACT-1"}]"#, false),
            (#""errors": ["The answer has the limit of 500 transactions"]"#, false),
            (#""errors": ["The date range exceeds the limit of 90 days and was capped."]"#, false),
            (#""errlist": [{"code": "gen.api", "msg": "requests over the limit"}]"#, false),
            (#""errlist": [{"code": "gen.slow", "msg": "requests over the limit"}]"#, true),
            (#""errors": ["Unlimited trouble"]"#, false),
        ])
    func quotaTexts(errors: String, isQuota: Bool) async throws {
        let body = SimpleFINBench.row(#""posted": 1772409600, "amount": "-1.00""#)
            .replacing(#""errors": []"#, with: errors)
        let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
        #expect((snapshot.outcome == .complete) == isQuota)
        #expect(snapshot.shortfalls.first?.fix.contains("interval") == isQuota)
    }

    @Test("an answer about the quota without accounts is a wish to come later")
    func quotaAlone() async throws {
        let body = #"{"errors": ["Daily quota used"], "accounts": []}"#
        let snapshot = await SimpleFINBench.answering(body).0.fetch(FetchRequest())
        #expect(snapshot.outcome == .throttled(retryAfter: .seconds(14_400)))
    }

    @Test("a pause that the server asked for is kept over a restart")
    func pause() async throws {
        try await SimpleFINBench.with { bench in
            try bench.server.set(.throttle, 1_800)
            #expect(await bench.fetch().outcome == .throttled(retryAfter: .seconds(1_800)))
            try bench.server.set(.throttle, 0)
            let restarted = SimpleFINSource(
                id: "bridge", store: bench.store, transport: bench.transport, clock: bench.clock)
            bench.clock.advance(by: 60)
            #expect(
                await restarted.fetch(FetchRequest()).outcome
                    == .throttled(retryAfter: .seconds(1_740)))
            bench.clock.advance(by: 1_740)
            #expect(await restarted.fetch(FetchRequest()).outcome == .complete)
        }
    }
}
