import Finance
import Foundation
import SandboxBank
import TestSupport
import Testing
import Threads

@Suite("The stand-in for Enable Banking", .io)
struct EnableBankingStandInTests {
    @Test("a code works once; a new session has other names and the same hashes")
    func sessions() async throws {
        try await withSandbox { _, port in
            let person = EnableBankingPerson(TestClient(port: port))
            let (code, first) = try await person.session()
            let again = try await person.exchange(code)
            #expect(again.json?["error"]?.string == "WRONG_AUTHORIZATION_CODE")
            let second = try await person.session().answer
            let all = [first, second].map { $0.json?["accounts"]?.elements ?? [] }
            let hashes = all.map { $0.map { $0["identification_hash"]?.string } }
            #expect(hashes[0] == hashes[1] && hashes[0].count == 5)
            #expect(Set((all[0] + all[1]).map { $0["uid"]?.string }).count == 10)
        }
    }

    @Test("the person allows or denies on the bank's page, once")
    func page() async throws {
        try await withSandbox { _, port in
            let person = EnableBankingPerson(TestClient(port: port))
            #expect(try await person.visit().contains("?code="))
            let denied = try await person.visit("deny")
            #expect(denied.hasSuffix("?error=access_denied&error_description=Denied&state=s"))
        }
    }

    @Test("another redirect and a consent that is too long are refused")
    func consents() async throws {
        try await withSandbox { _, port in
            let person = EnableBankingPerson(TestClient(port: port))
            let elsewhere = try await person.begin(redirect: "https://example.org/saldovakt/")
            #expect(elsewhere.status == 400)
            #expect(elsewhere.json?["error"]?.string == "REDIRECT_URI_NOT_ALLOWED")
            let long = try await person.begin(seconds: 181 * 86_400)
            #expect(long.status == 422 && long.body.contains("consent validity more than"))
            #expect(try await person.begin(seconds: 179 * 86_400).status == 200)
        }
    }

    @Test("a session ends when its consent does; every list has other transaction ids")
    func ends() async throws {
        let now = Lock(Date(timeIntervalSince1970: 1_772_787_600))
        try await withSandbox(configure: { $0.now = { now.withLock { $0 } } }) { _, port in
            let person = EnableBankingPerson(TestClient(port: port)) { now.withLock { $0 } }
            let uid = try #require(try await person.accounts().first)
            var ids: [String] = []
            for _ in 0..<2 {
                let path = "/accounts/\(uid)/transactions?date_from=2026-03-01"
                let rows = try await person.get(path).json?["transactions"]?.elements ?? []
                ids += rows.compactMap { $0["transaction_id"]?.string }
            }
            #expect(ids.count > 4 && Set(ids).count == ids.count)
            now.withLock { $0 += 3_601 }
            let over = try await person.get("/accounts/\(uid)/balances")
            #expect(over.status == 401 && over.json?["error"]?.string == "EXPIRED_SESSION")
        }
    }
}

/// A client of the sandbox as Enable Banking.
struct EnableBankingPerson: Sendable {
    private let client: TestClient
    private let now: @Sendable () -> Date

    init(_ client: TestClient, now: @escaping @Sendable () -> Date = { Date() }) {
        self.client = client
        self.now = now
    }

    func get(_ path: String, headers: [String] = []) async throws -> RawResponse {
        try await send("GET", path, headers: headers)
    }

    /// The rows of the first account.
    func rows(_ start: String) async throws -> RawResponse {
        let uid = try #require(try await accounts().first)
        return try await get("/accounts/\(uid)/transactions?date_from=\(start)")
    }

    /// The address that the bank's page leads to.
    func visit(_ answer: String = "allow") async throws -> String {
        let begun = try await begin()
        let url = try #require(begun.json?["url"]?.string)
        let path = try #require(URL(string: url)?.path)
        #expect(try await client.send("GET", path).body.contains("Godta"))
        let back = try await client.send("POST", path, body: "answer=\(answer)")
        return try #require(back.headers["location"])
    }

    /// Begins a consent.
    func begin(
        seconds: Double = 3_600, redirect: String = "https://example.org/saldovakt"
    ) async throws -> RawResponse {
        let until = InstantText.text(now().addingTimeInterval(seconds))
        let body = """
            {"access": {"valid_until": "\(until)"}, "aspsp": {"name": "DNB", "country": "NO"},
             "state": "s", "redirect_url": "\(redirect)"}
            """
        return try await send("POST", "/auth", body)
    }

    /// Exchanges the code of a new visit.
    func session() async throws -> (code: String, answer: RawResponse) {
        let items = URLComponents(string: try await visit())?.queryItems
        let code = try #require(items?.first { $0.name == "code" }?.value)
        return (code, try await exchange(code))
    }

    func exchange(_ code: String) async throws -> RawResponse {
        try await send("POST", "/sessions", #"{"code": "\#(code)"}"#)
    }

    /// The accounts of a new session.
    func accounts() async throws -> [String] {
        let answer = try await session().answer
        return try #require(answer.json?["accounts"]?.elements).compactMap { $0["uid"]?.string }
    }

    private func send(
        _ method: String, _ path: String, _ body: String = "", headers: [String] = []
    ) async throws -> RawResponse {
        let token = try EnableBankingApplication.token(at: now())
        return try await client.send(
            method, "/enablebanking" + path,
            headers: ["Authorization: Bearer \(token)"] + headers, body: body)
    }
}
