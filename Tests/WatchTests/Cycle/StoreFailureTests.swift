import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("Trouble with what is stored")
struct StoreFailureTests {
    private let store = FailingStore()
    private let stage: WatchStage

    init() { stage = WatchStage(store: store) }

    private var failures: Int {
        stage.events.count { if case .storeFailed = $0 { true } else { false } }
    }

    @Test("an identifier with a control character stores nothing of the answer")
    func identifiers() async throws {
        let watcherRules = ["balance under 100 NOK"]
        var watcher = try await stage.watcher(watcherRules)
        stage.bank.append(
            .facts(accounts: [Make.account("a\u{0}1", booked: "5.00")], transactions: []))
        let reports = await watcher.cycleOnce()
        guard case .failed(let failure) = try #require(reports.first).outcome else {
            Issue.record("\(reports)")
            return
        }
        #expect(failure.kind == .malformed)
        #expect(try await store.facts().accounts.isEmpty)
        stage.answer("500.00")
        #expect(await watcher.cycleOnce().map(\.isCompleteCycle) == [true])
    }

    @Test("what fell due while a commit failed is told before the next poll")
    func due() async throws {
        stage.answer("500.00")
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["summary every day at 10:02"])
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        await stage.clock.sleepers()
        store.failNextCommits(1)
        stage.clock.advance(by: 120)
        await stage.clock.sleepers()
        #expect(stage.notified.isEmpty)
        stage.clock.advance(by: 30)
        await stage.clock.sleepers()
        #expect(stage.notified == ["summary scheduled"])
        continuation.yield(.stop)
        await running.value
    }

    @Test("an answer whose commit failed is committed half a minute later, without the bank")
    func keepsAnswers() async throws {
        stage.answer("500.00")
        stage.answer("50.00")
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        await stage.clock.sleepers()
        store.failNextCommits(2)
        stage.clock.advance(by: 300)
        await stage.clock.sleepers()
        #expect(failures == 1 && stage.notified.isEmpty)
        stage.clock.advance(by: 30)
        await stage.clock.sleepers()
        #expect(failures == 2 && stage.notified.isEmpty)
        stage.clock.advance(by: 20)
        continuation.yield(.command)
        await stage.clock.sleepers()
        stage.clock.advance(by: 10)
        await stage.clock.sleepers()
        #expect(stage.notified == ["alert.fired entered"])
        continuation.yield(.stop)
        await running.value
    }

    @Test("maintenance that fails is reported once, not with every poll")
    func maintenance() async throws {
        for _ in 0..<4 { stage.answer("500.00") }
        store.failForgetting()
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        for _ in 0..<3 {
            await stage.clock.sleepers()
            stage.clock.advance(by: 300)
        }
        await stage.clock.sleepers()
        continuation.yield(.stop)
        await running.value
        #expect(failures == 1)
    }

    @Test("rows that can't be read are told once, and when there are none any more")
    func unreadable() async throws {
        for _ in 0..<3 { stage.answer("500.00") }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        store.setAside(["account": "an unknown word"])
        for _ in 0..<2 { _ = await watcher.cycleOnce() }
        #expect(stage.notified == ["health.fired entered"])
        store.setAside([:])
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["health.fired entered", "health.resolved restored"])
    }
}
