import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("The log of requests tells what clients ask, and no secret", .io)
struct RequestLogTests {
    @Test("each request is there with its answer")
    func entries() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            _ = try await client.rows("?startDate=2026-03-01&length=5&other=x")
            _ = try await TestClient(port: port, token: "old").v2("/Accounts")
            let requests = server.requests
            #expect(requests.map(\.number) == [1, 2, 3])
            #expect(requests.map(\.status) == [200, 200, 401])
            #expect(requests.map(\.authorization) == [.basic, .bearer, .staleBearer])
            #expect(requests.map(\.method) == ["POST", "GET", "GET"])
            #expect(requests[1].path == "/apibeta/api/v2/Transactions/\(TestClient.current)")
            #expect(
                requests[1].parameters
                    == ["startDate": "2026-03-01", "length": "5", "other": "…"])
        }
    }

    @Test("no token, password or customer number is in it")
    func secrets() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            let token = try #require(client.token)
            _ = try await client.v1("/Accounts?access_token=\(token)&customerId=00000000000")
            _ = try await client.get("/bank/api/v1/Accounts/00000000000/99990000001")
            _ = try await client.get("/\(token)")
            var notified = ""
            dump(server.requests, to: &notified)
            notified += try await client.send("GET", "/sandbox/requests").body
            for secret in [token, "sandbox+secret", "sandbox%2B", "00000000000", "99990000001"] {
                #expect(!notified.contains(secret))
            }
            #expect(notified.contains("/bank/api/v1/Accounts/***/***"))
        }
    }

    @Test("the log keeps the latest requests only")
    func limit() async throws {
        try await withSandbox(configure: { $0.requestLimit = 3 }) { server, port in
            for _ in 1...8 { _ = try await TestClient(port: port).v2("/Accounts") }
            #expect(server.requests.map(\.number) == [6, 7, 8])
        }
    }
}
