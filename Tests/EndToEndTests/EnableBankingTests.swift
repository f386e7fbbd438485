import Foundation
import HTTP
import TestSupport
import Testing

@Suite("A bank behind Enable Banking", .programs)
struct EnableBankingTests {
    private func stage(
        redirect: String = "https://example.org/saldovakt"
    ) async throws -> Stage {
        let stage = try await Stage()
        let key = try await SandboxProcess.enableBankingKey()
        let file = try stage.scratch.write(key, to: "key.pem")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: file.path)
        try stage.scratch.write(
            """
            { "version": 1,
              "banks": [ { "id": "dnb", "type": "enablebanking", "bank": "DNB",
                "applicationId": "5a1d0fac-e000-4000-8000-000000000001",
                "privateKey": {"file": "key.pem"},
                "redirectURI": "\(redirect)",
                "apiURL": "\(stage.bank.root)/enablebanking" } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """, to: "settings.json")
        return stage
    }

    @Test("is signed in by pasting an address, read, and its quota is kept over restarts")
    func story() async throws {
        let stage = try await stage()
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        let status = try await stage.run(["status"])
        #expect(status.lines.contains { $0.contains(", sign-in until 20") }, "\(status.lines)")
        try await stage.bank.perform(
            """
            { "action": "reserve", "id": "hi-fi", "account": "Brukskonto", "amount": -1249.00,
              "text": "ELEKTROHJORNET A" }
            """)
        #expect(try await stage.once() == 0)
        try await stage.bank.perform(
            """
            { "action": "book", "reservation": "hi-fi",
              "card": { "merchant": "ELEKTROHJORNET AS FJORDBY", "categoryCode": "5732" } }
            """)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words.sorted() == ["alert.fired big", "alert.fired low"])
        // The sign-in was no read: the fifth one of the day is refused, and the sixth is not tried.
        for _ in 0..<3 { _ = try await stage.once() }
        let asked = String(decoding: try await stage.bank.requests(), as: UTF8.self)
        #expect(asked.components(separatedBy: #""status":429"#).count == 2)
        #expect(stage.receiver.words.count == 2, "being asked to come later is no outage")
    }

    @Test("is asked no more often by restarts, by doctor not at all, and says when it is read next")
    func restarts() async throws {
        let stage = try await stage()
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        for _ in 0..<2 {
            let watch = try stage.watch(["--plain"])
            _ = try await watch.line(startingWith: "bank dnb: next read at 20")
            let status = try await stage.run(["status"])
            #expect(status.lines.contains { $0.contains(/, next in (5 h|6 h).* \(/) })
            watch.signal(SIGTERM)
            _ = try await watch.exitCode()
        }
        let doctor = try await stage.run([
            "doctor", "--online", "--settings", stage.scratch.path("settings.json").path,
        ])
        #expect(
            doctor.lines.contains {
                $0.hasPrefix("ok\tbank dnb: the consent covers 2 accounts, until")
            },
            "\(doctor.lines)")
        let asked = String(decoding: try await stage.bank.requests(), as: UTF8.self)
        #expect(asked.components(separatedBy: "/balances").count == 3, "\(asked)")
    }

    @Test(
        "a consent that is over is one alert with the command to run; signing in ends it",
        arguments: ["revoked", "expired", "closed"])
    func over(how: String) async throws {
        let stage = try await stage()
        try await stage.bank.turn("ebQuota", #""off""#)
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        try await stage.bank.turn("ebSession", "\"\(how)\"")
        for _ in 0..<3 { #expect(try await stage.once() == 4) }
        #expect(stage.receiver.words == ["health.fired saldovakt-bank-unreachable"])
        let body = try #require(stage.receiver.entries.last?.body.data.body)
        #expect(body.contains(how == "closed" ? "ended" : how))
        #expect(body.contains("saldovakt login dnb"))
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        let doctor = try await stage.run(["doctor"] + settings)
        #expect(
            doctor.lines.contains { $0.hasPrefix("missing\tsign-in dnb: ") }, "\(doctor.lines)")
        #expect(doctor.lines.contains("\tfix: saldovakt login dnb"), "\(doctor.lines)")
        let status = try await stage.run(["status"])
        #expect(!(status.lines + doctor.lines).joined().contains("until 20"), "\(status.lines)")
        try await stage.bank.turn("ebSession", #""open""#)
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words.last == "health.resolved saldovakt-bank-unreachable")
    }

    @Test("goes through the bank's page in a real browser, which comes back to this machine")
    func browser() async throws {
        let stage = try await stage(redirect: "http://localhost:\(try FreePort.any())/callback")
        let browser = try await HeadlessBrowser(in: stage.scratch)
        let program = try stage.login()
        let page = try await program.line(startingWith: "  http://")
        try await browser.open(page.trimmingCharacters(in: .whitespaces))
        try await browser.click("button[value=allow]")
        #expect(
            try await eventually { try await browser.text().contains("Go back to the terminal") })
        #expect(try await program.exitCode() == 0, "\(program.errorText)")
        #expect(program.lines.contains("signed in at bank dnb: 2 accounts"), "\(program.lines)")
        try await browser.quit()
        #expect(try await stage.once() == 0)
    }

    @Test("says why there is no access when the person denies it, and keeps none")
    func denied() async throws {
        let stage = try await stage()
        let program = try stage.login(["--paste"])
        let page = try await program.line(startingWith: "  http://")
        program.send(try await stage.allow(at: page, "deny"))
        #expect(try await program.exitCode() == 1)
        #expect(program.errorText.contains("[not-allowed]"), "\(program.errorText)")
        let kept = stage.scratch.path("state/sign-in/dnb.json").path
        #expect(!FileManager.default.fileExists(atPath: kept))
    }

    @Test("says when it is read next, and warns in time before the consent ends")
    func consentEnds() async throws {
        let stage = try await stage()
        try stage.rule(["end": "sign-in expires in less than 14 days"])
        try await stage.signIn()
        let watch = try stage.watch(["--json"])
        _ = try await watch.line(startingWith: #"{"event":"polled""#)
        var lines: [String] = []
        #expect(
            try await eventually {
                lines = try await stage.run(["status"]).lines
                return lines.contains { $0.contains(/, next in (5 h|6 h).* \(/) }
            }, "\(lines)")
        watch.signal(SIGTERM)
        _ = try await watch.exitCode()
        #expect(stage.receiver.words.isEmpty, "\(stage.receiver.words)")
        let end = Date().addingTimeInterval(7 * 86_400)
        try stage.keep(expires: end)
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words == ["health.fired end"])
    }

    @Test("is also read by a program from contrib/examples, which keeps its session itself")
    func example() async throws {
        let stage = try await stage()
        let program = Project.root.appending(
            path: "contrib/examples/bank-from-enablebanking/bank-from-enablebanking"
        ).path
        let folder = stage.scratch.path("state/sign-in/dnb.d")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // On a machine whose day is always one behind the bank's, as it is in UTC before midnight.
        let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
        let variables = [
            "EB_API": "\(stage.bank.root)/enablebanking", "SALDOVAKT_STATE": folder.path,
            "EB_APPLICATION": "5a1d0fac-e000-4000-8000-000000000001",
            "EB_KEY": stage.scratch.path("key.pem").path,
            "TZ": "LATE\(24 - oslo.secondsFromGMT() / 3600)",
        ]
        let login = try ForeignProcess(
            [program, "login", "DNB", "NO", "https://example.org/saldovakt"],
            environment: stage.environment(variables))
        login.send(try await stage.allow(at: try await login.line(startingWith: "  http://")))
        #expect(try await login.exitCode() == 0, "\(login.errorText)")
        let names = variables.keys.filter { $0 != "SALDOVAKT_STATE" }.sorted()
        let references = names.map { #""\#($0)": {"env": "\#($0)"}"# }.joined(separator: ", ")
        try stage.scratch.write(
            """
            { "version": 1,
              "banks": [ { "id": "dnb", "type": "command", "command": ["\(program)"],
                "environment": { \(references) } } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """, to: "settings.json")
        let first = try stage.watch(["--json", "--once"], environment: variables)
        #expect(try await first.exitCode() == 0, "\(first.errorText)")
        try await stage.pay("-1249.00", from: "Brukskonto")
        #expect(try await stage.once(environment: variables) == 0)
        #expect(stage.receiver.words == ["alert.fired big"])
        try await stage.bank.turn("ebSession", #""revoked""#)
        #expect(try await stage.once(environment: variables) == 4)
        let body = try #require(stage.receiver.entries.last?.body.data.body)
        #expect(body.contains("REVOKED_SESSION: sign in again"), "\(body)")
    }

    @Test("keys, codes, sessions and names of accounts are nowhere that others could read")
    func secrets() async throws {
        let stage = try await stage(redirect: "http://localhost:\(try FreePort.any())/callback")
        try await stage.bank.turn("ebQuota", #""off""#)
        let ear = try Eavesdropper(on: stage)
        let login = try ear.login("dnb")
        let address = try await stage.allow(at: try await login.line(startingWith: "  http://"))
        _ = try await login.line(startingWith: "waiting for")
        let transport = CurlTransport()
        defer { transport.close() }
        #expect(try await transport.send(HTTPRequest(url: address)).status == 200)
        try await ear.hear(login)
        let items = URLComponents(string: address)?.queryItems
        let kept = try stage.kept()
        var secrets = [
            try #require(items?.first { $0.name == "code" }?.value), try #require(kept["session"]),
        ]
        let uids = try JSONDecoder().decode([Named].self, from: Data((kept["accounts"] ?? "").utf8))
        secrets += uids.map(\.uid)
        // What the header of a signed token begins with.
        secrets.append("eyJ0eXAi")
        secrets += try await SandboxProcess.enableBankingKey().split(separator: "\n").dropFirst()
            .prefix(3).map(String.init)
        for (name, value) in [
            ("ebFault", #""off""#), ("ebFault", #""aspspError""#), ("ebFault", #""lastAccount""#),
            ("ebSession", #""expired""#), ("html", "true"),
        ] {
            try await stage.bank.turn(name, value)
            try await ear.watch()
        }
        try await ear.ask("dnb")
        let text = try await ear.everything()
        for word in [
            "Brukskonto", "saldovakt login dnb", "xdg-open http", "qrencode -t", "[statement]",
            #""outcome":"complete""#,
        ] { #expect(text.contains(word), "\(word)") }
        #expect(Set(secrets).count == 8)
        for secret in secrets { #expect(!text.contains(secret)) }
    }

    private struct Named: Decodable { let uid: String }
}

extension Stage {
    fileprivate func login(_ options: [String] = []) throws -> ForeignProcess {
        try ForeignProcess(
            [
                Project.program.path, "login", "dnb", "--settings",
                scratch.path("settings.json").path, "--state", scratch.path("state").path,
            ] + options, environment: environment())
    }

    /// Visits the bank's page and returns the address that the browser is sent to.
    fileprivate func allow(at page: String, _ answer: String = "allow") async throws -> String {
        let transport = CurlTransport()
        defer { transport.close() }
        let back = try await transport.send(
            HTTPRequest(
                method: .post, url: page.trimmingCharacters(in: .whitespacesAndNewlines),
                body: Array("answer=\(answer)".utf8)))
        return try #require(back.header("Location"))
    }

    /// Signs in at the bank's page with the built program, by copying the address at the end.
    fileprivate func signIn() async throws {
        let shown = try Project.shown("login dnb", in: "docs/banks.md")
        let program = try login(Array(shown.dropFirst(2)))
        let address = try await allow(at: try await program.line(startingWith: "  http://"))
        program.send(address)
        #expect(try await program.exitCode() == 0, "\(program.errorText)")
        #expect(program.lines.contains("signed in at bank dnb: 2 accounts"), "\(program.lines)")
    }

    private struct Kept: Codable {
        let parts: [String: String]
        var expires: Date?
    }

    private var signInFile: URL { scratch.path("state/sign-in/dnb.json") }

    /// What the program keeps of the sign-in.
    fileprivate func kept() throws -> [String: String] {
        try JSONDecoder().decode(Kept.self, from: Data(contentsOf: signInFile)).parts
    }

    /// Has the consent end at another time than it does.
    fileprivate func keep(expires: Date) throws {
        var kept = try JSONDecoder().decode(Kept.self, from: Data(contentsOf: signInFile))
        kept.expires = expires
        let handle = try FileHandle(forWritingTo: signInFile)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: JSONEncoder().encode(kept))
        try handle.close()
    }
}
