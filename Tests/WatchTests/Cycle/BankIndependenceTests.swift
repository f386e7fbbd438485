import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

/// Two banks, of which the other one is slow or fails.
@Suite("Banks")
struct BankIndependenceTests {
    private let stage = WatchStage()
    private let other: ScriptedBankSource
    private let failure = SourceFailure(kind: .server, problem: "answered 503", fix: "wait")

    init() { other = ScriptedBankSource(id: "other", clock: stage.clock) }

    private func watcher(
        _ sentence: String = "balance under 100 NOK", interval: Duration = .seconds(300),
        deadline: Duration = .seconds(120)
    ) async throws -> Watcher {
        let parts = stage.parts
        var both = WatchParts(
            sources: parts.sources + [.init(source: other, interval: interval)],
            store: parts.store, rules: parts.rules, builder: parts.builder, clock: parts.clock,
            observer: parts.observer)
        both.pollDeadline = deadline
        both.slowAfter = .milliseconds(100)
        var watcher = Watcher(parts: both, rules: try RuleSet.of([sentence]), wakeUps: [])
        try await watcher.start()
        return watcher
    }

    /// Waits until the task is cancelled.
    private static func cancellation() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
    }

    private var cycles: [Bool] {
        stage.events.compactMap { if case .cycled(let isComplete) = $0 { isComplete } else { nil } }
    }

    @Test("whose answers lack something for a day are reported once, and when they are whole again")
    func incomplete() async throws {
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        for _ in 0..<4 {
            stage.clock.advance(by: 8 * 3_600)
            stage.bank.append(
                .facts(
                    accounts: [Make.account(booked: "500.00")], transactions: [], isPartial: true))
            _ = await watcher.cycleOnce()
        }
        #expect(stage.notified == ["health.fired entered"])
        stage.clock.advance(by: 300)
        stage.answer("500.00")
        _ = await watcher.cycleOnce()
        #expect(stage.notified == ["health.fired entered", "health.resolved restored"])
    }

    @Test("whose answers are awaited in one cycle over all are not called old meanwhile")
    func awaited() async throws {
        var watcher = try await watcher("data is older than 6 hours")
        for isFailing in [false, false, false, true] {
            stage.answer("500.00")
            other.append(
                isFailing
                    ? .failed(failure)
                    : .facts(accounts: [Make.account("b1", source: "other")], transactions: []))
            _ = await watcher.cycleOnce()
            #expect(stage.notified == (isFailing ? ["health.fired stale"] : []))
            stage.clock.advance(by: 8 * 3_600)
        }
    }

    @Test("that ask for a pause do not keep a rule on the age of their figures from firing")
    func agesDuringPause() async throws {
        stage.answer("500.00")
        stage.bank.append(.throttled(retryAfter: .seconds(3_600)))
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await stage.watcher(["data is older than 10 minutes"])
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        for _ in 0..<3 {
            await stage.clock.sleepers()
            stage.clock.advance(by: 300)
        }
        await stage.clock.sleepers()
        continuation.yield(.stop)
        await running.value
        #expect(stage.bank.requests.count == 2)
        #expect(stage.notified == ["health.fired stale"])
    }

    @Test("that fail are not hidden from the heartbeat by others that answer (D73)")
    func heartbeat() async throws {
        for _ in 0..<3 { stage.answer("500.00") }
        other.append(.failed(failure))
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await watcher(interval: .seconds(3_600))
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        for _ in 0..<2 {
            await stage.clock.sleepers()
            stage.clock.advance(by: 300)
        }
        await stage.clock.sleepers()
        continuation.yield(.stop)
        await running.value
        #expect(stage.bank.requests.count == 3)
        #expect(cycles == [false, false, false])
    }

    @Test("that are late turn the heartbeat bad, although their last answer was complete (D73)")
    func late() async throws {
        for _ in 0..<4 { stage.answer("500.00") }
        other.append(.facts(accounts: [Make.account("b1", source: "other")], transactions: []))
        other.append { _ in
            await Self.cancellation()
            return .failed(failure)
        }
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await watcher()
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        for _ in 0..<3 {
            await stage.clock.sleepers()
            stage.clock.advance(by: 300)
        }
        await stage.clock.sleepers()
        continuation.yield(.stop)
        await running.value
        #expect(cycles == [true, true, true, false])
    }

    @Test("that take long hold up neither the others nor a stop (D84)")
    func slow() async throws {
        for _ in 0..<2 { stage.answer("500.00") }
        other.append { _ in
            await Self.cancellation()
            return .failed(failure)
        }
        let (triggers, continuation) = AsyncStream.makeStream(of: WatchTrigger.self)
        var watcher = try await watcher()
        let running = Task { await watcher.run(triggers: triggers) { continuation.yield($0) } }
        await stage.clock.sleepers()
        stage.clock.advance(by: 300)
        await stage.clock.sleepers()
        continuation.yield(.stop)
        await running.value
        #expect(stage.bank.requests.count == 2)
        #expect(other.requests.count == 1)
    }

    @Test("that do not answer in time fail, and are asked again in their next slot")
    func deadline() async throws {
        stage.answer("500.00")
        other.append { _ in
            await Self.cancellation()
            return .failed(failure)
        }
        var watcher = try await watcher(deadline: .milliseconds(5))
        let reports = await watcher.cycleOnce()
        let late = try #require(reports.first { $0.source == "other" })
        guard case .failed(let found) = late.outcome else {
            Issue.record("\(late.outcome)")
            return
        }
        #expect(found.kind == .timedOut)
        #expect(late.nextSlot == Make.instant("2026-03-06T09:05:00Z"))
    }

    @Test("whose rows are not believed have given a partial answer, and are asked for them again")
    func doubted() async throws {
        let rows = (1...4).map { Make.observation("-\($0)0.00", "2026-03-05", text: "KIOSK \($0)") }
        for rows in [rows, [], rows] { stage.answer("500.00", rows) }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        var outcomes: [SnapshotOutcome] = []
        for _ in 0..<3 {
            let reports = await watcher.cycleOnce()
            outcomes += reports.map(\.outcome)
            let isWhole = reports.allSatisfy { $0.outcome == .complete }
            #expect(reports.allSatisfy { $0.isCompleteCycle == isWhole })
            #expect(reports.allSatisfy { $0.shortfalls.isEmpty == isWhole })
            stage.clock.advance(by: 300)
        }
        #expect(outcomes == [.complete, .partial, .complete])
        #expect(stage.bank.requests.map(\.doubted) == [[], [], ["a1"]])
    }

    @Test("that list an account without a number under another id get a remark, once it may be two")
    func renewed() async throws {
        func answer(_ ids: [String]) {
            let accounts = ids.map { Make.account($0, from: "2026-02-01", number: nil) }
            stage.bank.append(.facts(accounts: accounts, transactions: []))
        }
        for ids in [["a1", "b1"], ["a1", "b1"], ["a1"], ["b1", "new"]] { answer(ids) }
        var watcher = try await stage.watcher(["balance under 100 NOK"])
        var remarks: [Int] = []
        for _ in 0..<4 {
            let report = try #require(await watcher.cycleOnce().first)
            #expect(report.outcome == .complete)
            remarks.append(report.shortfalls.count)
            #expect(report.shortfalls.allSatisfy { $0.fix.contains("access revoke --source") })
            stage.clock.advance(by: 300)
        }
        #expect(remarks == [0, 0, 0, 1])
    }
}
