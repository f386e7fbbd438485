import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("While nothing moves")
struct StandstillTests {
    /// Polls with the same answer until the watcher stands still.
    private func still(_ stage: WatchStage, _ watcher: inout Watcher) async {
        for _ in 0..<2 { await poll(stage, &watcher) }
    }

    @discardableResult
    private func poll(
        _ stage: WatchStage, _ watcher: inout Watcher, _ balance: String = "500.00"
    ) async -> [PollReport] {
        stage.clock.advance(by: 300)
        stage.answer(balance)
        return await watcher.cycleOnce()
    }

    @Test("a poll writes its dates and is a complete one")
    func dates() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await still(stage, &watcher)
        let looks = store.looks
        let reports = await poll(stage, &watcher)
        #expect(store.looks == looks, "nothing was reconciled")
        #expect(reports.map(\.isCompleteCycle) == [true])
        #expect(reports.map(\.accounts.count) == [1])
        let account = try await store.facts().accounts.values.first
        #expect(account?.freshAt == stage.clock.now)
        #expect(account?.completeAt == stage.clock.now)
    }

    @Test("another figure is looked at at once")
    func news() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await still(stage, &watcher)
        await poll(stage, &watcher)
        await poll(stage, &watcher, "99.00")
        #expect(stage.told == ["alert.fired entered"])
        await poll(stage, &watcher, "500.00")
        #expect(stage.told == ["alert.fired entered", "alert.resolved recovered"])
    }

    @Test("other rules look at the answer that was there before them")
    func otherRules() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await still(stage, &watcher)
        stage.rules.exchange(.loaded(try RuleSet.of(["balance under 900 NOK"]), findings: []))
        await poll(stage, &watcher)
        #expect(stage.told == ["alert.fired alreadySo"])
    }

    @Test("dates that could not be written are written with the next answer")
    func failure() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await still(stage, &watcher)
        store.failNextCommits(1)
        let reports = await poll(stage, &watcher)
        #expect(reports.map(\.isCommitted) == [false])
        await poll(stage, &watcher)
        #expect(try await store.facts().accounts.values.first?.freshAt == stage.clock.now)
    }

    @Test("the first answer of a new day is looked at, so that its balance is kept")
    func newDay() async throws {
        let store = FailingStore()
        let stage = WatchStage(store: store)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        await still(stage, &watcher)
        stage.clock.set(to: Make.instant("2026-03-06T23:30:00Z"))
        let looks = store.looks
        await poll(stage, &watcher)
        #expect(store.looks == looks + 1)
        let days = try await store.balances(since: .distantPast).map {
            CalendarDay(of: $0.currentBalance.asOfDate, in: Make.oslo).description
        }
        #expect(days == ["2026-03-06", "2026-03-07"])
    }

    @Test("settings that are read anew keep the banks and when the program was started")
    func surroundings() {
        let started = Make.instant("2026-03-06T09:00:00Z")
        let builder = PipelineBuilder(
            zone: Make.oslo, pollInterval: .seconds(300), policy: AlertPolicy(zone: Make.oslo),
            sources: ["sbanken"], startedAt: started)
        let adopted = builder.adopting(
            RuleSurroundings(policy: AlertPolicy(zone: Make.oslo), aliases: [:], channels: []))
        #expect(adopted.sources == ["sbanken"])
        #expect(adopted.startedAt == started)
    }
}
