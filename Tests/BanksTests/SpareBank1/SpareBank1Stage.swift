import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing
import Threads

@testable import Banks

/// A sign-in in memory, with everything that was ever stored of it.
final class MemorySignIn: SignInStore {
    private struct Content: Sendable {
        var state: SignInState?
        var saved: [SignInState] = []
        var isFull = false
    }

    private let content = Lock(Content())

    var state: SignInState? {
        get { content.withLock { $0.state } }
        set { content.withLock { $0.state = newValue } }
    }

    /// What was stored, oldest first.
    var saved: [SignInState] { content.withLock { $0.saved } }

    /// Whether nothing can be stored.
    var isFull: Bool {
        get { content.withLock { $0.isFull } }
        set { content.withLock { $0.isFull = newValue } }
    }

    func load() throws(SignInStoreError) -> SignInState? { state }

    func save(_ state: SignInState) throws(SignInStoreError) {
        guard !isFull else { throw SignInStoreError(problem: "the disk is full", fix: "make room") }
        content.withLock { content in
            content.state = state
            content.saved.append(state)
        }
    }

    func remove() throws(SignInStoreError) -> Bool {
        content.withLock { content in
            defer { content.state = nil }
            return content.state != nil
        }
    }

    func exclusively<Value: Sendable>(
        _ body: @Sendable () async -> Value
    ) async throws(SignInStoreError) -> Value {
        await body()
    }
}

/// A customer of the stand-in, who talks to it as to SpareBank 1.
struct SpareBank1Stage: Sendable {
    let server: SandboxServer
    /// What goes to the stand-in; keeps all requests.
    let transport: ScriptedTransport
    let store = MemorySignIn()
    let clock: ManualClock
    var configuration: SpareBank1Configuration

    static let current = "FA4E0000000000000000000000000001"
    static let card = "FA4E0000000000000000000000000003"

    /// Lends a stage to `body`; its person has signed in.
    ///
    /// - Parameter change: looks at each request first, and may answer or fail in the bank's place.
    static func with(
        _ scenario: SandboxScenario = .sample, at time: String = "2026-03-06T09:00:00Z",
        isSignedIn: Bool = true,
        instead change:
            @escaping @Sendable (HTTPRequest, MemorySignIn) async throws(TransportError)
            -> HTTPResponse? = { (_, _) in nil },
        _ body: (SpareBank1Stage) async throws -> Void
    ) async throws {
        let clock = ManualClock(time)
        try await withSandbox(scenario, configure: { $0.now = { clock.now } }) { server, port in
            let curl = CurlTransport()
            defer { curl.close() }
            let box = Lock<MemorySignIn?>(nil)
            let transport = ScriptedTransport { (request) throws(TransportError) in
                if let store = box.withLock({ $0 }), let answer = try await change(request, store) {
                    return answer
                }
                return try await curl.send(request)
            }
            let stage = SpareBank1Stage(server, port, transport, clock, scenario)
            if isSignedIn { try await stage.signIn() }
            box.withLock { $0 = stage.store }
            try await body(stage)
        }
    }

    private init(
        _ server: SandboxServer, _ port: Int, _ transport: ScriptedTransport, _ clock: ManualClock,
        _ scenario: SandboxScenario
    ) {
        self.server = server
        self.transport = transport
        self.clock = clock
        configuration = SpareBank1Configuration(
            id: "sb1", clientID: Secret(scenario.credentials.clientId),
            clientSecret: scenario.credentials.clientSecret, timeZone: .gmt)
        configuration.redirectURI = "http://localhost:8912/callback"
        configuration.apiURL = "http://127.0.0.1:\(port)/personal/banking/"
        configuration.authURL = "http://127.0.0.1:\(port)/oauth"
    }

    func source() -> SpareBank1Source {
        SpareBank1Source(
            configuration: configuration, store: store, transport: transport, clock: clock)
    }

    func fetch(_ request: FetchRequest = FetchRequest()) async -> Snapshot {
        await source().fetch(request)
    }

    var browser: SpareBank1SignIn {
        SpareBank1SignIn(
            configuration: configuration, store: store, transport: transport, clock: clock)
    }

    /// Submits the bank's page and returns the query with which the browser comes back.
    func submit(_ answer: String = "allow") async throws -> [String: String] {
        let address = try await browser.address(state: "state-1")
        let reply = try await transport.send(
            HTTPRequest(method: .post, url: address, body: Array("answer=\(answer)".utf8)))
        let location = try #require(reply.header("Location"), "\(reply.status)")
        #expect(location.hasPrefix(configuration.redirectURI + "?"))
        let items = URLComponents(string: location)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    func signIn() async throws {
        let code = try #require(try await submit()["code"])
        try await browser.finish(code: Secret(code))
    }

    /// The paths asked for, but for the page of the sign-in.
    var asked: [String] {
        transport.requests.compactMap { request in
            let path = request.url.split(separator: "/", maxSplits: 2).last.map(String.init)
            return path.flatMap { $0.hasPrefix("oauth/authorize") ? nil : $0 }
        }
    }

    /// Why a snapshot failed.
    static func failure(_ snapshot: Snapshot) -> SourceFailure? {
        if case .failed(let failure) = snapshot.outcome { failure } else { nil }
    }
}
