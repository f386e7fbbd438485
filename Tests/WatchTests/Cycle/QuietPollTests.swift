import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("Polls without news")
struct QuietPollTests {
    private let store = FailingStore()

    @discardableResult
    private func poll(_ stage: WatchStage, _ watcher: inout Watcher) async -> [PollReport] {
        stage.clock.advance(by: 300)
        stage.answer("500.00")
        return await watcher.cycleOnce()
    }

    @Test("note when the account was read, and are complete ones")
    func dates() async throws {
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await poll(stage, &watcher)
        let reports = await poll(stage, &watcher)
        #expect(reports.map(\.isCompleteCycle) == [true])
        #expect(reports.map(\.accounts.count) == [1])
        let account = try await store.facts().accounts.values.first
        #expect(account?.freshAt == stage.clock.now)
        #expect(account?.completeAt == stage.clock.now)
    }

    @Test("whose commit fails are made up for by the next one")
    func failure() async throws {
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await poll(stage, &watcher)
        store.failNextCommits(1)
        let reports = await poll(stage, &watcher)
        #expect(reports.map(\.isCommitted) == [false])
        await poll(stage, &watcher)
        #expect(try await store.facts().accounts.values.first?.freshAt == stage.clock.now)
    }

    @Test("on a new day keep a balance of that day")
    func newDay() async throws {
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await poll(stage, &watcher)
        stage.clock.set(to: Make.instant("2026-03-06T23:30:00Z"))
        await poll(stage, &watcher)
        let days = try await store.balances(since: .distantPast).map {
            CalendarDay(of: $0.currentBalance.asOfDate, in: Make.oslo).description
        }
        #expect(days == ["2026-03-06", "2026-03-07"])
    }

    @Test("settings that are read again keep the banks and the time of the start")
    func surroundings() {
        let started = Make.instant("2026-03-06T09:00:00Z")
        let builder = PipelineBuilder(
            policy: AlertPolicy(zone: Make.oslo),
            sources: ["sbanken"], startedAt: started)
        let adopted = builder.adopting(
            ReloadedConfiguration(policy: AlertPolicy(zone: Make.oslo), channels: []))
        #expect(adopted.sources == ["sbanken"])
        #expect(adopted.startedAt == started)
    }
}
