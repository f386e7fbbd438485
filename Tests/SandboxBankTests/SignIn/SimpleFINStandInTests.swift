import Finance
import Foundation
import SandboxBank
import TestSupport
import Testing

@Suite("The stand-in for a SimpleFIN server", .io)
struct SimpleFINStandInTests {
    private static let credentials = TestClient.basic(
        "fakeclient0000000000000000000000", "sandbox+secret/100%")

    private func accounts(
        _ port: Int, _ query: String = "", as credentials: String = Self.credentials
    ) async throws -> RawResponse {
        try await TestClient(port: port).send(
            "GET", "/simplefin/accounts?\(query)", headers: ["Authorization: \(credentials)"])
    }

    @Test("a setup token is claimed once, with a line's end behind the address; others stay good")
    func claims() async throws {
        try await withSandbox { _, port in
            let client = TestClient(port: port)
            let first = try await client.send("POST", "/simplefin/claim/sandbox")
            #expect(first.status == 200 && first.body.hasPrefix("http://fakeclient"))
            #expect(first.body.hasSuffix("/simplefin\n"))
            let second = try await client.send("POST", "/simplefin/claim/sandbox")
            #expect(second.status == 403 && second.body.contains("claimed"))
            #expect(try await client.send("POST", "/simplefin/claim/sandbox-2").status == 200)
            #expect(try await client.send("POST", "/simplefin/claim/other").status == 404)
        }
    }

    @Test("only the right credentials are let in")
    func credentials() async throws {
        try await withSandbox { _, port in
            let right = try await accounts(port)
            let guess = TestClient.basic("fakeclient0000000000000000000000", "guess")
            let wrong = try await accounts(port, as: guess)
            #expect(right.status == 200 && wrong.status == 403)
        }
    }

    @Test("version 2 is honoured although the server says 1.0; without it there is no errlist")
    func versions() async throws {
        try await withSandbox { _, port in
            let info = try await TestClient(port: port).send("GET", "/simplefin/info")
            #expect(info.json?["versions"]?.elements?.map(\.string) == ["1.0"])
            let second = try await accounts(port, "version=2").json
            #expect(second?["errlist"] != nil && second?["connections"] != nil)
            #expect(second?["accounts"]?.elements?.first?["conn_id"] != nil)
            let first = try await accounts(port).json
            #expect(first?["errlist"] == nil)
            #expect(first?["accounts"]?.elements?.first?["org"]?["name"] != nil)
        }
    }

    @Test("pending rows come if they are asked for by whatever value, posted at 0")
    func pending() async throws {
        try await withSandbox { _, port in
            for (query, isThere) in [("", false), ("pending=1", true), ("pending=0", true)] {
                let first = try await accounts(port, query).json?["accounts"]?.elements?.first
                let rows = first?["transactions"]?.elements ?? []
                let pending = rows.filter { $0["pending"]?.kindName == "true" }
                #expect(pending.isEmpty != isThere && rows.count > pending.count, "\(query)")
                #expect(pending.allSatisfy { $0["posted"]?.number == "0" })
            }
        }
    }

    @Test("the start of the days is among them, their end is not")
    func days() async throws {
        try await withSandbox { _, port in
            let noon = Make.day("2026-03-03").dayNumber * 86_400 + 43_200
            for (query, isThere) in [
                ("start-date=\(noon)", true), ("start-date=\(noon + 1)", false),
                ("end-date=\(noon + 1)", true), ("end-date=\(noon)", false),
            ] {
                let body = try await accounts(port, query).body
                #expect(body.contains("\"posted\":\(noon)") == isThere, "\(query)")
            }
        }
    }
}
