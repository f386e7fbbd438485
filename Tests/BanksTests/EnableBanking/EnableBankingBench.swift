import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks
@testable import Settings

/// The sandbox as Enable Banking, and a person who may sign in there.
struct EnableBankingBench: Sendable {
    let server: SandboxServer
    let port: Int
    let clock: ManualClock
    let store = InMemorySignInStore()
    /// Passes everything on to the sandbox and keeps what was asked.
    let transport: ScriptedTransport
    var configuration: EnableBankingConfiguration

    static let redirect = "https://example.org/saldovakt"

    /// Lends a bench on the sample scenario, signed in unless told otherwise.
    static func run(
        signedIn: Bool = true, _ body: (inout EnableBankingBench) async throws -> Void
    ) async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        try await withSandbox(configure: { $0.now = { clock.now } }) { server, port in
            let curl = CurlTransport()
            defer { curl.close() }
            var bench = EnableBankingBench(server, port, clock, over: curl)
            if signedIn { try await bench.signIn() }
            try await body(&bench)
        }
    }

    private init(
        _ server: SandboxServer, _ port: Int, _ clock: ManualClock, over curl: CurlTransport
    ) {
        self.server = server
        self.port = port
        self.clock = clock
        transport = ScriptedTransport { (request) throws(TransportError) in
            try await curl.send(request)
        }
        configuration = EnableBankingConfiguration(
            applicationID: EnableBankingApplication.id,
            privateKey: Secret(EnableBankingApplication.privateKey),
            redirectURI: Self.redirect)
        configuration.settings.apiURL = "http://127.0.0.1:\(port)/enablebanking"
    }

    var source: EnableBankingSource {
        EnableBankingSource(
            configuration: configuration, transport: transport, clock: clock, store: store)
    }

    var person: EnableBankingSignIn {
        EnableBankingSignIn(
            configuration: configuration, transport: transport, clock: clock, store: store)
    }

    func fetch(_ request: FetchRequest = FetchRequest()) async -> Snapshot {
        await source.fetch(request)
    }

    func signIn() async throws {
        let answer = try await visit(try await person.address(state: "s0"))
        #expect(answer["state"] == "s0")
        try await person.finish(code: Secret(try #require(answer["code"])))
    }

    /// What the bank's page sends the browser back with.
    func visit(_ address: String, _ answer: String = "allow") async throws -> [String: String] {
        let response = try await transport.send(
            HTTPRequest(method: .post, url: address, body: Array("answer=\(answer)".utf8)))
        let location = try #require(response.header("Location"))
        #expect(location.hasPrefix(Self.redirect + "?"))
        let items = URLComponents(string: location)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// The addresses asked for below the API's, newest last.
    var asked: [String] {
        transport.requests.map { request in
            request.url.split(separator: "/enablebanking").last.map(String.init) ?? ""
        }
    }

    /// The first days of the lists of transactions asked for.
    var starts: [String] {
        asked.compactMap { $0.split(separator: "date_from=").last.map(String.init) }
            .filter { $0.hasPrefix("20") }
    }
}

extension Snapshot {
    /// What a failed answer says.
    var failure: SourceFailure? { if case .failed(let failure) = outcome { failure } else { nil } }
}
