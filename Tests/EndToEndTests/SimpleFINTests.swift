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

    @Test("is not asked more often than its server allows, whatever the command says")
    func interval() async throws {
        let stage = try await stage()
        let watch = try stage.watch(
            ["--plain", "--interval", "10m"], environment: try environment(stage))
        #expect(try await watch.exitCode() == 2)
        for words in ["SimpleFIN allows 24 requests a day", "give at least 60 minutes"] {
            #expect(watch.errorText.contains(words), "\(watch.errorText)")
        }
    }

    /// A stage without a sign-in, and a setup token for it.
    private func unsigned() async throws -> (stage: Stage, token: String) {
        let stage = try await Stage()
        try stage.scratch.write(
            """
            { "version": 1, "banks": [ { "id": "bridge", "type": "simplefin" } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """, to: "settings.json")
        return (stage, Self.token(stage))
    }

    private static func token(_ stage: Stage, _ end: String = "") -> String {
        Data("\(stage.bank.root)/simplefin/claim/sandbox\(end)".utf8).base64EncodedString()
    }

    @Test(
        "a setup token that is typed at login works once; a second use warns of a thief")
    func login() async throws {
        let (stage, token) = try await unsigned()
        #expect(try await stage.once() == 4)
        let first = try await login(stage, token)
        #expect(try await first.exitCode() == 0, "\(first.errorText)")
        #expect(first.lines.contains("signed in at bank bridge: 2 accounts"), "\(first.lines)")
        #expect(try await stage.once() == 0)
        let second = try await login(stage, token)
        #expect(try await second.exitCode() == 4)
        #expect(second.errorText.contains("somebody else may be reading"), "\(second.errorText)")
        #expect(!(first.lines.joined() + second.errorText).contains(token))
        #expect(try await stage.once() == 0)
        let nothing = try await login(stage, "")
        #expect(try await nothing.exitCode() == 1 && nothing.errorText.contains("[no-answer]"))
    }

    @Test(
        "an access that is over is one alert with the command to run; a new setup token ends it",
        arguments: ["revoked", "signInFailed"])
    func over(how: String) async throws {
        let (stage, token) = try await unsigned()
        #expect(try await login(stage, token).exitCode() == 0)
        #expect(try await stage.once() == 0)
        try await stage.bank.turn("simplefin", "\"\(how)\"")
        for _ in 0..<3 { #expect(try await stage.once() == 4) }
        #expect(stage.receiver.words == ["health.fired saldovakt-bank-unreachable"])
        let body = try #require(stage.receiver.entries.last?.body.data.body)
        #expect(body.contains("saldovakt login bridge"), "\(body)")
        try await stage.bank.turn("simplefin", #""fine""#)
        #expect(try await login(stage, Self.token(stage, "-2")).exitCode() == 0)
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words.last == "health.resolved saldovakt-bank-unreachable")
    }

    @Test("the setup token and the access address are nowhere that others could read")
    func secrets() async throws {
        let (stage, token) = try await unsigned()
        let ear = try Eavesdropper(on: stage)
        for answer in [token, token] {
            try await ear.hear(login(stage, answer, environment: ear.environment))
        }
        for word in ["fine", "payment", "version1", "capped", "signInFailed", "revoked"] {
            try await stage.bank.turn("simplefin", "\"\(word)\"")
            try await ear.watch()
        }
        try await stage.bank.turn("simplefin", #""fine""#)
        try await stage.bank.turn("html", "true")
        try await ear.watch()
        try await ear.ask("bridge")
        #expect(!ear.heard.contains("/simplefin/claim/"))
        let text = try await ear.everything()
        for word in [
            "Brukskonto", "saldovakt login bridge", "somebody else", "[statement]",
            #""outcome":"complete""#,
        ] { #expect(text.contains(word), "\(word)") }
        let secret = Stage.clientSecret
        let coded = try #require(
            secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let basic = Data("\(Stage.clientID):\(secret)".utf8).base64EncodedString()
        for secret in [token, secret, coded, basic, Stage.clientID] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    private func login(
        _ stage: Stage, _ token: String, environment: [String: String] = [:]
    ) async throws -> ForeignProcess {
        let program = try ForeignProcess(
            [Project.program.path] + (try Project.shown("login bridge", in: "docs/banks.md")) + [
                "--settings", stage.scratch.path("settings.json").path, "--state",
                stage.scratch.path("state").path,
            ], environment: stage.environment(environment))
        program.send(token)
        _ = try await program.exitCode()
        return program
    }
}
