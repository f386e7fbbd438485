import Finance
import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@testable import Banks

@Suite("Signing in at Sbanken", .io)
struct SbankenSessionTests {
    @Test("identifier and secret are form-encoded before they are joined")
    func credentials() async throws {
        let bank = FakeBank()
        _ = await bank.fetch()
        let request = try #require(bank.transport.requests.first)
        let header = try #require(request.headers.first { $0.isNamed("authorization") }?.value)
        let encoded = try #require(Data(base64Encoded: String(header.dropFirst("Basic ".count))))
        #expect(
            String(decoding: encoded, as: UTF8.self) == "klient-hemmelig:passord%2Bhemmelig%2F%25")
        #expect(request.method == .post)
        #expect(request.body == Array("grant_type=client_credentials".utf8))
        #expect(
            request.headers.first { $0.isNamed("content-type") }?.value
                == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test("a token is used for its life, less a minute")
    func lifetime() async throws {
        let bank = FakeBank()
        let source = bank.source()
        _ = await source.fetch(FetchRequest())
        bank.clock.advance(by: 3_539)
        _ = await source.fetch(FetchRequest())
        #expect(bank.asked.count { $0 == "/token" } == 1)
        bank.clock.advance(by: 1)
        _ = await source.fetch(FetchRequest())
        #expect(bank.asked.count { $0 == "/token" } == 2)
    }

    @Test("a short life is not eaten up by the margin")
    func shortLifetime() async {
        let token = #"{"access_token": "t", "expires_in": 100}"#
        let bank = FakeBank(replacing: ["/token": FakeBank.always(.json(token))])
        let source = bank.source()
        for (pause, tokens) in [(0, 1), (89, 1), (1, 2)] {
            bank.clock.advance(by: TimeInterval(pause))
            _ = await source.fetch(FetchRequest())
            #expect(bank.asked.count { $0 == "/token" } == tokens)
        }
    }

    @Test("a token that the bank takes back is replaced once")
    func renewedAfter401() async {
        let tokens = Lock(0)
        let bank = FakeBank(replacing: [
            "/token": { (_) throws(TransportError) in
                let number = tokens.withLock { count in
                    count += 1
                    return count
                }
                return .json(#"{"access_token": "t\#(number)", "expires_in": 3600}"#)
            },
            "/Accounts": { (request) throws(TransportError) in
                let isNew = request.headers.contains { $0.value == "Bearer t2" }
                guard isNew else { return HTTPResponse(status: 401) }
                return (try? Fixture.response("accounts")) ?? HTTPResponse(status: 500)
            },
        ])
        let snapshot = await bank.fetch()
        #expect(snapshot.outcome == .complete)
        #expect(bank.asked.prefix(4) == ["/token", "/Accounts", "/token", "/Accounts"])
        #expect(bank.asked.count { $0 == "/token" } == 2)
    }

    @Test("a token with which every call is refused lacks its scope")
    func missingScope() async throws {
        let bank = FakeBank(replacing: ["/Accounts": FakeBank.always(HTTPResponse(status: 401))])
        let failure = try await refusal(bank)
        #expect(failure.problem.contains("a token was issued"))
        #expect(failure.fix.contains("scope"))
        #expect(bank.asked == ["/token", "/Accounts", "/token", "/Accounts"])
    }

    @Test("invalid_client names its three causes")
    func invalidClient() async throws {
        let answer = try Fixture.response("errors/token-400-invalid_client", status: 400)
        let failure = try await refusal(FakeBank(replacing: ["/token": FakeBank.always(answer)]))
        #expect(failure.problem.contains("invalid_client"))
        for cause in ["wrong", "three months", "not yet active"] {
            #expect(failure.fix.contains(cause))
        }
    }

    @Test(
        "other refusals are told by the bank's word",
        arguments: [
            ("errors/token-400-invalid_scope", 400, "invalid_scope"),
            ("errors/token-400-unsupported_grant_type", 400, "unsupported_grant_type"),
        ])
    func otherRefusals(name: String, status: Int, word: String) async throws {
        let answer = try Fixture.response(name, status: status)
        let failure = try await refusal(FakeBank(replacing: ["/token": FakeBank.always(answer)]))
        #expect(failure.problem.contains(word))
    }

    @Test("a refusal without a readable reason is a refusal", arguments: [400, 401, 403])
    func wordless(status: Int) async throws {
        for body in ["", "<html>", "{}", #"{"error": 5}"#, #"{"error": "11111111111"}"#] {
            let answer = FakeBank.always(HTTPResponse(status: status, body: Array(body.utf8)))
            let failure = try await refusal(FakeBank(replacing: ["/token": answer]))
            #expect(failure.problem.contains("without a reason (\(status))"))
        }
    }

    @Test(
        "an answer without a usable token is malformed",
        arguments: [
            "", "{}", #"{"access_token": "", "expires_in": 5}"#,
            #"{"access_token": "a b", "expires_in": 5}"#,
            #"{"access_token": "t\r\nX: y", "expires_in": 5}"#,
            #"{"access_token": 5, "expires_in": 5}"#,
        ])
    func noToken(body: String) async {
        let answer = FakeBank.always(HTTPResponse(status: 200, body: Array(body.utf8)))
        let snapshot = await FakeBank(replacing: ["/token": answer]).fetch()
        guard case .failed(let failure) = snapshot.outcome else {
            Issue.record("the outcome was \(snapshot.outcome)")
            return
        }
        #expect(failure.kind == .malformed)
    }

    private func refusal(_ bank: FakeBank) async throws -> SourceFailure {
        let snapshot = await bank.fetch()
        guard case .failed(let failure) = snapshot.outcome else {
            Issue.record("the outcome was \(snapshot.outcome)")
            return SourceFailure(kind: .server, problem: "", fix: "")
        }
        #expect(failure.kind == .refused)
        return failure
    }
}
