import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@Suite("Input that can't be read", .programs)
struct MalformedInputTests {
    /// Runs one cycle and holds it against what bad input must come to: words with a way out, a
    /// status, nothing told and every stored transaction as it was.
    private func refused(
        _ stage: Stage, code: Int32, place: String, _ options: [String] = [],
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await stage.storedTransactions()
        let watch = try stage.watch(["--once", "--plain"] + options)
        #expect(try await watch.exitCode() == code, "\(place)", sourceLocation: location)
        let errors = watch.errorText
        #expect(errors.contains(place), "\(errors)", sourceLocation: location)
        #expect(errors.contains(": error"), "\(errors)", sourceLocation: location)
        // The program may tell of itself, such as a sign-in that is refused; never of money.
        #expect(
            stage.receiver.words.allSatisfy { $0.hasPrefix("health.") }, sourceLocation: location)
        #expect(try await stage.storedTransactions() == before, sourceLocation: location)
    }

    private func usedStage() async throws -> Stage {
        let stage = try await Stage()
        try await stage.pay("-42.00", from: "Brukskonto")
        #expect(try await stage.once() == 0)
        return stage
    }

    @Test("every malformed settings file is refused by name and place, and shows no secret")
    func settings() async throws {
        let stage = try await usedStage()
        let folder = Project.root.appending(path: "Tests/Fixtures/settings/bad")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }.sorted()
        #expect(files.count > 10)
        for file in files {
            let copy = stage.scratch.path("settings.json")
            try Data(contentsOf: folder.appending(path: file)).write(to: copy)
            chmod(copy.path, file.contains("0644") ? 0o644 : 0o600)
            try await refused(stage, code: 1, place: copy.path)
            let watch = try stage.watch(["--once"])
            _ = try await watch.exitCode()
            for secret in ["hunter2", "aHVudGVyMg", "1029384756"] {
                #expect(!watch.errorText.contains(secret), "\(file)")
            }
        }
    }

    private static let badRules = [
        "", "not json", "[]", "{", #"{ "version": 1 }"#, #"{ "version": 2, "rules": [] }"#,
        #"{ "version": 1, "rules": {} }"#, #"{ "version": 1, "rules": [ 7 ] }"#,
        #"{ "version": 1, "rules": [ {} ] }"#, #"{ "version": 1, "ruels": [] }"#,
        #"{ "version": 1, "rules": [ { "when": "" } ] }"#,
        #"{ "version": 1, "rules": [ { "when": "balance undr 100 NOK" } ] }"#,
        #"{ "version": 1, "rules": [ { "when": "balance under 999.999 NOK" } ] }"#,
        #"{ "version": 1, "rules": [ { "when": "balance under 9", "notify": ["nobody"] } ] }"#,
        #"{ "version": 1, "rules": [ { "id": "a", "when": "balance under 9" }, "#
            + #"{ "id": "a", "when": "balance under 8" } ] }"#,
        "\u{0}\u{1}\u{FF}", String(repeating: "[", count: 5_000),
    ]

    @Test("every malformed rules file is refused whole, by place", arguments: Self.badRules.indices)
    func rules(index: Int) async throws {
        let stage = try await usedStage()
        try stage.scratch.write(Self.badRules[index], to: "rules.json")
        try await refused(stage, code: 1, place: stage.scratch.path("rules.json").path + ":")
    }

    private static let lines = [
        "not json", "{}", "[]", #"{"observedAt":"yesterday","source":"s","outcome":"complete"}"#,
        #"{"observedAt":"2026-03-06T09:00:00Z","source":"s","outcome":"splendid"}"#,
        #"{"account":"a","amount":"999.999","date":"2026-03-06"}"#,
        #"{"account":"a","amount":"-1.00","date":"2026-02-30"}"#,
        #"{"account":"a","amount":"NaN","date":"2026-03-06"}"#, "\u{0}", "{\"account\":\"a",
    ]

    @Test("a line of a recording that can't be read is named, and the rest is played")
    func recordings() async throws {
        let scratch = try Scratch()
        try scratch.write(Stage.rules.replacing("hook", with: "terminal"), to: "rules.json")
        let good = #"{"account":"a","amount":"-612.00","date":"2026-03-06","text":"KIOSK"}"#
        for line in Self.lines {
            let file = try scratch.write([good, line, good, ""].joined(separator: "\n"), to: "r")
            let run = try await ProgramRun.of(
                [
                    "rules", "replay", "--json", "--rules", scratch.path("rules.json").path,
                    file.path,
                ], environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
            #expect(run.code == 1, "\(line): \(run.errors)")
            #expect(run.errors.contains("\(file.path):2:"), "\(line): \(run.errors)")
            #expect(run.lines.count { $0.contains("alert.fired") } == 2, "\(line)")
        }
    }

    /// What the stand-in bank can do to an answer, and the switch's value.
    private static let faults = [
        ("html", "true"), ("brokenJSON", "true"), ("isError", "true"), ("emptyAccounts", "true"),
        ("halfPage", "true"), ("threeDecimals", "true"), ("outage", "true"), ("throttle", "30"),
        ("missingScope", "true"), ("refuseSignIn", "true"), ("invalidScope", "true"),
        ("signInOutage", "true"), ("cutConnection", #""before""#), ("cutConnection", #""during""#),
    ]

    @Test(
        "every bad answer of the bank is told with what to do, and takes nothing away",
        arguments: ["v1", "v2"])
    func answers(dialect: String) async throws {
        let stage = try await usedStage()
        try stage.scratch.write(stage.settings(dialect: dialect), to: "settings.json")
        for (fault, value) in Self.faults {
            try await stage.bank.turn(fault, value)
            try await refused(stage, code: 4, place: "bank sbanken: error: [bank-")
            let resting = value.hasPrefix("\"") ? #""off""# : value == "30" ? "0" : "false"
            try await stage.bank.turn(fault, resting)
        }
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words.allSatisfy { $0.hasPrefix("health.") })
    }

    private static let bodies = [
        "", "null", "[]", "{}", "7", #"{"availableItems":1,"items":[]}"#,
        #"{"availableItems":1,"items":[7]}"#, #"{"availableItems":"1","items":[{}]}"#,
        #"{"availableItems":1,"items":[{"accountId":null}]}"#,
        #"{"availableItems":1,"items":[{"accountId":"A","balance":"12.00"}]}"#,
        #"{"availableItems":1,"items":[{"accountId":"A","balance":1e400}]}"#,
        #"{"availableItems":2,"items":[{"accountId":"A","balance":1},{"accountId":"A","balance":1}]}"#,
        #"{"availableItems":1,"items":[{"accountId":"A","accountId":"B","balance":1}]}"#,
        String(repeating: "[", count: 100_000), "\u{0}\u{0}\u{0}", "<html></html>",
    ]

    @Test("an answer of any other shape is a bank that could not be read")
    func shapes() async throws {
        let stage = try await usedStage()
        let body = Lock("")
        let server = try LoopbackServer { request in
            request.path.contains("token")
                ? .text(#"{"access_token":"t","expires_in":3600,"token_type":"Bearer"}"#)
                : .text(body.withLock { $0 }, type: "application/json")
        }
        defer { server.stop() }
        let settings = stage.settings(dialect: "v2")
            .replacing(stage.bank.root, with: server.url(""))
        try stage.scratch.write(settings, to: "settings.json")
        for text in Self.bodies {
            body.withLock { $0 = text }
            try await refused(stage, code: 4, place: "bank sbanken: error: [bank-")
        }
    }
}
