import Foundation
import HTTP
import TestSupport
import Testing

@Suite("A bank that signs in, as SpareBank 1", .programs)
struct SpareBank1Tests {
    /// A stage whose bank is asked as SpareBank 1; its access tokens end so soon that every run
    /// renews them.
    private func stage(
        redirect: String = "http://localhost:8912/callback"
    ) async throws -> Stage {
        let stage = try await Stage()
        let settings = """
            { "version": 1,
              "banks": [ { "id": "sb1", "type": "sparebank1",
                "clientId": {"env": "CLIENT_ID"}, "clientSecret": {"env": "CLIENT_SECRET"},
                "redirectURI": "\(redirect)",
                "apiURL": "\(stage.bank.root)/personal/banking",
                "authURL": "\(stage.bank.root)/oauth" } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """
        try stage.scratch.write(settings, to: "settings.json")
        try await stage.bank.turn("tokenLifetime", "25")
        return stage
    }

    @Test("notifies once of a purchase from reservation to booking, while its tokens rotate")
    func story() async throws {
        let stage = try await stage()
        try await stage.signIn()
        var tokens = [try stage.tokens()["refreshToken"]]
        #expect(try await stage.once() == 0)
        tokens.append(try stage.tokens()["refreshToken"])
        try await stage.bank.perform(
            """
            { "action": "reserve", "id": "hi-fi", "account": "Brukskonto", "amount": -1249.00,
              "text": "ELEKTROHJORNET A" }
            """)
        #expect(try await stage.once() == 0)
        tokens.append(try stage.tokens()["refreshToken"])
        try await stage.bank.turn("archiveDelay", "1")
        try await stage.bank.perform(
            """
            { "action": "book", "reservation": "hi-fi",
              "card": { "merchant": "ELEKTROHJORNET AS FJORDBY", "categoryCode": "5732" } }
            """)
        #expect(try await stage.once() == 0)
        // The day of purchase is no longer in the text.
        try await stage.bank.turn("archiveDelay", "0")
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words == ["alert.fired big", "alert.fired low"])
        #expect(Set(tokens).count == 3, "no token twice")
        #expect(try await stage.storedTransactions().components(separatedBy: "ELEKTRO").count > 1)
    }

    @Test(
        "a booking is dated up to a week after its reservation, some øre off, with another text",
        arguments: ["historic", "recent"])
    func weekLater(source: String) async throws {
        let stage = try await stage()
        try await stage.signIn()
        if source == "recent" { try await stage.bank.turn("archiveDelay", "30") }
        #expect(try await stage.once() == 0)
        try await stage.bank.perform(
            """
            { "action": "reserve", "id": "tv", "account": "Brukskonto", "amount": -899.00,
              "text": "ELEKTROHJORNET A", "date": -7 }
            """)
        #expect(try await stage.once() == 0)
        try await stage.bank.perform(
            """
            { "action": "book", "reservation": "tv", "amount": -898.98,
              "card": { "merchant": "ELEKTROHJORNET AS FJORDBY", "categoryCode": "5732" } }
            """)
        for _ in 0..<2 { #expect(try await stage.once() == 0) }
        #expect(stage.receiver.words == ["alert.fired big", "alert.corrected big"])
    }

    @Test("a sign-in that is lost is one alert with the command to run; signing in again ends it")
    func lost() async throws {
        let stage = try await stage()
        #expect(try await stage.once() == 4)
        #expect(stage.receiver.words == ["health.fired saldovakt-bank-unreachable"])
        #expect(stage.receiver.entries.last?.body.data.body.contains("saldovakt login sb1") == true)
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        // A renewal whose answer was cut off: the bank no longer knows the token that is stored.
        try await stage.bank.turn("refreshAnswer", #""cut""#)
        #expect(try await stage.once() == 4)
        try await stage.bank.turn("refreshAnswer", #""whole""#)
        for _ in 0..<3 { #expect(try await stage.once() == 4) }
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        let healthy = "health.resolved saldovakt-bank-unreachable"
        let failed = "health.fired saldovakt-bank-unreachable"
        #expect(stage.receiver.words == [failed, healthy, failed, healthy])
        let said = stage.receiver.entries.map(\.body.data.body).filter {
            $0.contains("invalid_grant")
        }
        #expect(said.count == 1 && said.allSatisfy { $0.contains("saldovakt login sb1") })
    }

    @Test(
        "an access that the customer ends, or that has run out, is one alert until the next sign-in",
        arguments: ["revokeSignIn", "expireTokens"])
    func ended(how: String) async throws {
        let stage = try await stage()
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        try await stage.bank.turn(how, "true")
        if how == "expireTokens" {
            // A token that is refused early is renewed within the poll.
            #expect(try await stage.once() == 0)
            #expect(stage.receiver.words.isEmpty)
            try await stage.bank.turn("revokeSignIn", "true")
        }
        for _ in 0..<2 { #expect(try await stage.once() == 4) }
        #expect(stage.receiver.words == ["health.fired saldovakt-bank-unreachable"])
        #expect(stage.receiver.entries.last?.body.data.body.contains("saldovakt login sb1") == true)
        try await stage.signIn()
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words.last == "health.resolved saldovakt-bank-unreachable")
    }

    @Test("tokens, codes and secrets are nowhere that others could read")
    func secrets() async throws {
        let stage = try await stage(redirect: "http://localhost:\(try FreePort.any())/callback")
        let ear = try Eavesdropper(on: stage)
        var secrets = [Stage.clientSecret, try await stage.signIn(ear)]
        secrets.append(try await stage.signIn(at: ear.login("sb1"), ear))
        for turn in ["", "outage", "missingScope", "refuseSignIn", "html", "revokeSignIn"] {
            secrets += try stage.tokens().filter { $0.key != "accessTokenEnds" }.map(\.value)
            if !turn.isEmpty { try await stage.bank.turn(turn, "true") }
            try await ear.watch()
            secrets += try stage.tokens().filter { $0.key != "accessTokenEnds" }.map(\.value)
            if !turn.isEmpty, turn != "revokeSignIn" { try await stage.bank.turn(turn, "false") }
        }
        try await ear.ask("sb1")
        let text = try await ear.everything()
        for word in ["invalid_grant", "Brukskonto", "xdg-open http", "qrencode -t", "[statement]"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(Set(secrets).count > 6)
        for secret in Set(secrets) { #expect(!text.contains(secret)) }
    }
}

extension Stage {
    /// Signs in with `saldovakt login` and a pasted address.
    ///
    /// - Returns: the code, which is used up.
    @discardableResult
    fileprivate func signIn(_ ear: Eavesdropper? = nil) async throws -> String {
        let transport = CurlTransport()
        defer { transport.close() }
        let login = try ForeignProcess(
            [
                Project.program.path, "login", "sb1", "--paste", "--settings",
                scratch.path("settings.json").path, "--state", state,
            ], environment: environment())
        let page = try await login.line(startingWith: "  http").dropFirst(2)
        let back = try await transport.send(
            HTTPRequest(method: .post, url: String(page), body: Array("answer=allow".utf8)))
        let address = try #require(back.header("Location"))
        login.send(address)
        #expect(try await login.exitCode() == 0, "\(login.errorText)")
        try await ear?.hear(login)
        let items = URLComponents(string: address)?.queryItems
        return try #require(items?.first { $0.name == "code" }?.value)
    }

    /// Signs in at a page that comes back to this machine; returns the code.
    fileprivate func signIn(at login: ForeignProcess, _ ear: Eavesdropper) async throws -> String {
        let transport = CurlTransport()
        defer { transport.close() }
        let page = try await login.line(startingWith: "  http")
        let back = try await transport.send(
            HTTPRequest(
                method: .post, url: page.trimmingCharacters(in: .whitespacesAndNewlines),
                body: Array("answer=allow".utf8)))
        let address = try #require(back.header("Location"))
        // It may still draw the code: until then nobody listens.
        _ = try await login.line(startingWith: "waiting for")
        #expect(try await transport.send(HTTPRequest(url: address)).status == 200)
        try await ear.hear(login)
        let items = URLComponents(string: address)?.queryItems
        return try #require(items?.first { $0.name == "code" }?.value)
    }

    /// What the program keeps of the sign-in.
    fileprivate func tokens() throws -> [String: String] {
        let data = try Data(contentsOf: scratch.path("state/sign-in/sb1.json"))
        return try JSONDecoder().decode(Kept.self, from: data).parts
    }

    private struct Kept: Decodable { let parts: [String: String] }
}
