import Foundation
import TestSupport
import Testing

@Suite("Guarantees: correct in time", .programs)
struct TimeGuaranteeTests {
    @Test(
        "guarantee 23: a clock that is set is noticed and harmless, and a suspend is no such step")
    func steps() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let clock = try #require(stage.clock)
        try await stage.once()
        try await stage.hold("80.00")
        let watcher = try stage.watch(["--json", "--interval", "1m"])
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        for (number, seconds) in [3_600, -3_600, 31_536_000, -31_536_000].enumerated() {
            try await watcher.rests()
            clock.set(by: .seconds(seconds))
            clock.pass(.seconds(60))
            let line = try await watcher.line(startingWith: #"{"event":"clockStepped""#)
            #expect(line.contains(#""seconds":\#(seconds),"count":\#(number + 1)}"#), "\(line)")
            _ = try await watcher.line(startingWith: #"{"event":"polled""#)
            // A signature is checked against the clock: it has to arrive before the next step.
            #expect(await eventually { stage.receiver.words.count == number + 2 })
        }
        try await watcher.rests()
        watcher.dropLines()
        clock.pass(.seconds(36_000))
        _ = try await watcher.line(startingWith: #"{"event":"polled""#)
        try await watcher.rests()
        #expect(!watcher.lines.contains { $0.contains("clockStepped") || $0.contains("polled") })
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        let notified = stage.receiver.words.filter { $0 != "health.fired saldovakt-clock-stepped" }
        #expect(notified == ["alert.fired low"])
        #expect(stage.receiver.words.count == 5)
    }

    @Test("guarantee 24: slots are fixed; what a slow poll misses is counted and not made up")
    func slots() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let clock = try #require(stage.clock)
        let watcher = try stage.watch(["--json", "--interval", "1m"])
        let first = try await watcher.slot()
        try await stage.bank.turn("hang", "true")
        let before = try await stage.bank.requests()
        clock.pass(.seconds(60))
        #expect(try await eventually { try await stage.bank.requests() != before })
        clock.pass(.seconds(200))
        // Else the answer may come before the program knows how late it is.
        #expect(await clock.isSeen())
        try await stage.bank.turn("hang", "false")
        _ = try await watcher.line(startingWith: #"{"event":"polled""#)
        // A watcher that has asked its only bank waits for an hour; it says so if the bank is slow.
        var second = try await watcher.slot()
        if second - first > 3_600 { second = try await watcher.slot() }
        #expect(second - first == 240)
        let status = try await stage.run(["status", "--json"]).lines.joined()
        #expect(status.contains(#""missedSlots":3"#), "\(status)")
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test(
        "guarantee 25: hours are those of one named zone, in the nights of both changes too",
        arguments: [("2026-03-29 01:30", 29), ("2026-10-25 01:30", 59)])
    func nights(start: String, minutes: Int) async throws {
        let stage = try await Stage(at: start)
        try stage.rule(["out": "new debit over 5, between 02:30 and 22:00"])
        try await stage.once()
        try await stage.pay("-10.00", from: "Brukskonto")
        try await stage.once(after: .seconds(60))
        try await stage.once(after: .seconds((minutes - 1) * 60))
        #expect(stage.receiver.words.isEmpty)
        try await stage.once(after: .seconds(70))
        #expect(stage.receiver.words == ["alert.fired out"])
    }

    @Test(
        "guarantee 25: the calendar's odd days are cases that pass",
        arguments: ["calendar.json", "clocks.json"])
    func calendar(file: String) async throws {
        let path = Project.root.appending(path: "rules/cases/\(file)").path
        let process = try ForeignProcess([Project.program.path, "rules", "test", path])
        #expect(try await process.exitCode() == 0, "\(process.lines)")
    }

    @Test(
        "guarantees 26, 27: absence is judged on data of after the deadline, and once after months")
    func absence() async throws {
        let salary = #"{"action":"post","account":"Brukskonto","amount":30000.00,"kind":"salary","#
        let stage = try await Stage(
            at: "2026-02-20 09:00",
            history: #"[\#(salary)"date":"2026-01-14"},\#(salary)"date":"2026-02-13"}]"#)
        try stage.rule(["pay": "no salary by the 15th"])
        try await stage.once()
        try await stage.once(at: "2026-03-10 09:00")
        try await stage.bank.turn("outage", "true")
        try await stage.once(at: "2026-03-16 09:00")
        try await stage.bank.perform(#"\#(salary)"date":"2026-03-14"}"#)
        try await stage.bank.turn("outage", "false")
        try await stage.once(at: "2026-03-17 09:00")
        #expect(stage.receiver.words.filter { !$0.hasPrefix("health") }.isEmpty)
        try await stage.once(at: "2026-06-20 09:00")
        try await stage.once(after: .seconds(600))
        let notified = stage.receiver.entries.map(\.body).filter { !$0.type.hasPrefix("health") }
        #expect(notified.map(\.word) == ["alert.digest pay"])
        #expect(notified.first?.data.count == 3)
        #expect(notified.first?.data.body.contains("15 Apr") == true, "\(notified)")
    }
}

extension ForeignProcess {
    /// The instant that the watcher waits for, in seconds.
    fileprivate func slot() async throws -> Double {
        let line = try await line(startingWith: #"{"event":"waiting""#)
        let text = line.components(separatedBy: "\"")[7]
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        return (try Date(text, strategy: style).timeIntervalSince1970 * 1_000).rounded() / 1_000
    }
}
