import Foundation
import TestSupport
import Testing

@Suite("Guarantees: quiet when it should be", .programs)
struct QuietGuaranteeTests {
    @Test(
        "guarantees 11, 12: the first run tells one notice, which lists everything that is so already"
    )
    func firstRun() async throws {
        let rows = (0..<10_000).map { number in
            #"{"action":"post","account":"Brukskonto","amount":-7.00,"kind":"visa","#
                + #""date":\#(-(number % 10)),"text":"KIOSK \#(number)"}"#
        }
        let stage = try await Stage(history: "[\(rows.joined(separator: ",\n"))]")
        let levels = (1...20).map {
            #"{"id":"low\#($0)","when":"balance of Lommepenger under \#(1_000 + $0)","notify":["hook"]}"#
        }
        let event = #"{"id":"any","when":"new debit over 5","notify":["hook"]}"#
        try stage.scratch.write(
            #"{"version":1,"rules":[\#((levels + [event]).joined(separator: ","))]}"#,
            to: "rules.json")
        for _ in 0..<2 {
            // Seconds of computing for a debug build, and minutes on a busy machine.
            let cycle = try stage.watch(["--json", "--once"])
            #expect(try await cycle.exitCode() == 0)
        }
        #expect(stage.receiver.words == ["alert.digest -"])
        let items = stage.receiver.entries.first?.body.data.items ?? []
        #expect(Set(items.map(\.rule.id)).count == 20)
        #expect(stage.receiver.entries.first?.body.data.reason == "alreadySo")
    }

    @Test("guarantee 13: a hundred restarts and reloads while an alert fires tell nothing")
    func restarts() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        for _ in 0..<40 { #expect(try await stage.once() == 0) }
        let watcher = try stage.watch()
        try await watcher.newPolls()
        for _ in 0..<60 {
            watcher.signal(SIGHUP)
            _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        }
        try await watcher.newPolls()
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        #expect(stage.receiver.words == ["alert.fired low"])
    }

    @Test("guarantee 14: between two limits an alert stays on the side where it was, over restarts")
    func hysteresis() async throws {
        let stage = try await Stage()
        try stage.rule(["low": "balance under 100, until over 150"])
        for balance in ["250.00", "80.00", "120.00", "95.00", "150.00", "160.00", "120.00"] {
            try await stage.hold(balance)
            #expect(try await stage.once() == 0)
        }
        #expect(stage.receiver.words == ["alert.fired low", "alert.resolved low"])
    }

    @Test("guarantee 15: a hold time goes on over restarts, and down time pauses it")
    func holdTime() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.rule(["two": "balance under 100, for 2 minutes"])
        try await stage.once()
        try await stage.hold("80.00")
        try await stage.once()
        try await stage.once(after: .seconds(60))
        #expect(stage.receiver.words.isEmpty)
        try await stage.once(after: .seconds(65))
        #expect(stage.receiver.words == ["alert.fired two"])
        try stage.rule(["hour": "available under 100, for 1 hour"])
        try await stage.once(after: .seconds(60))
        try await stage.once(after: .seconds(600))
        // Ten hours without the program count as three polls.
        try await stage.once(after: .seconds(36_000))
        for _ in 0..<3 { try await stage.once(after: .seconds(600)) }
        #expect(!stage.receiver.words.contains("alert.fired hour"))
        try await stage.once(after: .seconds(600))
        #expect(stage.receiver.words.last == "alert.fired hour")
    }

    @Test("guarantee 16: a bank that is down for a day is one notice and one when it is over")
    func outage() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let levels = (1...50).map {
            #"{"id":"low\#($0)","when":"balance under \#($0)","notify":["hook"]}"#
        }
        try stage.scratch.write(
            #"{"version":1,"rules":[\#(levels.joined(separator: ","))]}"#, to: "rules.json")
        let clock = try #require(stage.clock)
        let watcher = try stage.watch(["--json", "--interval", "30m"])
        try await watcher.rests()
        try await stage.bank.turn("outage", "true")
        for _ in 0..<48 { try await watcher.polls(after: .seconds(1_800), of: clock) }
        try await stage.bank.turn("outage", "false")
        for _ in 0..<2 { try await watcher.polls(after: .seconds(1_800), of: clock) }
        let isOver = "health.resolved saldovakt-bank-unreachable"
        #expect(await stage.receiver.waits(for: isOver))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        #expect(
            stage.receiver.words == [
                "health.fired saldovakt-bank-unreachable",
                "health.resolved saldovakt-bank-unreachable",
            ])
    }

    @Test("guarantee 17: no kind of failure is an end or a balance of nothing")
    func failures() async throws {
        let stage = try await Stage()
        try stage.rule(["low": "balance under 100", "gone": "balance of Brukskonto under 500"])
        try await stage.once()
        try await stage.hold("80.00")
        try await stage.once()
        for name in ["html", "emptyAccounts", "isError", "brokenJSON", "outage", "threeDecimals"] {
            try await stage.bank.turn(name, "true")
            _ = try await stage.once()
            try await stage.bank.turn(name, "false")
        }
        for value in ["before", "during"] {
            try await stage.bank.turn("cutConnection", "\"\(value)\"")
            #expect(try await stage.once() == 4)
        }
        try await stage.bank.turn("cutConnection", #""off""#)
        try await stage.bank.turn("halfPage", "true")
        try await stage.once()
        #expect(stage.receiver.words == ["alert.fired low"])
    }
}
