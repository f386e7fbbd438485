import Foundation
import TestSupport
import Testing

@Suite("The main job, with real parts", .programs)
struct MainJobTests {
    @Test(
        "guarantee 21: tells a low balance once and its end once, and a purchase once through its booking",
        arguments: ["v1", "v2"])
    func story(dialect: String) async throws {
        let stage = try await Stage()
        try stage.scratch.write(stage.settings(dialect: dialect), to: "settings.json")
        let watcher = try stage.watch()
        try await watcher.newPolls()
        #expect(stage.receiver.entries.isEmpty)

        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        try await watcher.newPolls()
        try await stage.pay("-10.00", from: "Lommepenger")
        try await watcher.newPolls()

        try await stage.bank.perform(
            """
            { "action": "reserve", "id": "hi-fi", "account": "Brukskonto", "amount": -1249.00,
              "text": "ELEKTROHJORNET A" }
            """)
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        try await stage.bank.perform(
            """
            { "action": "book", "reservation": "hi-fi",
              "card": { "merchant": "ELEKTROHJORNET AS FJORDBY", "categoryCode": "5732" } }
            """)
        try await watcher.newPolls()

        try await stage.bank.turn("outage", "true")
        try await watcher.newPolls()
        try await stage.bank.turn("outage", "false")
        try await stage.bank.turn("html", "true")
        try await watcher.newPolls()
        try await stage.bank.turn("html", "false")
        try await watcher.newPolls()

        try await stage.bank.perform(
            """
            { "action": "transfer", "from": "Brukskonto", "to": "Lommepenger", "amount": 400.00 }
            """)
        #expect(await stage.receiver.waits(for: "alert.resolved low"))
        try await watcher.newPolls()
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
        #expect(
            stage.receiver.words == ["alert.fired low", "alert.fired big", "alert.resolved low"])
        #expect(stage.receiver.entries.allSatisfy { $0.verified })
    }

    @Test("tells nothing because of a restart, and one notice for what was already so")
    func restarts() async throws {
        let stage = try await Stage()
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.pay("-700.00", from: "Brukskonto")
        for _ in 0..<5 { #expect(try await stage.once() == 0) }
        #expect(stage.receiver.words == ["alert.fired low"])
        #expect(stage.receiver.entries.first?.body.data.reason == "alreadySo")
    }

    @Test("keeps the old rules when the file becomes bad, says so, and takes the mended one")
    func reload() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        try stage.scratch.write(
            #"{ "version": 1, "rules": [ { "when": "balnce" } ] }"#, to: "rules.json")
        _ = try await watcher.line(startingWith: #"{"event":"rulesRejected""#)
        #expect(watcher.errorText.contains("the old rules and settings stay in force"))
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        let fixed = Stage.rules.replacing("over 500", with: "over 600")
        try stage.scratch.write(fixed, to: "rules.json")
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        watcher.signal(SIGHUP)
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        try await stage.pay("-550.00", from: "Brukskonto")
        try await stage.pay("-650.00", from: "Brukskonto")
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        try await watcher.newPolls()
        watcher.signal(SIGINT)
        #expect(try await watcher.exitCode() == 130)
        let words = stage.receiver.words
        #expect(words.filter { !$0.hasPrefix("health") } == ["alert.fired low", "alert.fired big"])
        #expect(
            Set(words.filter { $0.hasPrefix("health") }) == [
                "health.fired saldovakt-rules-rejected",
                "health.resolved saldovakt-rules-rejected",
            ])
    }

    @Test("says which rules can't do what was meant, once accounts are known")
    func doubtfulRules() async throws {
        let stage = try await Stage()
        let rules = Stage.rules.replacing("balance under", with: "balance of Brukskont under")
        try stage.scratch.write(rules, to: "rules.json")
        let watcher = try stage.watch()
        try await watcher.newPolls(4)
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        let text = watcher.errorText
        #expect(text.components(separatedBy: "unknown-account").count == 2, "\(text)")
        #expect(text.contains("Brukskonto"))
    }

    @Test("counts the rules of the file, not those it adds about the bank")
    func ownHealth() async throws {
        let stage = try await Stage()
        let own = #"{ "id": "b", "when": "bank unreachable", "notify": ["hook"] }"#
        let file = Stage.rules.replacing(#"{ "id": "low""#, with: own + #", { "id": "low""#)
        var counts: [Int] = []
        for rules in [Stage.rules, file] {
            try stage.scratch.write(rules, to: "rules.json")
            let watcher = try stage.watch(["--json", "--once"])
            let started = try await watcher.line(startingWith: #"{"event":"started""#)
            let number = started.components(separatedBy: #""rules":"#).last?.prefix { $0.isNumber }
            counts.append(number.flatMap { Int($0) } ?? 0)
            _ = try await watcher.exitCode()
        }
        #expect(counts == [2, 3])
    }

    @Test("says that the bank fails when it begins and when it changes, not with every poll")
    func selfAlert() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        for name in ["outage", "html"] {
            try await stage.bank.turn(name, "true")
            try await watcher.newPolls(4)
            try await stage.bank.turn(name, "false")
            try await watcher.newPolls()
        }
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        let codes = watcher.errorText.split(separator: "\n").filter { $0.contains("error: [") }
        // A switch that is turned in the middle of a poll makes half an answer first, which is told
        // by itself; eight polls failed.
        #expect((2...4).contains(codes.count), "\(codes)")
        let half = codes.firstIndex { $0.contains("[bank-malformed]") } ?? 0
        #expect(codes[..<half].allSatisfy { $0.contains("[bank-server]") }, "\(codes)")
        #expect(codes[half...].allSatisfy { $0.contains("[bank-malformed]") }, "\(codes)")
        #expect(half > 0, "\(codes)")
    }

    @Test("tries again when the receiver fails, under the same id")
    func receiverFails() async throws {
        let stage = try await Stage(answers: [500])
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        let watcher = try stage.watch()
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        let entries = stage.receiver.entries
        #expect(entries.map(\.status) == [500, 200])
        #expect(Set(entries.map(\.id)).count == 1)
    }

    @Test("one cycle tells by its status whether the bank was read, not whether all is sent (D37)")
    func onceStatus() async throws {
        let stage = try await Stage(answers: [500])
        #expect(try await stage.once() == 0)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.entries.map(\.status) == [500])
        try await stage.bank.turn("outage", "true")
        #expect(try await stage.once() == 4)
    }
}
