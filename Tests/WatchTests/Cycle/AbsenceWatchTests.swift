import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("Absences and summaries in the watcher")
struct AbsenceWatchTests {
    private let sentence = "no credit from 'Acme*' by the 15th"
    private let pay = Make.observation("30000.00", "2026-03-17", text: "ACME AS")

    private func advance(_ stage: WatchStage, to instant: String) {
        stage.clock.advance(by: Make.instant(instant).timeIntervalSince(stage.clock.now))
    }

    @Test("a restart between deadline, judgement and late row changes nothing")
    func restarts() async throws {
        let stage = WatchStage()
        let polls: [(String, [TransactionObservation])] = [
            ("2026-03-15T20:00:00Z", []), ("2026-03-16T07:00:00Z", []),
            ("2026-03-16T08:30:00Z", []), ("2026-03-16T08:35:00Z", []),
            ("2026-03-17T09:00:00Z", [pay]), ("2026-03-17T09:05:00Z", [pay]),
            ("2026-04-16T08:00:00Z", [pay]), ("2026-04-16T08:05:00Z", [pay]),
        ]
        for (instant, rows) in polls {
            advance(stage, to: instant)
            var watcher = try await stage.watcher([sentence])
            stage.answer("500.00", rows)
            _ = await watcher.cycleOnce()
        }
        #expect(
            stage.notified == [
                "alert.fired deadlineMissed", "alert.resolved arrivedLate",
                "alert.fired deadlineMissed",
            ])
    }

    @Test("a judgement whose commit fails is made with the next one")
    func failedCommit() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher([sentence])
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        advance(stage, to: "2026-03-16T09:00:00Z")
        store.failNextCommits(1)
        for _ in 0..<3 {
            stage.answer("500.00")
            _ = await watcher.cycleOnce()
        }
        #expect(stage.notified == ["alert.fired deadlineMissed"])
        #expect(try await store.outbox(in: [.waiting], limit: 10).count == 1)
    }

    @Test("a reload with another clause judges nothing again")
    func reload() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher([sentence])
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        advance(stage, to: "2026-03-16T09:00:00Z")
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        let other = try RuleSet.of([sentence + ", remind every 1 week"])
        stage.rules.exchange(.loaded(other, findings: []))
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired deadlineMissed"])
    }

    @Test("an answer that leaves a gap is no proof that nothing came in it")
    func gap() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher([sentence])
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        advance(stage, to: "2026-05-20T09:00:00Z")
        stage.bank.append(.facts(accounts: [Make.account(from: "2026-05-10")], transactions: []))
        _ = await watcher.cycleOnce()
        #expect(stage.notified.isEmpty)
        advance(stage, to: "2026-06-16T09:00:00Z")
        stage.bank.append(.facts(accounts: [Make.account(from: "2026-05-19")], transactions: []))
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired deadlineMissed"])
    }

    @Test("wakes for a summary and tells it at its instant, between two polls")
    func summary() async throws {
        let stage = WatchStage()
        stage.answer("500.00")
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["summary every day at 10:02"])
        let running = Task {
            await watcher.run(triggers: triggers) { continuation.yield($0) }
        }
        await stage.clock.sleepers()
        #expect(stage.clock.wakeUps == [Make.instant("2026-03-06T09:02:00Z")])
        stage.clock.advance(by: 120)
        await stage.clock.sleepers()
        #expect(stage.notified == ["summary scheduled"])
        continuation.yield(.stop)
        await running.value
    }

    @Test("a summary missed while down is told once after the first poll, with its figures")
    func missedSummary() async throws {
        let stage = WatchStage()
        for (instant, balance) in [
            ("2026-03-06T10:00:00Z", "500.00"), ("2026-03-07T12:00:00Z", "95.00"),
            ("2026-03-07T12:05:00Z", "95.00"),
        ] {
            advance(stage, to: instant)
            var watcher = try await stage.watcher(["summary every day at 08:00"])
            stage.answer(balance)
            _ = await watcher.cycleOnce()
        }
        #expect(stage.notified == ["summary scheduled"])
        let bodies = stage.events.compactMap { event -> String? in
            if case .notified(let notification) = event { notification.data.body } else { nil }
        }
        #expect(bodies == ["Brukskonto: 95,00 kr"])
    }

    @Test("a stream of bare transactions judges deadlines over all its accounts")
    func bareTransactions() throws {
        let builder = PipelineBuilder(
            policy: AlertPolicy(zone: Make.oslo))
        var replayer = Replayer(rules: try RuleSet.of(["no credit by the 15th"]), builder: builder)
        var notified: [AlertNotification] = []
        for (day, account) in [("2026-02-10", "a1"), ("2026-02-11", "a2"), ("2026-03-17", "a1")] {
            let row = Make.observation("-20.00", day, account: account)
            let instant = "\(day)T11:00:00Z"
            var facts = Make.accountFacts(Make.account(account), at: instant)
            facts.coveredFrom = Make.day("2026-02-10")
            notified += replayer.play(Make.transaction(row, firstSeen: instant), of: facts)
        }
        #expect(notified.map(\.data.reason) == [.deadlineMissed])
    }
}
