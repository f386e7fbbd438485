import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@Suite("Guarantee 28: the program tells of its own trouble without being asked to", .programs)
struct SelfAlertTests {
    /// A watcher that polls every half an hour of its clock, and rests.
    private func watching(_ stage: Stage) async throws -> (ForeignProcess, VirtualClock) {
        let watcher = try stage.watch(["--json", "--interval", "30m"])
        try await watcher.rests()
        return (watcher, try #require(stage.clock))
    }

    private func end(_ watcher: ForeignProcess) async throws {
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    /// What was told of the program itself, without its prefix.
    private func health(_ stage: Stage) -> [String] {
        stage.receiver.words.filter { $0.hasPrefix("health.") }
            .map { $0.replacing("health.", with: "").replacing("saldovakt-", with: "") }
    }

    @Test("guarantee 28: a bank that is unreachable for an hour is told, and its return")
    func unreachable() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let (watcher, clock) = try await watching(stage)
        try await stage.bank.turn("outage", "true")
        for _ in 0..<2 { try await watcher.polls(after: .seconds(1_800), of: clock) }
        #expect(health(stage).isEmpty)
        for _ in 0..<2 { try await watcher.polls(after: .seconds(1_800), of: clock) }
        try await stage.bank.turn("outage", "false")
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await stage.receiver.waits(for: "health.resolved saldovakt-bank-unreachable"))
        try await end(watcher)
        #expect(health(stage) == ["fired bank-unreachable", "resolved bank-unreachable"])
        #expect(stage.receiver.entries.first?.body.data.reason == "unreachable")
    }

    @Test(
        "guarantee 28: data older than six hours is told at the first look at it, and its renewal")
    func old() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        try await stage.once()
        try await stage.bank.turn("outage", "true")
        #expect(try await stage.once(at: "2026-03-06 14:50") == 4)
        #expect(health(stage).isEmpty)
        #expect(try await stage.once(at: "2026-03-06 15:10") == 4)
        #expect(health(stage) == ["fired data-old"])
        #expect(stage.receiver.entries.first?.body.data.reason == "stale")
        try await stage.bank.turn("outage", "false")
        try await stage.once(after: .seconds(300))
        #expect(health(stage) == ["fired data-old", "resolved data-old"])
    }

    @Test("guarantee 28: a refused sign-in is told at once")
    func refused() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let (watcher, clock) = try await watching(stage)
        try await stage.bank.turn("refuseSignIn", "true")
        try await stage.bank.turn("expireTokens", "true")
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-bank-unreachable"))
        #expect(stage.receiver.entries.first?.body.data.reason == "signInRefused")
        #expect(stage.receiver.entries.first?.body.data.title.contains("refuses") == true)
        try await end(watcher)
    }

    @Test("guarantee 28: a secret near its end is told two weeks before, with its day")
    func secret() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.settle(bank: #""secretIssued": "2026-01-01","#)
        try await stage.once()
        #expect(health(stage).isEmpty)
        try await stage.once(at: "2026-03-25 09:00")
        #expect(health(stage) == ["fired sign-in"])
        #expect(stage.receiver.entries.first?.body.data.reason == "signInExpiring")
        #expect(stage.receiver.entries.first?.body.data.title.contains("2026") == true)
        try stage.settle(bank: #""secretIssued": "2026-03-25","#)
        try await stage.once(after: .seconds(300))
        #expect(health(stage) == ["fired sign-in", "resolved sign-in"])
    }

    @Test(
        "guarantee 28: notices that fail for an hour are told on another channel, and their return")
    func failing() async throws {
        let isUp = Lock(false)
        let hook = try Hook { _ in .respond(status: isUp.withLock { $0 } ? 200 : 500) }
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.settle(channels: hook.channel("dead"))
        try stage.rule(["low": "balance under 100"], on: ["dead", "hook"])
        try await stage.once()
        try await stage.hold("80.00")
        for _ in 0..<2 { try await stage.once(after: .seconds(1_800)) }
        #expect(health(stage).isEmpty)
        for _ in 0..<4 { try await stage.once(after: .seconds(1_800)) }
        #expect(health(stage) == ["fired delivery-failing"])
        isUp.withLock { $0 = true }
        for _ in 0..<4 { try await stage.once(after: .seconds(3_600)) }
        #expect(health(stage) == ["fired delivery-failing", "resolved delivery-failing"])
        #expect(hook.words().last == "alert.fired low")
    }

    @Test("guarantee 28: a clock that was set is told")
    func stepped() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let (watcher, clock) = try await watching(stage)
        watcher.dropLines()
        clock.set(by: .seconds(-7_200))
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-clock-stepped"))
        #expect(stage.receiver.entries.first?.body.data.body.contains("back by 7200 s") == true)
        try await end(watcher)
    }
}
