import Foundation
import HTTP
import TestSupport
import Testing

/// A watcher of accounts behind a SimpleFIN server, from the setup token on.
@Suite("SimpleFIN, end to end", .programs)
struct SimpleFINTests {
    /// Signs in at the stand-in as `login` does and leaves the state that it leaves.
    private func stage() async throws -> Stage {
        let stage = try await Stage(at: "2026-03-06 09:00")
        let transport = CurlTransport()
        defer { transport.close() }
        let answer = try await transport.send(
            HTTPRequest(
                method: .post, url: "\(stage.bank.root)/simplefin/claim/sandbox", body: []))
        #expect(answer.status == 200)
        let access = String(decoding: answer.body, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let settings = stage.settings(dialect: "v2")
        let start = try #require(settings.firstRange(of: #""banks": ["#)).upperBound
        let end = try #require(settings.firstRange(of: #""channels""#)).lowerBound
        let bank = #" { "id": "bridge", "type": "simplefin", "accessURL": {"env": "ACCESS"} } ], "#
        try stage.scratch.write(
            settings[..<start] + bank + settings[end...], to: "settings.json")
        try stage.scratch.write(access, to: "access")
        return stage
    }

    private func environment(_ stage: Stage) throws -> [String: String] {
        ["ACCESS": try String(contentsOf: stage.scratch.path("access"), encoding: .utf8)]
    }

    @Test("new rows and low balances are sent, an ended access once with the way back")
    func story() async throws {
        let stage = try await stage()
        let more = try environment(stage)
        #expect(try await stage.once(environment: more) == 0)
        try await stage.pay("-950.00", from: "Brukskonto")
        try await stage.hold("50.00")
        stage.clock?.pass(.seconds(6 * 3_600))
        #expect(try await stage.once(environment: more) == 0)
        let titles = stage.receiver.entries.map(\.body.data.title)
        #expect(titles.contains { $0.contains("Lommepenger") && $0.contains("50,00") }, "\(titles)")
        #expect(titles.contains { $0.contains("FJORDBY KINO") }, "\(titles)")
        try await stage.bank.turn("simplefin", #""revoked""#)
        for _ in 0..<3 {
            stage.clock?.pass(.seconds(600))
            let watch = try stage.watch(["--plain", "--once"], environment: more)
            #expect(try await watch.exitCode() == 4)
            #expect(watch.errorText.contains("saldovakt login bridge"), "\(watch.errorText)")
        }
        let health = stage.receiver.entries.filter { $0.body.type == "health.fired" }
        #expect(health.count == 1, "\(health.map(\.body.data.title))")
        #expect(health.first?.body.data.reason == "signInRefused")
        let credentials = more["ACCESS"]?.split(separator: "@").first?.split(separator: ":").last
        #expect(!stage.stateText.contains(try #require(credentials)))
    }

    @Test(
        "a setup token that is typed at login works once; a second use warns of a thief")
    func login() async throws {
        let stage = try await Stage()
        try stage.scratch.write(
            """
            { "version": 1, "banks": [ { "id": "bridge", "type": "simplefin" } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """, to: "settings.json")
        #expect(try await stage.once() == 4)
        let token = Data("\(stage.bank.root)/simplefin/claim/sandbox".utf8).base64EncodedString()
        let first = try await login(stage, token)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.lines.contains("signed in at bank bridge: 2 accounts"), "\(first.lines)")
        #expect(try await stage.once() == 0)
        let second = try await login(stage, token)
        #expect(second.code == 4)
        #expect(second.errors.contains("somebody else may be reading"), "\(second.errors)")
        #expect(!(first.lines.joined() + second.errors).contains(token))
        #expect(try await stage.once() == 0)
        let nothing = try await login(stage, "")
        #expect(nothing.code == 1 && nothing.errors.contains("[no-answer]"))
    }

    private func login(
        _ stage: Stage, _ token: String
    ) async throws -> (code: Int32, lines: [String], errors: String) {
        let program = try ForeignProcess(
            [
                Project.program.path, "login", "bridge", "--settings",
                stage.scratch.path("settings.json").path, "--state",
                stage.scratch.path("state").path,
            ], environment: stage.environment())
        program.send(token)
        let code = try await program.exitCode()
        return (code, program.lines, program.errorText)
    }
}
