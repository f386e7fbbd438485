import Finance
import Foundation
import SandboxBank
import Testing

extension SwitchEffects {
    /// The checks of what only SpareBank 1 does.
    static let ofSpareBank1: [String: Check] = [
        "revokeSignIn": { server, client in
            let person = try await SpareBank1Client(client.port)
            try server.set(.revokeSignIn, true)
            #expect(try await person.accounts().status == 401)
            #expect(try await person.refresh().json?["error"]?.string == "invalid_grant")
        },
        "refreshAnswer": { server, client in
            var person = try await SpareBank1Client(client.port)
            let before = person.refreshToken
            try server.set(.refreshAnswer, "withoutToken")
            let without = try await person.refresh()
            #expect(without.status == 200 && without.json?["refresh_token"] == nil)
            try server.set(.refreshAnswer, "forgotten")
            person.refreshToken = try await person.refresh().json?["refresh_token"]?.string ?? ""
            #expect(try await person.refresh().status == 400)
            person.refreshToken = before
            try server.set(.refreshAnswer, "lost")
            #expect(try await person.isCut())
            try server.set(.refreshAnswer, "cut")
            #expect(try await person.isCut())
            #expect(try await person.refresh().status == 400)
            person = try await SpareBank1Client(client.port)
            try server.set(.refreshAnswer, "half")
            let half = try await person.refresh()
            #expect(half.status == 200 && !half.isComplete && half.json == nil)
            #expect(try await person.refresh().status == 400)
        },
        "hourlyCalls": { server, client in
            let person = try await SpareBank1Client(client.port)
            try server.set(.hourlyCalls, 1)
            #expect(try await person.accounts().status == 200)
            let second = try await person.accounts()
            #expect(second.status == 429 && second.headers["retry-after"] == nil)
        },
        "hourlyPause": { server, client in
            let person = try await SpareBank1Client(client.port)
            try server.set(.hourlyCalls, 1)
            try server.set(.hourlyPause, 1_200)
            #expect(try await person.accounts().status == 200)
            let second = try await person.accounts()
            #expect(second.status == 429 && second.headers["retry-after"] == "1200")
        },
        "confidentialRows": { server, client in
            let person = try await SpareBank1Client(client.port)
            let path = "/transactions?accountKey=\(TestClient.credit)"
            for word in ["isConfidential", "confidential"] {
                try server.set(.confidentialRows, .choice(word))
                let rows = try await person.get(path).json?["transactions"]?.elements ?? []
                #expect(rows.count == 2 && rows.allSatisfy { $0[word]?.kindName == "true" })
                let other = word == "confidential" ? "fromCurrencyAccount" : "isFromCurrencyAccount"
                #expect(rows.allSatisfy { $0[other]?.kindName == "false" })
            }
        },
        "listFailure": { server, client in
            let person = try await SpareBank1Client(client.port)
            for (failure, count) in [
                ("off", 2), ("RECENT_TRANSACTIONS_FAILED", 1), ("CREDIT_ACCOUNTS_FAILED", 0),
            ] {
                try server.set(.listFailure, .choice(failure))
                let answer = try await person.get("/transactions?accountKey=\(TestClient.credit)")
                #expect(answer.json?["transactions"]?.elements?.count == count)
                #expect(
                    answer.json?["errors"]?.elements?.map(\.string) == (count == 2 ? [] : [failure])
                )
            }
            try server.set(.listFailure, "withoutCards")
            let list = try await person.get("/accounts?includeCreditCardAccounts=true").json
            #expect(list?["accounts"]?.elements?.count == 4)
            #expect(list?["errors"]?.elements?.map(\.string) == ["CREDIT_ACCOUNTS_FAILED"])
        },
    ]
}

/// A customer of the stand-in as SpareBank 1, signed in.
struct SpareBank1Client: Sendable {
    let port: Int
    var accessToken = ""
    var refreshToken = ""

    static let redirect = "http://localhost:8912/callback"
    static let form =
        "client_id=fakeclient0000000000000000000000&client_secret=sandbox%2Bsecret%2F100%25"
    static let query = """
        client_id=fakeclient0000000000000000000000&response_type=code&state=s%2F1\
        &redirect_uri=http%3A%2F%2Flocalhost%3A8912%2Fcallback
        """

    /// Signs in.
    init(_ port: Int) async throws {
        self.port = port
        let back = try await authorize()
        let answer = try await exchange(try #require(back["code"]))
        accessToken = try #require(answer.json?["access_token"]?.string)
        refreshToken = try #require(answer.json?["refresh_token"]?.string)
    }

    init(unsigned port: Int) { self.port = port }

    /// What comes back once the page is submitted.
    func authorize(
        _ query: String = query, answer: String = "allow"
    ) async throws -> [String: String] {
        let reply = try await page("POST", query, body: "answer=\(answer)")
        let location = try #require(reply.headers["location"], "\(reply.status)")
        let fields = location.dropFirst(Self.redirect.count + 1).split(separator: "&").map {
            $0.split(separator: "=").map(String.init)
        }
        return Dictionary(fields.map { ($0[0], $0[1].removingPercentEncoding ?? "") }) { $1 }
    }

    func page(
        _ method: String, _ query: String = query, body: String = ""
    ) async throws -> RawResponse {
        try await TestClient(port: port).send(method, "/oauth/authorize?\(query)", body: body)
    }

    func exchange(_ code: String, redirect: String = redirect) async throws -> RawResponse {
        try await token("grant_type=authorization_code&code=\(code)&redirect_uri=\(redirect)")
    }

    func refresh() async throws -> RawResponse {
        try await token("grant_type=refresh_token&refresh_token=\(refreshToken)")
    }

    func token(_ grant: String) async throws -> RawResponse {
        try await TestClient(port: port).send(
            "POST", "/oauth/token", body: "\(grant)&\(Self.form)")
    }

    /// Whether a refresh gets no answer.
    func isCut() async throws -> Bool {
        let connection = try RawConnection(port: port)
        let body = "grant_type=refresh_token&refresh_token=\(refreshToken)&\(Self.form)"
        try connection.send(TestClient.request("POST", "/oauth/token", body: body))
        return try await connection.response() == nil
    }

    func accounts() async throws -> RawResponse { try await get("/accounts") }

    func get(
        _ path: String, accept: String = "application/vnd.sparebank1.v1+json; charset=utf-8"
    ) async throws -> RawResponse {
        let connection = try RawConnection(port: port)
        let request = TestClient.request(
            "GET", "/personal/banking" + path, headers: ["Authorization: Bearer \(accessToken)"]
        ).replacing("Accept: application/json", with: "Accept: \(accept)")
        try connection.send(request)
        return try #require(try await connection.response())
    }
}
