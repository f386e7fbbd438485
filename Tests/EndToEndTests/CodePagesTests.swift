import Foundation
import TestSupport
import Testing

@Suite("Pages of code", .programs)
struct CodePagesTests {
    /// How many kilobytes of files that can't be written to a process holds.
    private func held(by process: ForeignProcess) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.id)/smaps", encoding: .utf8)
        var isCode = false
        var sum = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[1].count == 4, words[1].hasSuffix("p") {
                // What the loader has set right is in no file any more.
                isCode = words[1].hasPrefix("r-x") && words.last?.hasPrefix("/") == true
            } else if isCode, words.first == "Rss:" {
                sum += words.dropFirst().first.flatMap { Int($0) } ?? 0
            }
        }
        return sum
    }

    @Test("that only the start or new rules needed are given back, and the watcher goes on")
    func givesBack() async throws {
        // A clock of its own, so that no cycle comes between two looks.
        let stage = try await Stage(at: "2026-03-06 09:00")
        let clock = try #require(stage.clock)
        let watcher = try stage.watch(["--json", "--interval", "1h"])
        try await watcher.rests()
        let started = try held(by: watcher)
        try await watcher.polls(after: .seconds(3_600), of: clock)
        let idle = try held(by: watcher)
        #expect(idle < started / 2, "\(started) KB at the start, \(idle) KB after the second cycle")

        try await stage.hold("95.00")
        try await watcher.polls(after: .seconds(3_600), of: clock)
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        try stage.rule(["large": "new debit over 600"])
        watcher.signal(SIGHUP)
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        try await watcher.rests()
        let loaded = try held(by: watcher)
        try await watcher.polls(after: .seconds(3_600), of: clock)
        #expect(try held(by: watcher) < loaded)
        try await stage.pay("-612.00", from: "Brukskonto")
        try await watcher.polls(after: .seconds(3_600), of: clock)
        #expect(await stage.receiver.waits(for: "alert.fired large"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }
}
