import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("Watcher's loop")
struct WatcherLoopTests {
    @Test("polls at the start and in every slot, and ends on stop")
    func slots() async throws {
        let stage = WatchStage()
        for _ in 0..<3 { stage.answer("500.00") }
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task {
            await watcher.run(triggers: triggers) { continuation.yield($0) }
        }
        for _ in 0..<2 {
            await stage.clock.sleepers()
            stage.clock.advance(by: 300)
        }
        await stage.clock.sleepers()
        #expect(stage.bank.requests.count == 3)
        continuation.yield(.stop)
        await running.value
        #expect(stage.events.contains { if case .stopped = $0 { true } else { false } })
    }

    @Test("does not ask a bank that counts reads before its next slot, however often it is started")
    func restarts() async throws {
        let stage = WatchStage(isRationed: true)
        stage.answer("500.00")
        for _ in 0..<3 {
            let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
            var watcher = try await stage.watcher(["balance under 100 NOK"])
            let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
            await stage.clock.sleepers()
            continuation.yield(.stop)
            await running.value
            stage.clock.advance(by: 50)
        }
        #expect(stage.bank.requests.count == 1)
        let slots = stage.events.compactMap { event in
            if case .resumed(_, let slot) = event { slot } else { nil }
        }
        #expect(Set(slots) == [Make.instant("2026-03-06T09:05:00Z")] && slots.count == 2)
        // One cycle by hand asks at once, and counts.
        stage.answer("500.00")
        var once = try await stage.watcher(["balance under 100 NOK"])
        _ = await once.cycleOnce()
        #expect(stage.bank.requests.count == 2)
    }

    @Test("waits as long as a bank asks for that wants to be left alone")
    func timeout() async throws {
        let stage = WatchStage()
        stage.bank.append(.throttled(retryAfter: .seconds(1_000)))
        stage.answer("500.00")
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        let running = Task {
            await watcher.run(triggers: triggers) { continuation.yield($0) }
        }
        await stage.clock.sleepers()
        let late = stage.clock.wakeUps.map {
            $0.timeIntervalSince(Make.instant("2026-03-06T09:20:00Z"))
        }
        #expect(late.count == 1 && late.allSatisfy { (0..<60).contains($0) }, "\(late)")
        continuation.yield(.stop)
        await running.value
    }
}
