import SandboxBank
import TestSupport
import Testing

@Suite("Addresses are found as the bank found them", .io)
struct RoutingTests {
    @Test(
        "letter case, slashes at the end and the older addresses do not matter",
        arguments: [
            "/apibeta/api/v2/accounts", "/ApiBeta/API/V2/ACCOUNTS/", "/exec.bank/api/v1/Accounts",
            "/bank/api/v1/accounts/", "/apibeta/api/v1/Accounts?x=1",
            "/apibeta/api/v2/accounts/fa4e0000000000000000000000000001/",
            "http://127.0.0.1/apibeta/api/v2/accounts",
        ])
    func found(path: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let answer = try await client.get(path, headers: [TestClient.customer])
            #expect(answer.status == 200)
            #expect(answer.body.contains("Brukskonto"))
        }
    }

    @Test(
        "other addresses are not there",
        arguments: [
            "/", "/apibeta/api/v3/Accounts", "/exec.bank/api/v2/Accounts", "/apibeta/api/v2",
            "/apibeta/api/v2/Loans", "/apibeta/api/v2/Transactions", "/apibeta/api/v2/EFakturas",
            "/apibeta/api/v2/Transactions/FA4E0000000000000000000000000009",
        ])
    func missing(path: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await client.get(path).status == 404)
        }
    }

    @Test("lists are only read")
    func readOnly() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let answer = try await client.send(
                "POST", "/apibeta/api/v2/Accounts",
                headers: ["Authorization: Bearer \(client.token ?? "")"], body: "{}")
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == "GET")
        }
    }
}
