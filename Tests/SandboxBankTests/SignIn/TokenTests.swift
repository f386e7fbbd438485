import Finance
import Foundation
import SandboxBank
import Synchronization
import TestSupport
import Testing

@Suite("API calls need a token that holds", .io)
struct TokenTests {
    @Test("without a token, or with one of another bank, the answer is an empty 401")
    func unauthorized() async throws {
        try await withSandbox { _, port in
            let none = try await TestClient(port: port).v2("/Accounts")
            #expect(none.status == 401)
            #expect(none.body == "")
            let other = try await TestClient(port: port, token: "abc.def.ghi").v1("/Accounts")
            #expect(other.status == 401)
        }
    }

    @Test("a token holds until its last second")
    func expiry() async throws {
        let elapsed = Mutex(0.0)
        let start = Date(timeIntervalSince1970: 1_772_800_000)
        try await withSandbox(
            configure: { configuration in
                configuration.now = { start.addingTimeInterval(elapsed.withLock { $0 }) }
            },
            { _, port in
                let client = try await TestClient.signedIn(port)
                elapsed.withLock { $0 = 3_599 }
                #expect(try await client.v2("/Accounts").status == 200)
                elapsed.withLock { $0 = 3_600 }
                #expect(try await client.v2("/Accounts").status == 401)
            })
    }

    @Test("the first dialect also needs the customer number, and the right one")
    func customerHeader() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let missing = try await client.get("/apibeta/api/v1/Accounts")
            #expect(missing.status == 400)
            #expect(missing.json?["errorType"]?.string == "Input")
            let wrong = try await client.get(
                "/apibeta/api/v1/Accounts", headers: ["CustomerID: 00000000001"])
            #expect(wrong.status == 401)
            let right = try await client.get(
                "/apibeta/api/v1/Accounts", headers: ["CUSTOMERID: 00000000000"])
            #expect(right.status == 200)
        }
    }
}
