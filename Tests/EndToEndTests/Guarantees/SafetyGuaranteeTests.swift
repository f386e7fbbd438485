import Foundation
import HTTP
import TestSupport
import Testing

@Suite("Guarantees: safe to change, safe to run", .programs)
struct SafetyGuaranteeTests {
    @Test(
        "guarantee 36: a bad rules file keeps the old rules, and says so at once and every day",
        arguments: ["truncated", "empty", "renamed over", "unreadable", "gone"])
    func badFile(kind: String) async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let clock = try #require(stage.clock)
        // Root reads what nobody may; without that power modes bind it as they bind others.
        let power = "-dac_override,-dac_read_search"
        let wrapper = getuid() == 0 ? ["setpriv", "--bounding-set", power] : []
        let watcher = try stage.watch(["--json", "--interval", "30m"], through: wrapper)
        try await watcher.rests()
        try spoil(stage.scratch.path("rules.json"), kind, stage)
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-rules-rejected"))
        #expect(watcher.errorText.contains("the old rules and settings stay in force"))
        try await stage.hold("80.00")
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        try await watcher.polls(after: .seconds(86_400), of: clock)
        #expect(
            await eventually {
                stage.receiver.words.last == "alert.reminder saldovakt-rules-rejected"
            }, "\(stage.receiver.words)")
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    private func spoil(_ file: URL, _ kind: String, _ stage: Stage) throws {
        switch kind {
        case "truncated": try stage.scratch.write(String(Stage.rules.prefix(80)), to: "rules.json")
        case "empty": try stage.scratch.write("", to: "rules.json")
        case "renamed over":
            let other = try stage.scratch.write("{ \"version\": 1, \"ruels\": [] }", to: "new")
            guard rename(other.path, file.path) == 0 else { throw POSIXError(.EIO) }
        case "unreadable": chmod(file.path, 0)
        default: try FileManager.default.removeItem(at: file)
        }
    }

    @Test("guarantee 37: rules are swapped whole while the file changes, and their hash is shown")
    func swapped() async throws {
        let stage = try await Stage()
        let others = Stage.rules.replacing("over 500", with: "over 600")
        let watcher = try stage.watch(["--json", "--interval", "20ms"])
        try await watcher.newPolls()
        let first = try await hash(stage)
        for number in 0..<40 {
            let other = try stage.scratch.write(
                number.isMultiple(of: 2) ? others : Stage.rules, to: "new")
            guard rename(other.path, stage.scratch.path("rules.json").path) == 0 else {
                throw POSIXError(.EIO)
            }
            _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded","rules":2}"#)
        }
        #expect(!watcher.lines.contains { $0.contains("rulesRejected") })
        #expect(await eventually { (try? await self.hash(stage)) == first })
        #expect(first.count >= 16, "\(first)")
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    private func hash(_ stage: Stage) async throws -> String {
        let text = try await stage.run(["status", "--json"]).lines.joined()
        return text.components(separatedBy: #""hash":""#).last?.prefix { $0 != "\"" }
            .description ?? ""
    }

    @Test("guarantee 38: rules are checked offline by what reads them, with telling exit codes")
    func check() async throws {
        let stage = try await Stage()
        try await stage.once()
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        func code(_ rules: String, _ options: String...) async throws -> (Int32, String) {
            let file = try stage.scratch.write(rules, to: "rules.json").path
            let found = try await stage.run(["rules", "check", file] + options + settings)
            return (found.code, found.errors)
        }
        #expect(try await code(Stage.rules).0 == 0)
        let slip = Stage.rules.replacing("under 100", with: "undr 100")
        let (wrong, message) = try await code(slip)
        #expect(wrong == 1)
        let watcher = try stage.watch()
        #expect(try await watcher.exitCode() == 1)
        #expect(watcher.errorText.hasPrefix(message), "\(watcher.errorText)")
        let doubtful = Stage.rules.replacing("over 500", with: "in the last 24 hours over 500")
        #expect(try await code(doubtful, "--strict").0 != 0)
        #expect(try await stage.run(["rules", "check", "/nowhere.json"] + settings).code == 4)
        #expect(try await stage.run(["rules", "check", "--nonsense"]).code == 2)
    }

    @Test(
        "guarantee 43: while a key changes, receivers with the old and with the new one both verify"
    )
    func rotation() async throws {
        let stage = try await Stage()
        let next = "whsec_" + Data(repeating: 9, count: 32).base64EncodedString()
        let other = try await Receiver(in: stage.scratch, secret: next)
        try stage.scratch.write(
            stage.settings(dialect: "v2")
                .replacing(
                    #""signingSecret": {"env": "HOOK_SECRET"}"#,
                    with: #""signingSecret": [{"env": "NEXT_SECRET"}, {"env": "HOOK_SECRET"}]"#
                )
                .replacing(
                    #""channels": {"#,
                    with: #""channels": { "next": { "type": "webhook", "url": "\#(other.url)", "#
                        + #""signingSecret": [{"env": "NEXT_SECRET"}, {"env": "HOOK_SECRET"}] },"#),
            to: "settings.json")
        try stage.rule(["low": "balance under 100"], on: ["hook", "next"])
        let environment = ["NEXT_SECRET": next]
        try await stage.once(environment: environment)
        try await stage.hold("80.00")
        try await stage.once(environment: environment)
        for receiver in [stage.receiver, other] {
            #expect(receiver.words == ["alert.fired low"])
            #expect(receiver.entries.allSatisfy { $0.verified })
        }
        let sample = try ForeignProcess(
            [
                Project.program.path, "channels", "test", "next", "--settings",
                stage.scratch.path("settings.json").path,
            ], environment: stage.environment(environment))
        #expect(try await sample.exitCode() == 0, "\(sample.errorText)")
        #expect(other.entries.count == 2 && other.entries.allSatisfy { $0.verified })
    }

    @Test(
        "guarantee 44: nothing is sent in the clear beyond the own network, nor to a machine's metadata",
        arguments: ["http://8.8.8.8/x", "http://169.254.169.254/latest", "https://[fe80::1]/x"])
    func addresses(address: String) async throws {
        let stage = try await Stage()
        try stage.settle(channels: #""far": { "type": "webhook", "url": "\#(address)" },"#)
        try stage.rule(["low": "balance under 100"], on: ["far"])
        let watcher = try stage.watch(["--json", "--once"])
        let code = try await watcher.exitCode()
        if code == 1 { return #expect(watcher.errorText.contains("settings.json")) }
        try await stage.hold("80.00")
        let second = try stage.watch(["--json", "--once"])
        _ = try await second.exitCode()
        #expect(second.errorText.contains("the address is refused"), "\(second.errorText)")
        #expect(!second.lines.contains { $0.contains("\"delivered\"") })
    }
}
