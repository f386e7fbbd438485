import Foundation
import TestSupport
import Testing

@Suite("Commands", .programs)
struct CommandTests {
    private struct Run {
        let code: Int32
        let lines: [String]
        let errors: String
    }

    private func run(
        _ arguments: [String], in scratch: Scratch, input: [String] = []
    ) async throws -> Run {
        let process = try ForeignProcess(
            [Project.program.path] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        for line in input { process.send(line) }
        process.endInput()
        let code = try await process.exitCode()
        return Run(code: code, lines: process.lines, errors: process.errorText)
    }

    @Test("a silence may be of a rule that is only in the file that --rules names")
    func silencesNewRule() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        try stage.rule(["fresh": "new fee"])
        let silence = ["silence", "add", "--rule", "fresh", "--for", "1h"]
        #expect(try await stage.run(silence).code == 1)
        let file = stage.scratch.path("rules.json").path
        #expect(try await stage.run(silence + ["--rules", file]).code == 0)
    }

    @Test(
        "refuse malformed input with place, problem and fix, and a status that says so",
        arguments: [
            ("settings.json", #"{ "version": 1, "bankz": [] }"#, "unknown-key"),
            ("settings.json", "{ \"version\": 1", "error:"),
            (
                "rules.json", #"{ "version": 1, "rules": [ { "when": "balance undr 100 NOK" } ] }"#,
                "did you mean"
            ),
            ("rules.json", "not json", "rules.json:1:1"),
            (
                "rules.json",
                #"{ "version": 1, "rules": [ { "when": "no salary by the 15th, for 1 hour" } ] }"#,
                "clause-not-allowed"
            ),
        ])
    func malformed(file: String, text: String, expected: String) async throws {
        let scratch = try Scratch()
        try scratch.write(#"{ "version": 1 }"#, to: "settings.json")
        try scratch.write(#"{ "version": 1, "rules": [] }"#, to: "rules.json")
        try scratch.write(text, to: file)
        let result = try await run(
            [
                "rules", "check", scratch.path("rules.json").path, "--settings",
                scratch.path("settings.json").path,
            ], in: scratch)
        #expect(result.code == 1)
        #expect(result.errors.contains(expected), "\(result.errors)")
    }

    @Test(
        "tell usage, what is wrong and what can't be read apart by their status",
        arguments: [
            (["nonsense"], 2), (["watch"], 4), (["rules", "fmt"], 4), (["replay"], 4),
            (["eval"], 4),
            (["sandbox", "--port", "99999"], 2),
            (["watch", "--rules", "/nowhere.json", "--json", "--plain"], 2),
            (["watch", "--rules", "/nowhere.json"], 4), (["rules", "check", "/nowhere.json"], 4),
            (["eval", "--rules", "/nowhere.json"], 4),
            (["channels", "list", "--settings", "/nowhere.json"], 4),
            (["doctor", "--settings", "/nowhere.json"], 4),
            (["sandbox", "--scenario", "/nowhere.json"], 4),
            (["accounts", "--state", "/nowhere"], 4), (["--version"], 0), (["--help"], 0),
            (["channels", "test", "nobody"], 1), (["changes", "--every", "hourly"], 2),
            (["changes", "--run", " "], 2),
            (["rules", "add", "balance under 7", "--rules", "/nowhere/rules.json"], 4),
        ] as [([String], Int32)])
    func status(arguments: [String], code: Int32) async throws {
        let result = try await run(arguments, in: try Scratch())
        #expect(result.code == code, "\(result.errors)")
        let notified = result.errors + result.lines.joined(separator: "\n")
        if code != 0 { #expect(notified.contains("fix:")) }
    }

    @Test(
        "settings and rules that can't be looked at are not taken for missing ones",
        arguments: [
            ["doctor"], ["channels", "list"], ["watch", "--once"], ["init", "--yes"],
            ["rules", "check"],
        ])
    func lockedOut(command: [String]) async throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            at: scratch.path(".config"), withIntermediateDirectories: false)
        // A link to itself can't be entered by anybody, a folder without rights by root.
        #expect(symlink("saldovakt", scratch.path(".config/saldovakt").path) == 0)
        let result = try await run(command, in: scratch)
        #expect(result.code == 4, "\(result.errors)")
        let text = result.errors + result.lines.joined(separator: "\n")
        #expect(text.contains("fix:") && !text.contains("there is no"), "\(text)")
        #expect(!text.contains("run 'saldovakt init'"), "\(text)")
    }

    @Test("a sample that is tried once is not said to be tried again")
    func triedOnce() async throws {
        let scratch = try Scratch()
        let settings = try scratch.write(
            """
            { "version": 1, "channels": { "hook": { "type": "webhook", "format": "json",
              "url": "http://127.0.0.1:9/hook" } } }
            """, to: "settings.json"
        ).path
        let result = try await run(
            ["channels", "test", "hook", "--settings", settings], in: scratch)
        #expect(result.code == 4 && result.errors.contains("fix: "), "\(result.errors)")
        #expect(!result.errors.contains("tried again"), "\(result.errors)")
    }

    @Test("eval counts bare transactions, and goes on after a line that it can't read")
    func eval() async throws {
        let scratch = try Scratch()
        try scratch.write(Stage.rules.replacing("hook", with: "terminal"), to: "rules.json")
        let result = try await run(
            ["eval", "--rules", scratch.path("rules.json").path, "--counts"], in: scratch,
            input: [
                #"{"account":"a","amount":"-612.00","date":"2026-03-06","text":"KIOSK"}"#,
                #"{"account":"a","amount":"999.999","date":"2026-03-06"}"#,
                #"{"account":"a","amount":-501,"date":"2026-03-07","text":"KIOSK"}"#,
                #"{"account":"a","amount":"-500.00","date":"2026-03-07","text":"KIOSK"}"#,
            ])
        #expect(result.lines == [#"{"rule":"low","count":0}"#, #"{"rule":"big","count":2}"#])
        #expect(result.code == 1)
        #expect(result.errors.contains("-:2:"))
    }

    @Test("eval gives notices in the published form, the same on every run")
    func evalNotifications() async throws {
        let scratch = try Scratch()
        try scratch.write(Stage.rules.replacing("hook", with: "terminal"), to: "rules.json")
        let account =
            #"{"id":"a1","name":"Brukskonto","kind":"asset","currency":"NOK","number":"99990000001","booked":"BOOKED","available":"BOOKED","creditLimit":"0.00"}"#
        let lines = ["500.00", "95.00", "600.00"].enumerated().map { number, balance in
            #"{"observedAt":"2026-03-06T0\#(number + 1):00:00Z","source":"sbanken","outcome":"complete","accounts":[\#(account.replacing("BOOKED", with: balance))],"transactions":[]}"#
        }
        var outputs: [[String]] = []
        for _ in 0..<2 {
            let result = try await run(
                ["eval", "--rules", scratch.path("rules.json").path], in: scratch, input: lines)
            #expect(result.code == 0, "\(result.errors)")
            outputs.append(result.lines)
        }
        #expect(outputs[0] == outputs[1])
        #expect(outputs[0].count == 2)
        let first = try #require(outputs[0].first)
        #expect(first.hasPrefix(#"{"type":"alert.fired","id":"ntc_"#))
        #expect(first.contains(#""timestamp":"2026-03-06T02:00:00Z","data":{"rule":{"id":"low","#))
        #expect(first.contains(#""value":{"amount":"95.00","currency":"NOK"}"#))
    }

    @Test("the demo's rules are those of rules/demo.json")
    func demoRules() throws {
        let file = try String(
            contentsOf: Project.root.appending(path: "rules/demo.json"), encoding: .utf8)
        let source = try String(
            contentsOf: Project.root.appending(path: "Sources/saldovakt/Demo/DemoCommand.swift"),
            encoding: .utf8)
        let lines = file.split(separator: "\n").map { "        \($0)" }
        #expect(source.contains(lines.joined(separator: "\n")))
    }

    @Test("the demo tells its story to the end and ends well")
    func demo() async throws {
        let scratch = try Scratch()
        let process = try ForeignProcess(
            [Project.program.path, "demo"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        let text = process.lines.joined(separator: "\n")
        #expect(text.contains("signature is genuine"))
        #expect(!text.contains("FORGED"))
        for part in ["Lommepenger", "ELEKTROHJORNET", "32\u{A0}500,00"] {
            #expect(process.lines.contains { $0.hasPrefix("▶") && $0.contains(part) }, "\(part)")
        }
        #expect(
            process.lines.filter { $0.hasPrefix("▶") && $0.contains("1\u{A0}249,00") }.count == 1)
    }

    @Test("offer the shell what there is: accounts, rules, channels, banks, alerts, files")
    func completion() async throws {
        let stage = try await Stage()
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.once()
        func offered(_ words: String...) async throws -> [String] {
            let files = [
                "--settings", stage.scratch.path("settings.json").path, "--state",
                stage.scratch.path("state").path, "--rules", stage.scratch.path("rules.json").path,
            ]
            let process = try ForeignProcess(
                [Project.program.path, "---completion"] + words + ["0", "0"] + files + [""],
                environment: stage.environment())
            #expect(try await process.exitCode() == 0, "\(process.errorText)")
            return process.lines
        }
        let accounts = try await offered("transactions", "--", "--account")
        #expect(accounts == ["Brukskonto", "Lommepenger"])
        let rules = try await offered("silence", "add", "--", "--rule")
        #expect(rules.contains("big") && rules.contains("low"))
        #expect(try await offered("silence", "add", "--", "--channel").contains("hook"))
        #expect(try await offered("login", "--", "positional@0") == ["sbanken"])
        #expect(try await offered("alerts", "--", "--why").contains("low"))
    }

    @Test("show their options where they are typed")
    func help() async throws {
        for (command, option) in [("transactions", "--over"), ("alerts", "--gave-up")] {
            let process = try ForeignProcess([Project.program.path, command, "--help"])
            #expect(try await process.exitCode() == 0)
            #expect(process.lines.joined().contains(option))
        }
    }
}
