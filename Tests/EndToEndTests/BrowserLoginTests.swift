import Foundation
import HTTP
import TestSupport
import Testing

@Suite("Signing in at a bank with a browser", .programs)
struct BrowserLoginTests {
    /// A bank that sends the browser back to a port which is free, and what a person types.
    private func stage() async throws -> (stage: Stage, port: Int) {
        let stage = try await Stage()
        let port = try FreePort.any()
        try stage.scratch.write(
            """
            { "version": 1,
              "banks": [ { "id": "sb1", "type": "sparebank1",
                "clientId": {"env": "CLIENT_ID"}, "clientSecret": {"env": "CLIENT_SECRET"},
                "redirectURI": "http://localhost:\(port)/callback",
                "apiURL": "\(stage.bank.root)/personal/banking",
                "authURL": "\(stage.bank.root)/oauth" } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """, to: "settings.json")
        return (stage, port)
    }

    /// Begins to sign in and waits for the address of the bank's page.
    private func login(
        _ stage: Stage, _ options: [String] = []
    ) async throws -> (program: ForeignProcess, page: String) {
        let program = try ForeignProcess(
            [Project.program.path] + (try Project.shown("login sb1", in: "docs/banks.md")) + options
                + stage.places, environment: stage.environment())
        let line = try await program.line(startingWith: "  http://")
        return (program, line.trimmingCharacters(in: .whitespaces))
    }

    /// Answers at the bank's page and returns where the browser is sent.
    private func answer(_ answer: String, at page: String) async throws -> String {
        let transport = CurlTransport()
        defer { transport.close() }
        let back = try await transport.send(
            HTTPRequest(method: .post, url: page, body: Array("answer=\(answer)".utf8)))
        return try #require(back.header("Location"))
    }

    private func visit(_ address: String) async throws -> Int {
        let transport = CurlTransport()
        defer { transport.close() }
        return try await transport.send(HTTPRequest(url: address)).status
    }

    @Test("takes the bank's answer on a port of this machine, lists the accounts, and polls then")
    func loopback() async throws {
        let (stage, _) = try await stage()
        let (program, page) = try await login(stage)
        let address = try await answer("allow", at: page)
        #expect(try await visit(address) == 200)
        #expect(try await program.exitCode() == 0, "\(program.errorText)")
        #expect(program.lines.contains("signed in at bank sb1: 2 accounts"), "\(program.lines)")
        let code = URLComponents(string: address)?.queryItems?.first { $0.name == "code" }?.value
        let said = program.lines.joined() + program.errorText
        #expect(!said.contains(try #require(code)))
        #expect(try await stage.once() == 0)
        let logout = try await stage.run(
            ["logout", "sb1", "--settings", stage.scratch.path("settings.json").path])
        #expect(logout.code == 0 && logout.lines[0].hasPrefix("signed out of bank sb1"))
        #expect(try await stage.once() == 4)
    }

    @Test("is looked at by doctor, with the command that signs in")
    func doctor() async throws {
        let (stage, _) = try await stage()
        let before = try await stage.run(
            ["doctor", "--settings", stage.scratch.path("settings.json").path])
        #expect(before.code == 4)
        let line = try #require(before.lines.firstIndex { $0.hasPrefix("missing\tsign-in sb1: ") })
        #expect(before.lines[line + 1] == "\tfix: saldovakt login sb1")
        #expect(
            before.lines.contains {
                $0.hasPrefix("ok\tbank guide: what to click") && $0.hasSuffix("docs/banks.md")
            })
        let (program, page) = try await login(stage)
        _ = try await visit(try await answer("allow", at: page))
        #expect(try await program.exitCode() == 0)
        let after = try await stage.run(
            ["doctor", "--settings", stage.scratch.path("settings.json").path])
        #expect(after.lines.contains { $0.hasPrefix("ok\tsign-in sb1: ") }, "\(after.lines)")
    }

    @Test("takes credentials from a QR code, and keeps them and the sign-in in the keyring")
    func keyring() async throws {
        let (stage, _) = try await stage()
        let session = try await KeyringSession()
        #expect(try await session.isReady())
        let file = stage.scratch.path("settings.json")
        let settings = try String(contentsOf: file, encoding: .utf8)
            .replacing(#"{"env": "CLIENT_ID"}"#, with: #"{"keyring": "sb1-id"}"#)
            .replacing(
                #"{"env": "CLIENT_SECRET"}"#,
                with: #"{"keyring": "sb1-secret"}, "signIn": "keyring""#)
        try stage.scratch.write(settings, to: "settings.json")
        let image = stage.scratch.path("code.png").path
        let code = #"{"clientId":"\#(Stage.clientID)","clientSecret":"\#(Stage.clientSecret)"}"#
        let draw = try ForeignProcess(["qrencode", "-l", "H", "-o", image, code])
        #expect(try await draw.exitCode() == 0)
        let ear = try Eavesdropper(on: stage)
        let login = try ForeignProcess(
            [Project.program.path, "login", "sb1", "--qr", image] + stage.places,
            environment: session.environment.merging(ear.environment) { $1 })
        let page = try await login.line(startingWith: "  http://")
        _ = try await visit(
            try await answer("allow", at: page.trimmingCharacters(in: .whitespaces)))
        #expect(try await login.exitCode() == 0, "\(login.errorText)")
        #expect(login.lines.contains("signed in at bank sb1: 2 accounts"), "\(login.lines)")
        try await ear.hear(login)
        let heard = try await ear.everything()
        #expect(heard.contains("zbarimg -q") && heard.contains("xdg-open http"), "\(heard)")
        #expect(!heard.contains(Stage.clientSecret) && !heard.contains("planted%2Bclient"))
        let hook = ["HOOK_URL": "http://127.0.0.1:9/", "HOOK_SECRET": "whsec_"]
        let doctor = try ForeignProcess(
            [Project.program.path, "doctor", "--online"] + stage.places,
            environment: session.environment.merging(hook) { $1 })
        _ = try await doctor.exitCode()
        for line in ["ok\tsign-in sb1: ", "ok\tbank sb1: it answered with 2 accounts"] {
            #expect(doctor.lines.contains { $0.hasPrefix(line) }, "\(doctor.lines)")
        }
        let kept = stage.scratch.path("state/sign-in/sb1.json").path
        #expect(!FileManager.default.fileExists(atPath: kept))
        // Another secret takes the place of the one that is there; an empty line keeps the id.
        let again = try await session.run(
            ["login", "sb1", "--paste"] + stage.places, input: ["", "another", ""])
        #expect(again.lines.contains(#""clientSecret": {"keyring": "sb1-secret"},"#))
        #expect(!again.lines.contains { $0.contains("sb1-id") }, "\(again.lines)")
    }

    @Test("goes through the bank's page in a real browser, which then says where to go on")
    func browser() async throws {
        let (stage, _) = try await stage()
        let browser = try await HeadlessBrowser(in: stage.scratch)
        let (program, page) = try await login(stage)
        try await browser.open(page)
        try await browser.click("button[value=allow]")
        #expect(
            try await eventually { try await browser.text().contains("Go back to the terminal") })
        #expect(try await program.exitCode() == 0, "\(program.errorText)")
        #expect(program.lines.contains("signed in at bank sb1: 2 accounts"), "\(program.lines)")
        try await browser.quit()
    }

    @Test("takes the address that the browser ended at, where a person pastes it")
    func paste() async throws {
        let (stage, port) = try await stage()
        let (program, page) = try await login(stage, ["--paste"])
        let address = try await answer("allow", at: page)
        await #expect(throws: TransportError.self) {
            _ = try await visit("http://127.0.0.1:\(port)/callback")
        }
        program.send(address)
        #expect(try await program.exitCode() == 0, "\(program.errorText)")
        #expect(program.lines.contains("signed in at bank sb1: 2 accounts"), "\(program.lines)")
    }

    @Test("says why there is no access, and keeps none")
    func denied() async throws {
        let (stage, _) = try await stage()
        let (program, page) = try await login(stage)
        _ = try await visit(try await answer("deny", at: page))
        #expect(try await program.exitCode() == 1)
        #expect(program.errorText.contains("[not-allowed]"), "\(program.errorText)")
        #expect(
            !FileManager.default.fileExists(
                atPath: stage.scratch.path("state/sign-in/sb1.json").path))
    }

    @Test("names the bank of the settings where no page may have asked")
    func wrongInstitution() async throws {
        let (stage, _) = try await stage()
        let settings = try String(
            contentsOf: stage.scratch.path("settings.json"), encoding: .utf8)
        try stage.scratch.write(
            settings.replacing(
                #""sparebank1","#, with: #""sparebank1", "financialInstitution": "fid-smm","#),
            to: "settings.json")
        let (program, page) = try await login(stage)
        _ = try await visit(try await answer("deny", at: page))
        #expect(try await program.exitCode() == 1)
        #expect(
            program.errorText.contains(
                "if no page asked you, correct financialInstitution ('fid-smm') or leave it out"),
            "\(program.errorText)")
    }

    @Test("takes no answer that somebody else began, and leaves the sign-in that was there")
    func foreign() async throws {
        let (stage, port) = try await stage()
        let first = try await login(stage)
        _ = try await visit(try await answer("allow", at: first.page))
        #expect(try await first.program.exitCode() == 0)
        let (program, _) = try await login(stage)
        #expect(
            try await visit("http://localhost:\(port)/callback?code=planted&state=guess") == 400)
        #expect(try await program.exitCode() == 1)
        #expect(program.errorText.contains("[foreign-answer]"), "\(program.errorText)")
        #expect(!program.errorText.contains("planted"))
        #expect(try await stage.once() == 0)
    }

    @Test("says that the port of its answer is taken, and another way")
    func takenPort() async throws {
        let (stage, _) = try await stage()
        let (first, _) = try await login(stage)
        let program = try ForeignProcess(
            [Project.program.path, "login", "sb1"] + stage.places,
            environment: stage.environment())
        #expect(try await program.exitCode() == 4)
        #expect(program.errorText.contains("use --paste"), "\(program.errorText)")
        first.signal(SIGINT)
        _ = try await first.exitCode()
    }
}

extension Stage {
    fileprivate var places: [String] {
        ["--settings", scratch.path("settings.json").path, "--state", scratch.path("state").path]
    }
}
