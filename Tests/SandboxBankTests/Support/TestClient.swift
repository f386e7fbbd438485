import Finance
import Foundation
import SandboxBank
import Testing

/// A client of the sandbox; a new connection for each request.
struct TestClient: Sendable {
    /// The account that most of the sample's rows are on.
    static let current = "FA4E0000000000000000000000000001"
    /// The sample's card account.
    static let credit = "FA4E0000000000000000000000000003"
    /// The header line that v1 needs.
    static let customer = "customerId: 00000000000"

    /// Where the sandbox listens.
    let port: Int
    /// A token, once signed in.
    var token: String?
    /// Which form of the API ``api(_:)`` and ``rows(_:)`` ask for.
    var dialect = SandboxDialect.v2

    /// A client that is signed in.
    static func signedIn(
        _ port: Int, _ dialect: SandboxDialect = .v2
    ) async throws -> TestClient {
        var client = TestClient(port: port, dialect: dialect)
        let answer = try await client.signIn()
        client.token = try #require(answer.json?["access_token"]?.string)
        return client
    }

    /// Asks for a token with the credentials of the built-in scenarios.
    func signIn() async throws -> RawResponse {
        try await signIn(
            authorization: Self.basic(
                "fakeclient0000000000000000000000", "sandbox%2Bsecret%2F100%25"))
    }

    /// Asks for a token.
    func signIn(
        authorization: String?, body: String = "grant_type=client_credentials",
        type: String = "application/x-www-form-urlencoded; charset=utf-8",
        path: String = "/identityserver/connect/token"
    ) async throws -> RawResponse {
        let authorization = authorization.map { ["Authorization: \($0)"] } ?? []
        return try await send(
            "POST", path, headers: authorization + ["Content-Type: \(type)"], body: body)
    }

    /// Asks for the state until something is so: the server hears of it on its own thread, and any
    /// later request comes after that.
    func wait(until isSo: () -> Bool) async throws {
        while !isSo() {
            try Task.checkCancellation()
            _ = try await send("GET", "/sandbox/state")
        }
    }

    /// Reads under `/apibeta/api/v2`.
    func v2(_ path: String) async throws -> RawResponse {
        try await get("/apibeta/api/v2" + path)
    }

    /// Reads under `/apibeta/api/v1`.
    func v1(_ path: String) async throws -> RawResponse {
        try await get("/apibeta/api/v1" + path, headers: [Self.customer])
    }

    /// Reads in the client's form of the API.
    func api(_ path: String) async throws -> RawResponse {
        dialect == .v1 ? try await v1(path) : try await v2(path)
    }

    /// One object of an answer, which the first form wraps.
    func single(_ path: String) async throws -> JSONNode? {
        let json = try await api(path).json
        return dialect == .v1 ? json?["item"] : json
    }

    /// The status of a failure of the service.
    var failure: Int { dialect == .v1 ? 503 : 500 }

    /// The rows of the sample's main account.
    func rows(_ query: String = "") async throws -> RawResponse {
        try await api("/Transactions/\(Self.current)\(query)")
    }

    /// Reads any path with the token.
    func get(_ path: String, headers: [String] = []) async throws -> RawResponse {
        let bearer = token.map { ["Authorization: Bearer \($0)"] } ?? []
        return try await send("GET", path, headers: bearer + headers)
    }

    /// Orders something in the client's form of the API.
    func order(_ method: String, _ path: String, _ body: String = "") async throws -> RawResponse {
        let version = dialect == .v1 ? "v1" : "v2"
        return try await send(
            method, "/apibeta/api/\(version)\(path)",
            headers: ["Authorization: Bearer \(token ?? "")", Self.customer], body: body)
    }

    /// Posts to the controls.
    func control(_ path: String, _ body: String = "") async throws -> RawResponse {
        try await send("POST", "/sandbox/" + path, body: body)
    }

    /// Sends a request and waits for its answer.
    func send(
        _ method: String, _ path: String, headers: [String] = [], body: String = ""
    ) async throws -> RawResponse {
        let connection = try RawConnection(port: port)
        try connection.send(Self.request(method, path, headers: headers, body: body))
        return try #require(try await connection.response())
    }

    /// The text of a request.
    static func request(
        _ method: String, _ path: String, headers: [String] = [], body: String = ""
    ) -> String {
        let lines =
            ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"] + headers
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        return (lines + length).joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// A `Basic` header from two halves as they are.
    static func basic(_ id: String, _ secret: String) -> String {
        "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
    }
}
