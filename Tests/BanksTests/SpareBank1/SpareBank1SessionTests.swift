import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing
import Threads

@testable import Banks
@testable import Settings

@Suite("The sign-in at SpareBank 1", .io)
struct SpareBank1SessionTests {
    private typealias Stage = SpareBank1Stage

    @Test("the address names client, redirect and bank, and the person's answer comes back")
    func address() async throws {
        try await Stage.with(isSignedIn: false) { stage in
            var stage = stage
            stage.configuration.settings.financialInstitution = "fid-smn"
            let address = try await stage.browser.address(state: "a b")
            #expect(address.contains("/oauth/authorize?client_id=fakeclient"))
            #expect(
                address.hasSuffix(
                    "&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A8912%2Fcallback"
                        + "&state=a%20b&finInst=fid-smn"))
            #expect(!address.contains("secret"))
            let allowed = try await stage.submit()
            #expect(allowed["state"] == "state-1" && allowed["code"] != nil)
            let denied = try await stage.submit("deny")
            #expect(denied == ["error": "access_denied", "state": "state-1"])
            stage.configuration.settings.financialInstitution = "fid-nowhere"
            #expect(try await stage.submit()["error"] == "access_denied")
        }
    }

    @Test("a code that was used, or is too old, is said to be so")
    func codes() async throws {
        try await Stage.with(isSignedIn: false) { stage in
            let code = Secret(try #require(try await stage.submit()["code"]))
            try await stage.browser.finish(code: code)
            let late = Secret(try #require(try await stage.submit()["code"]))
            stage.clock.advance(by: 121)
            for refused in [code, late] {
                let error = await #expect(throws: BankError.self) {
                    try await stage.browser.finish(code: refused)
                }
                guard case .signInRefused(let failure) = error else {
                    Issue.record("\(error as Any)")
                    continue
                }
                #expect(failure.fix.hasPrefix("saldovakt login sb1"))
            }
        }
    }

    @Test("without a sign-in the poll says how to sign in")
    func nobody() async throws {
        try await Stage.with(isSignedIn: false) { stage in
            let failure = Stage.failure(await stage.fetch())
            #expect(failure?.kind == .refused)
            #expect(failure?.problem == "nobody has signed in at bank sb1")
            #expect(failure?.fix == "saldovakt login sb1")
            #expect(stage.asked.isEmpty)
        }
    }

    @Test("an access token is used for its life, by two programs too")
    func cached() async throws {
        try await Stage.with { stage in
            let tokens = { stage.asked.count { $0 == "oauth/token" } }
            #expect(tokens() == 1)
            let source = stage.source()
            _ = await source.fetch(FetchRequest())
            stage.clock.advance(by: 569)
            _ = await source.fetch(FetchRequest())
            #expect(await stage.fetch().outcome == .complete)
            #expect(tokens() == 1)
            stage.clock.advance(by: 1)
            #expect(await source.fetch(FetchRequest()).outcome == .complete)
            #expect(await stage.fetch().outcome == .complete)
            #expect(tokens() == 2)
        }
    }

    @Test("programs that poll at the same time renew once")
    func sharing() async throws {
        try await Stage.with { stage in
            stage.clock.advance(by: 600)
            let before = stage.asked.count
            let outcomes = await withTaskGroup(of: SnapshotOutcome.self) { group in
                for _ in 0..<4 { group.addTask { await stage.fetch().outcome } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .complete, count: 4))
            #expect(stage.asked.dropFirst(before).count { $0 == "oauth/token" } == 1)
        }
    }

    @Test("the new refresh token is stored before its access token is used, the old one beside it")
    func rotation() async throws {
        let atFirstCall = Lock<SignInState?>(nil)
        try await Stage.with(instead: { (request, store) in
            if request.url.contains("/accounts") { atFirstCall.withLock { $0 = store.load() } }
            return nil
        }) { stage in
            let old = try #require(stage.store.load())
            stage.clock.advance(by: 600)
            #expect(await stage.fetch().outcome == .complete)
            let used = try #require(atFirstCall.withLock { $0 })
            #expect(used["refreshToken"] != old["refreshToken"])
            #expect(used["previousRefreshToken"] == old["refreshToken"])
            #expect(used["accessToken"] != old["accessToken"])
            let kept = try #require(stage.store.load())
            #expect(kept["refreshToken"] == used["refreshToken"])
            #expect(kept["previousRefreshToken"] == nil)
        }
    }

    @Test("an access token is not used before the refresh token is stored, which is tried again")
    func fullDisk() async throws {
        try await Stage.with { stage in
            let disk = FullDisk(store: stage.store)
            let source = stage.source(disk)
            stage.clock.advance(by: 600)
            let before = stage.asked.count
            for _ in 0..<2 {
                let failure = Stage.failure(await source.fetch(FetchRequest()))
                #expect(failure?.problem == "the disk is full")
            }
            #expect(stage.asked.dropFirst(before) == ["oauth/token"])
            disk.isFull.withLock { $0 = false }
            #expect(await source.fetch(FetchRequest()).outcome == .complete)
            stage.clock.advance(by: 600)
            #expect(await stage.fetch().outcome == .complete)
        }
    }

    @Test("an answer without a refresh token keeps the one before")
    func withoutToken() async throws {
        try await Stage.with { stage in
            let old = try #require(stage.store.load()?["refreshToken"])
            try stage.server.set(.refreshAnswer, "withoutToken")
            stage.clock.advance(by: 600)
            #expect(await stage.fetch().outcome == .complete)
            #expect(stage.store.load()?["refreshToken"] == old)
        }
    }

    @Test("a renewal that did not reach the bank is tried again at the next poll")
    func lostQuestion() async throws {
        try await Stage.with { stage in
            try stage.server.set(.refreshAnswer, "lost")
            stage.clock.advance(by: 600)
            #expect(Stage.failure(await stage.fetch())?.kind == .unreachable)
            try stage.server.set(.refreshAnswer, "whole")
            #expect(await stage.fetch().outcome == .complete)
        }
    }

    @Test(
        "a renewal whose answer was cut off ends the sign-in, and a new one heals it",
        arguments: ["cut", "half"])
    func cutAnswer(how: String) async throws {
        try await Stage.with { stage in
            let before = stage.store.load()
            try stage.server.set(.refreshAnswer, .choice(how))
            stage.clock.advance(by: 600)
            // libcurl itself asks again where a connection that was kept open turns out to be cut.
            #expect(Stage.failure(await stage.fetch()) != nil)
            #expect(stage.store.load() == before)
            try stage.server.set(.refreshAnswer, "whole")
            let failure = Stage.failure(await stage.fetch())
            #expect(failure?.kind == .refused)
            #expect(failure?.problem.contains("invalid_grant") == true)
            #expect(failure?.fix == "saldovakt login sb1")
            try await stage.signIn()
            #expect(await stage.fetch().outcome == .complete)
        }
    }

    @Test("a refresh token that the bank has forgotten is followed by the one before it, once")
    func forgotten() async throws {
        try await Stage.with { stage in
            let old = try #require(stage.store.load()?["refreshToken"])
            try stage.server.set(.refreshAnswer, "forgotten")
            try stage.server.set(.outage, true)
            stage.clock.advance(by: 600)
            #expect(Stage.failure(await stage.fetch())?.kind == .server)
            #expect(stage.store.load()?["previousRefreshToken"] == old)
            try stage.server.set(.refreshAnswer, "whole")
            try stage.server.set(.outage, false)
            stage.clock.advance(by: 600)
            #expect(await stage.fetch().outcome == .complete)
            #expect(stage.store.load()?["previousRefreshToken"] == nil)
            try stage.server.set(.revokeSignIn, true)
            let before = stage.asked.count
            #expect(Stage.failure(await stage.fetch())?.problem.contains("invalid_grant") == true)
            #expect(stage.asked.dropFirst(before).count { $0 == "oauth/token" } == 1)
        }
    }

    @Test("a token that the bank takes back is replaced once, and the call repeated once")
    func takenBack() async throws {
        try await Stage.with { stage in
            try stage.server.set(.expireTokens, true)
            let before = stage.asked.count
            #expect(await stage.fetch().outcome == .complete)
            #expect(stage.asked.dropFirst(before).count { $0 == "oauth/token" } == 1)
            try stage.server.set(.missingScope, true)
            let middle = stage.asked.count
            let failure = Stage.failure(await stage.fetch())
            #expect(failure?.kind == .refused)
            #expect(failure?.problem.contains("401") == true)
            #expect(stage.asked.count - middle == 3)
        }
    }

    @Test(
        "credentials that are refused are another thing than a sign-in that has ended",
        arguments: [400, 401])
    func invalidClient(status: Int) async throws {
        try await Stage.with { stage in
            var stage = stage
            if status == 400 { try stage.server.set(.refuseSignIn, true) }
            if status == 401 { stage.configuration = stage.configuration.with(secret: "other") }
            stage.clock.advance(by: 600)
            let failure = Stage.failure(await stage.fetch())
            #expect(failure?.kind == .refused)
            #expect(failure?.problem.contains("invalid_client") == true)
            #expect(failure?.fix.contains("clientSecret") == true)
        }
    }

    @Test("a poll that is cancelled during a renewal loses nothing")
    func cancelled() async throws {
        let (isAsked, mayAnswer) = (LoopbackGate(), LoopbackGate())
        try await Stage.with(instead: { (request, _) in
            if request.url.hasSuffix("/token") {
                isAsked.open()
                await mayAnswer.wait()
            }
            return nil
        }) { stage in
            stage.clock.advance(by: 600)
            let old = stage.store.load()
            let poll = Task { await stage.fetch() }
            await isAsked.wait()
            poll.cancel()
            mayAnswer.open()
            #expect(!(await poll.value).outcome.hasFacts)
            #expect(stage.store.load() != old)
            #expect(await stage.fetch().outcome == .complete)
        }
    }

    @Test(
        "an answer without a usable token is malformed",
        arguments: [
            "", "{}", #"{"access_token": "a b", "expires_in": 5}"#,
            #"{"access_token": "t", "expires_in": 600, "refresh_token": "r\r\nX: y"}"#,
            #"{"access_token": 5, "expires_in": 600}"#,
        ])
    func noToken(body: String) async throws {
        let isOn = Lock(false)
        try await Stage.with(instead: { (request, _) in
            isOn.withLock { $0 } && request.url.hasSuffix("/token") ? .json(body) : nil
        }) { stage in
            let old = stage.store.load()
            isOn.withLock { $0 = true }
            stage.clock.advance(by: 600)
            #expect(Stage.failure(await stage.fetch())?.kind == .malformed)
            #expect(stage.store.load() == old)
        }
    }

    @Test(
        "an answer whose tokens are good is kept although it does not say how long they last",
        arguments: [
            "", #", "expires_in": 0"#, #", "expires_in": "600""#, #", "expires_in": 1000.5"#,
            #", "expires_in": -5"#, #", "expires_in": 99999999999999999999"#,
        ])
    func noLifetime(member: String) async throws {
        let isOn = Lock(false)
        try await Stage.with(instead: { (request, _) in
            guard isOn.withLock({ $0 }) else { return nil }
            return request.url.hasSuffix("/token")
                ? .json(#"{"access_token": "t", "refresh_token": "r"\#(member)}"#)
                : .json(#"{"accounts": [], "transactions": []}"#)
        }) { stage in
            isOn.withLock { $0 = true }
            stage.clock.advance(by: 600)
            _ = await stage.fetch()
            #expect(stage.store.load()?["refreshToken"] == "r")
            // An answer that is not waited for can cost the sign-in.
            let asked = stage.transport.requests.last { $0.url.hasSuffix("/token") }
            #expect(asked?.timeout == .seconds(60))
        }
    }

    @Test("no snapshot, error or description shows a token, a code or a secret")
    func secrecy() async throws {
        let echo = Lock<String?>(nil)
        try await Stage.with(instead: { (request, _) in
            echo.withLock { $0 }.map { .json($0, status: 400) }
        }) { stage in
            var text = ""
            dump(stage.configuration, to: &text)
            dump(stage.source(), to: &text)
            dump(stage.browser, to: &text)
            for name in [SandboxSwitch.outage, .refuseSignIn, .missingScope, .revokeSignIn] {
                try stage.server.set(name, true)
                stage.clock.advance(by: 600)
                let snapshot = await stage.fetch()
                dump(snapshot, to: &text)
                if name.values == .flag { try stage.server.set(name, false) }
            }
            let parts = stage.store.saved.flatMap { Array($0.parts) }
            let secrets =
                parts.filter { $0.key != "accessTokenEnds" }.map(\.value)
                + [stage.configuration.clientSecret.reveal()]
            let words = secrets.joined(separator: " ")
            for body in [#"{"error": "\#(words)"}"#, #"{"errors": [{"code": "\#(words)"}]}"#] {
                echo.withLock { $0 = body }
                stage.clock.advance(by: 600)
                dump(await stage.fetch(), to: &text)
            }
            // The page of the sign-in has its code in the address that the bank makes, not in one of ours.
            text += stage.transport.requests.map(\.url).joined(separator: " ")
            #expect(secrets.count > 6)
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }
}

extension SpareBank1Configuration {
    fileprivate func with(secret: String) -> SpareBank1Configuration {
        SpareBank1Configuration(
            id: id, settings: settings, clientID: clientID, clientSecret: Secret(secret),
            timeZone: timeZone)
    }
}
