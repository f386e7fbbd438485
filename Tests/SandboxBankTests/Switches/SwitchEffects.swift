import Finance
import SandboxBank
import Testing

/// What each switch of the table must do, seen over HTTP; keyed by name.
///
/// A switch without an entry here fails its test.
struct SwitchEffects: Sendable {
    /// A check; gets the server and a client that was signed in before.
    typealias Check = @Sendable (SandboxServer, TestClient) async throws -> Void

    /// All checks.
    static let all = [ofService, ofRows, ofSpareBank1, ofEnableBanking, ofSimpleFIN].reduce(
        into: [:]) {
            $0.merge($1) { first, _ in first }
        }

    /// The checks of the connection, the service and the sign-in.
    static let ofService: [String: Check] = [
        "outage": { server, client in
            try server.set(.outage, true)
            let answer = try await client.api("/Accounts")
            #expect(answer.status == client.failure)
            #expect(answer.json?[client.dialect == .v1 ? "isError" : "Title"] != nil)
            #expect(try await client.signIn().status == 200)
        },
        "outageEvery": { server, client in
            try server.set(.outageEvery, 3)
            var statuses: [Int] = []
            for _ in 0..<6 { statuses.append(try await client.api("/Accounts").status) }
            #expect(statuses == [200, 200, client.failure, 200, 200, client.failure])
        },
        "html": { server, client in
            try server.set(.html, true)
            let answer = try await client.api("/Accounts")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
            #expect(answer.json == nil)
        },
        "isError": { server, client in
            try server.set(.isError, true)
            let answer = try await client.api("/Accounts")
            #expect(answer.status == 200)
            #expect(answer.json?["items"] == nil)
            let isError = answer.json?["isError"]?.kindName
            #expect(isError == (client.dialect == .v1 ? "true" : nil))
        },
        "throttle": { server, client in
            try server.set(.throttle, 30)
            let answer = try await client.api("/Accounts")
            #expect(answer.status == 429)
            #expect(answer.headers["retry-after"] == "30")
        },
        "hang": { server, client in
            try server.set(.hang, true)
            async let answer = client.api("/Accounts")
            try await client.wait { server.heldRequests == 1 }
            #expect(server.requests.last { $0.path.hasSuffix("/Accounts") }?.status == nil)
            try server.set(.hang, false)
            #expect(try await answer.body == Samples.accounts(client.dialect))
            #expect(server.heldRequests == 0)
        },
        "cutConnection": { server, client in
            let request = TestClient.request(
                "GET", "/apibeta/api/\(client.dialect.rawValue)/Accounts",
                headers: ["Authorization: Bearer \(client.token ?? "")", TestClient.customer])
            try server.set(.cutConnection, "before")
            let before = try RawConnection(port: client.port)
            try before.send(request)
            #expect(try await before.response() == nil)
            try server.set(.cutConnection, "during")
            let during = try RawConnection(port: client.port)
            try during.send(request)
            let half = try #require(try await during.response())
            #expect(half.status == 200 && !half.isComplete && !half.body.isEmpty)
        },
        "brokenJSON": { server, client in
            try server.set(.brokenJSON, true)
            let answer = try await client.api("/Accounts")
            #expect(answer.status == 200 && answer.isComplete && !answer.body.isEmpty)
            #expect(answer.json == nil)
        },
        "signInOutage": { server, client in
            try server.set(.signInOutage, true)
            #expect(try await client.signIn().status == 503)
            #expect(try await client.api("/Accounts").status == 200)
        },
        "refuseSignIn": { server, client in
            try server.set(.refuseSignIn, true)
            #expect(try await client.signIn().body == Samples.invalidClient)
            #expect(try await client.api("/Accounts").status == 200)
        },
        "freshSecret": { server, client in
            try server.set(.freshSecret, 2)
            #expect(try await client.signIn().body == Samples.invalidClient)
            #expect(try await client.signIn().body == Samples.invalidClient)
            #expect(try await client.signIn().status == 200)
        },
        "invalidScope": { server, client in
            try server.set(.invalidScope, true)
            let answer = try await client.signIn()
            #expect(answer.status == 400 && answer.body == Samples.invalidScope)
        },
        "missingScope": { server, client in
            try server.set(.missingScope, true)
            #expect(try await client.signIn().status == 200)
            #expect(try await client.api("/Accounts").status == 401)
        },
        "expireTokens": { server, client in
            try server.set(.expireTokens, true)
            #expect(try await client.api("/Accounts").status == 401)
            let again = try await TestClient.signedIn(client.port, client.dialect)
            #expect(try await again.v2("/Accounts").status == 200)
        },
        "tokenLifetime": { server, client in
            try server.set(.tokenLifetime, 5)
            #expect(try await client.signIn().json?["expires_in"]?.number == "5")
        },
    ]
}
