import Finance
import Foundation
import SandboxBank
import TestSupport
import Testing
import Threads

@Suite("The stand-in as SpareBank 1", .io)
struct SpareBank1SignInTests {
    @Test("the page asks, and sends the browser back with a code or the person's refusal")
    func page() async throws {
        try await withSandbox { _, port in
            let client = SpareBank1Client(unsigned: port)
            let page = try await client.page("GET")
            #expect(page.status == 200)
            #expect(page.body.contains(#"<form method="post">"#))
            let back = try await client.authorize()
            #expect(back["state"] == "s/1" && back["code"]?.isEmpty == false)
            #expect(try await client.authorize(answer: "deny")["error"] == "access_denied")
            let other = SpareBank1Client.query + "&finInst=fid-nowhere"
            #expect(try await client.authorize(other)["error"] == "access_denied")
            let scope = SpareBank1Client.query + "&scope=accounts%20transfer"
            #expect(try await client.authorize(scope)["error"] == "access_denied")
        }
    }

    @Test("another redirect, letter for letter, another client and no state are refused")
    func registered() async throws {
        try await withSandbox { _, port in
            let client = SpareBank1Client(unsigned: port)
            for (part, other) in [
                ("callback", "callback%2F"), ("fakeclient", "otherclient"),
                ("state=s%2F1", "state="),
            ] {
                let query = SpareBank1Client.query.replacing(part, with: other)
                let status = try await client.page("GET", query).status
                #expect(status == 400, "\(part)")
            }
        }
    }

    @Test("a code works once, for two minutes, with its redirect; failing burns it")
    func codes() async throws {
        let now = Lock(Date(timeIntervalSince1970: 1_772_787_600))
        try await withSandbox(configure: { $0.now = { now.withLock { $0 } } }) { _, port in
            let client = SpareBank1Client(unsigned: port)
            let code = { try #require(try await client.authorize()["code"]) }
            let used = try await code()
            #expect(try await client.exchange(used).status == 200)
            #expect(try await client.exchange(used).json?["error"]?.string == "invalid_grant")
            let burnt = try await code()
            #expect(try await client.exchange(burnt, redirect: "http://x").status == 400)
            #expect(try await client.exchange(burnt).status == 400)
            let late = try await code()
            now.withLock { $0 += 121 }
            #expect(try await client.exchange(late).status == 400)
        }
    }

    @Test("a refresh token works once, and an access token ten minutes")
    func rotation() async throws {
        try await withSandbox { _, port in
            var client = try await SpareBank1Client(port)
            let answer = try await client.refresh()
            #expect(answer.json?["expires_in"]?.number == "600")
            #expect(try await client.refresh().json?["error"]?.string == "invalid_grant")
            client.refreshToken = try #require(answer.json?["refresh_token"]?.string)
            #expect(try await client.refresh().status == 200)
            let wrong = try await client.token("grant_type=refresh_token&client_secret=x")
            #expect(wrong.status == 400)
        }
    }

    @Test("answers are in the bank's form: cards on request, dates in Oslo, a new id each time")
    func answers() async throws {
        try await withSandbox { _, port in
            let client = try await SpareBank1Client(port)
            #expect(try await client.accounts().json?["accounts"]?.elements?.count == 4)
            let all = try await client.get("/accounts?includeCreditCardAccounts=true")
            let card = all.json?["accounts"]?.elements?.last
            #expect(card?["accountNumber"]?.string == "K9990000003")
            let path = "/transactions?accountKey=\(TestClient.current)&fromDate=2026-03-03"
            let first = try await client.get(path).json?["transactions"]?.elements ?? []
            let second = try await client.get(path).json?["transactions"]?.elements ?? []
            #expect(first.count == second.count && first.count > 3)
            #expect(Set((first + second).compactMap { $0["id"]?.string }).count == 2 * first.count)
            let pending = first.first { $0["bookingStatus"]?.string == "PENDING" }
            #expect(pending?["nonUniqueId"]?.string == "000000000000000000")
            #expect(first.last?["date"]?.number == "1772492400000")
            #expect(first.contains { $0["amount"]?.number == "-187" })
            let cut = try await client.get(path + "&rowLimit=2").json?["transactions"]
            #expect(cut?.elements?.count == 2)
            #expect(try await client.get("/accounts", accept: "application/json").status == 406)
            var stranger = client
            stranger.accessToken = "x"
            let refused = try await stranger.accounts()
            #expect(refused.status == 401 && refused.body == "Unauthorized")
        }
    }
}
