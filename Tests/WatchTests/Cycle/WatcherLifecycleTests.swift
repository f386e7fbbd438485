import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("Watcher and the life of alerts")
struct WatcherLifecycleTests {
    private let store = InMemoryAlertStore()

    private func problem() -> DeliveryProblem {
        DeliveryProblem(reason: .client, problem: "the receiver answered 400", fix: "look at it")
    }

    /// Gives up what waits on the channel of the rules.
    private func giveUp(at instant: Date) async throws {
        for entry in await store.takeDue(channel: "phone", at: instant, limit: 9) {
            await store.finish([
                OutboxResult(
                    channel: "phone", notificationID: entry.notification.id, state: .gaveUp,
                    problem: problem(), at: instant)
            ])
        }
    }

    @Test("applies commands that were left while nobody ran, once")
    func commands() async throws {
        let stage = WatchStage(store: store)
        for balance in ["500.00", "95.00"] { stage.answer(balance) }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        _ = await watcher.cycleOnce()
        let silence = Silence(
            id: "s1", scope: .all, from: stage.clock.now,
            until: stage.clock.now.addingTimeInterval(3_600), reason: "")
        await store.add(UserCommand(id: "i1", at: stage.clock.now, kind: .addSilence(silence)))
        _ = await watcher.cycleOnce()
        #expect(stage.notified.isEmpty)
        #expect(await store.commands().isEmpty)
        await store.add(UserCommand(id: "i2", at: stage.clock.now, kind: .endSilence(id: "s1")))
        await watcher.attend()
        #expect(stage.notified == ["alert.fired entered"])
    }

    @Test("asks a bank at once at which somebody has signed in")
    func signIn() async throws {
        let stage = WatchStage(store: store)
        stage.answer("500.00")
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        _ = await watcher.cycleOnce()
        let now = stage.clock.now
        #expect(watcher.banks[Make.source].map { $0.due > now } == true)
        await store.add(UserCommand(id: "i1", at: now, kind: .poll(source: Make.source)))
        await store.add(UserCommand(id: "i2", at: now, kind: .poll(source: "gone")))
        await watcher.attend()
        #expect(watcher.banks[Make.source]?.due == now)
        #expect(await store.commands().isEmpty)
    }

    @Test("tells elsewhere what a channel did not take, once, and when it takes notices again")
    func undelivered() async throws {
        let stage = WatchStage(store: store)
        for balance in ["500.00", "95.00", "500.00"] { stage.answer(balance) }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        _ = await watcher.cycleOnce()
        _ = await watcher.cycleOnce()
        try await giveUp(at: stage.clock.now)
        await watcher.attend()
        #expect(stage.notified == ["alert.fired entered", "health.fired deliveryFailing"])
        let elsewhere = await store.takeDue(channel: "desktop", at: stage.clock.now, limit: 9)
        #expect(elsewhere.map(\.notification.data.items?.count) == [1])
        await watcher.attend()
        #expect(stage.notified.count == 2)
        #expect(await store.unreported(limit: 9).isEmpty)
        stage.clock.advance(by: 60)
        await store.finish([
            OutboxResult(
                channel: "phone", notificationID: "ntc_other", state: .delivered,
                at: stage.clock.now)
        ])
        await watcher.attend()
        #expect(stage.notified.count == 2)
        var commit = CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: [])
        commit.retried = await store.outbox(in: [.gaveUp], limit: 9).map(\.notification.id)
        await store.commit(commit)
        for entry in await store.takeDue(channel: "phone", at: stage.clock.now, limit: 9) {
            await store.finish([
                OutboxResult(
                    channel: "phone", notificationID: entry.notification.id, state: .delivered,
                    at: stage.clock.now)
            ])
        }
        await watcher.attend()
        #expect(stage.notified.last == "health.resolved restored")
    }

    @Test("tells that the rules file is rejected, and that it can be used again")
    func rejectedRules() async throws {
        let stage = WatchStage(store: store)
        for _ in 0..<2 { stage.answer("500.00") }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let finding = RuleFinding(
            file: "rules.json", line: 1, column: 1, code: "json", severity: .error,
            message: "not JSON")
        stage.rules.exchange(.rejected([finding]))
        _ = await watcher.cycleOnce()
        await watcher.attend()
        #expect(stage.notified == ["health.fired entered"])
        stage.rules.exchange(.loaded(try RuleSet.of(["balance under 100 NOK"]), findings: []))
        _ = await watcher.cycleOnce()
        await watcher.attend()
        #expect(stage.notified == ["health.fired entered", "health.resolved restored"])
    }

    @Test("looks again a second later at a rules file that was being written")
    func unsettledRules() async throws {
        let stage = WatchStage(store: store)
        for _ in 0..<2 { stage.answer("500.00") }
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        stage.rules.exchange(.unsettled)
        stage.rules.exchange(.loaded(try RuleSet.of(["balance under 100 NOK"]), findings: []))
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task {
            await watcher.run(triggers: triggers) { continuation.yield($0) }
        }
        await stage.clock.sleepers()
        #expect(stage.clock.wakeUps.first == stage.clock.now.addingTimeInterval(1))
        stage.clock.advance(by: 1)
        await stage.clock.sleepers()
        #expect(stage.events.contains { if case .rulesLoaded = $0 { true } else { false } })
        #expect(stage.bank.requests.count == 1)
        #expect(stage.notified.isEmpty)
        continuation.yield(.stop)
        await running.value
    }

    @Test(
        "a wall clock that is set is reported, plans again and fires nothing",
        arguments: [-3_600, 31_536_000.0])
    func clockStep(seconds: Double) async throws {
        let stage = WatchStage(store: store)
        for _ in 0..<3 { stage.answer("500.00") }
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task {
            await watcher.run(triggers: triggers) { continuation.yield($0) }
        }
        await stage.clock.sleepers()
        stage.clock.advance(by: 60)
        stage.clock.step(by: seconds)
        await stage.clock.sleepers()
        let wakeUp = try #require(stage.clock.wakeUps.first)
        #expect(wakeUp.timeIntervalSince(stage.clock.now) <= 300)
        #expect(stage.notified == ["health.fired entered"])
        #expect(stage.bank.requests.count == 2)
        continuation.yield(.stop)
        await running.value
    }

    @Test("notes evaluations when they find something new, and nothing without news")
    func evaluations() async throws {
        let stage = WatchStage(store: store)
        for balance in ["500.00", "500.00", "95.00", "95.00"] { stage.answer(balance) }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        for _ in 0..<4 { _ = await watcher.cycleOnce() }
        #expect(await store.evaluations().map(\.finding) == [.clear, .holds])
        #expect(await store.evaluations().map(\.effect) == [.none, .firing])
    }

    @Test("gives up what waits for a channel that is no longer there")
    func removedChannel() async throws {
        let stage = WatchStage(store: store)
        await store.commit(Make.commit([Make.entry("ntc_1", on: "gone")]))
        var watcher = Watcher(
            parts: WatchParts(
                sources: [], store: store, rules: stage.rules, builder: stage.parts.builder,
                clock: stage.clock, observer: stage.parts.observer, channels: ["phone"]),
            rules: try RuleSet.of(["balance under 100 NOK"]), wakeUps: [])
        try await watcher.start()
        #expect(await store.outbox(in: [.gaveUp], limit: 9).map(\.channel) == ["gone"])
        await watcher.attend()
        #expect(stage.notified == ["health.fired deliveryFailing"])
    }

    /// A watcher over these channels, whose rule notifies `phone`.
    private func watcher(_ stage: WatchStage, channels: Set<String>) async throws -> Watcher {
        let parts = WatchParts(
            sources: stage.parts.sources, store: store, rules: stage.rules,
            builder: stage.parts.builder, clock: stage.clock, observer: stage.parts.observer,
            channels: channels)
        var watcher = Watcher(
            parts: parts, rules: try RuleSet.of(["balance under 100 NOK"]), wakeUps: [])
        try await watcher.start()
        return watcher
    }

    @Test("a channel that left the settings ends its own alert (D74)")
    func problemOfALostChannel() async throws {
        let stage = WatchStage(store: store)
        await store.commit(Make.commit([Make.entry("ntc_1", on: "gone")]))
        var watcher = try await watcher(stage, channels: ["phone"])
        for _ in 0..<3 {
            await watcher.attend()
            stage.clock.advance(by: 90_000)
        }
        #expect(stage.notified == ["health.fired deliveryFailing", "health.resolved restored"])
        #expect(await store.alertLedger().selfAlerts.isEmpty)
    }

    @Test("a channel that no rule notifies and nothing waits for ends its own alert (D74)")
    func problemOfAnUnusedChannel() async throws {
        let stage = WatchStage(store: store)
        await store.commit(Make.commit([Make.entry("ntc_1", on: "slack")]))
        for entry in await store.takeDue(channel: "slack", at: stage.clock.now, limit: 9) {
            await store.finish([
                OutboxResult(
                    channel: "slack", notificationID: entry.notification.id, state: .gaveUp,
                    problem: problem(), at: stage.clock.now)
            ])
        }
        var watcher = try await watcher(stage, channels: ["phone", "slack"])
        for _ in 0..<3 { await watcher.attend() }
        #expect(stage.notified == ["health.fired deliveryFailing", "health.resolved restored"])
    }

    @Test("the end of an alert whose channel was renamed goes to the rule's channels of now (D74)")
    func renamedChannel() async throws {
        let stage = WatchStage(store: store)
        for balance in ["500.00", "95.00", "500.00"] { stage.answer(balance) }
        var watcher = try await watcher(stage, channels: ["phone"])
        for _ in 0..<2 { _ = await watcher.cycleOnce() }
        var policy = AlertPolicy(zone: Make.oslo, channels: ["chat": .full])
        policy.existing = ["chat"]
        stage.rules.settle(ReloadedConfiguration(policy: policy, channels: ["chat"]))
        let rules = try RuleSet.of(["balance under 100 NOK"], channel: "chat")
        stage.rules.exchange(.loaded(rules, findings: []))
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["alert.fired entered", "alert.resolved recovered"])
        let waiting = await store.outbox(in: [.waiting], limit: 9)
        #expect(
            waiting.map { "\($0.channel) \($0.notification.type.rawValue)" }.sorted() == [
                "chat alert.resolved", "phone alert.fired",
            ])
    }

    @Test("an account whose answer lacks most of its rows is named in the report (D70)")
    func doubtfulAnswer() async throws {
        let stage = WatchStage(store: store)
        let rows = (1...4).map { Make.observation("-\($0)00.00", "2026-03-0\($0)") }
        for rows in [rows, rows, [], rows] { stage.answer("500.00", rows) }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        var shortfalls: [Int] = []
        for _ in 0..<4 {
            shortfalls += await watcher.cycleOnce().map(\.shortfalls.count)
            stage.clock.advance(by: 300)
        }
        #expect(shortfalls == [0, 0, 1, 0])
    }

    @Test("a channel that one reload lacks keeps what waits for it for some minutes")
    func briefLoss() async throws {
        let stage = WatchStage(store: store)
        await store.commit(Make.commit([Make.entry("ntc_1", on: "phone")]))
        var watcher = try await watcher(stage, channels: ["phone"])
        let rules = try RuleSet.of(["balance under 100 NOK"], channel: "desktop")
        for (channels, wait) in [
            (["desktop"], 200.0), (["phone", "desktop"], 400), (["desktop"], 400),
        ] {
            stage.rules.exchange(.loaded(rules, findings: []))
            stage.rules.settle(
                ReloadedConfiguration(
                    policy: stage.parts.builder.policy, channels: Set(channels)))
            stage.answer("500.00")
            _ = await watcher.cycleOnce()
            #expect(await store.outbox(in: [.gaveUp], limit: 9).isEmpty)
            stage.clock.advance(by: wait)
            await watcher.attend()
            let isLost = channels == ["desktop"] && wait > 300
            #expect(await store.outbox(in: [.gaveUp], limit: 9).isEmpty != isLost)
        }
    }

    @Test("a wall clock that is set back delays no delivery (D83)")
    func deliveryAfterAStep() async throws {
        let stage = WatchStage(store: store)
        for _ in 0..<3 { stage.answer("500.00") }
        await store.commit(Make.commit([Make.entry("ntc_1", on: "phone")]))
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task {
            await watcher.run(triggers: triggers) { continuation.yield($0) }
        }
        await stage.clock.sleepers()
        for entry in await store.takeDue(channel: "phone", at: .distantFuture, limit: 9) {
            await store.finish([
                OutboxResult(
                    channel: "phone", notificationID: entry.notification.id, state: .waiting,
                    dueAt: stage.clock.now.addingTimeInterval(600), problem: problem(),
                    at: stage.clock.now)
            ])
        }
        stage.clock.advance(by: 60)
        stage.clock.step(by: -86_400)
        await stage.clock.sleepers()
        let due = try #require(await store.nextDue(channel: "phone"))
        #expect(due <= stage.clock.now)
        continuation.yield(.stop)
        await running.value
    }
}
