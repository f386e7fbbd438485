import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing
import Threads

@testable import Banks
@testable import Settings

/// A sign-in that can be read but, while the disk is full, not stored.
struct FullDisk: SignInStore {
    let store: InMemorySignInStore
    let isFull = Lock(true)

    func load() throws(SignInStoreError) -> SignInState? { store.load() }

    func save(_ state: SignInState) throws(SignInStoreError) {
        guard !isFull.withLock({ $0 }) else {
            throw SignInStoreError(problem: "the disk is full", fix: "make room")
        }
        store.save(state)
    }

    func remove() throws(SignInStoreError) -> Bool { store.remove() }

    func exclusively<Value: Sendable>(
        _ body: @Sendable () async -> Value
    ) async throws(SignInStoreError) -> Value { try await store.exclusively(body) }
}

/// A customer of the stand-in, who talks to it as to SpareBank 1.
struct SpareBank1Stage: Sendable {
    let server: SandboxServer
    /// What goes to the stand-in; keeps all requests.
    let transport: ScriptedTransport
    let store = InMemorySignInStore()
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
            @escaping @Sendable (HTTPRequest, InMemorySignInStore) async throws(TransportError)
            -> HTTPResponse? = { (_, _) in nil },
        _ body: (SpareBank1Stage) async throws -> Void
    ) async throws {
        let clock = ManualClock(time)
        try await withSandbox(scenario, configure: { $0.now = { clock.now } }) { server, port in
            let curl = CurlTransport()
            defer { curl.close() }
            let box = Lock<InMemorySignInStore?>(nil)
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
        configuration.settings.redirectURI = "http://localhost:8912/callback"
        configuration.settings.apiURL = "http://127.0.0.1:\(port)/personal/banking/"
        configuration.settings.authURL = "http://127.0.0.1:\(port)/oauth"
    }

    /// - Parameter other: where the sign-in is kept instead.
    func source(_ other: (any SignInStore)? = nil) -> SpareBank1Source {
        SpareBank1Source(
            configuration: configuration, store: other ?? store, transport: transport, clock: clock)
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
        #expect(location.hasPrefix(configuration.settings.redirectURI + "?"))
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

extension SpareBank1Stage {
    /// A poll of a bank that answers like this, signed in.
    static func fetch(
        accounts: String, status: Int = 200,
        transactions: String = #"{"transactions": [], "errors": []}"#
    ) async throws -> Snapshot {
        let store = InMemorySignInStore(
            SignInState([
                "refreshToken": "r", "accessToken": "a", "accessTokenEnds": "9999999999",
            ]))
        let transport = ScriptedTransport { (request) throws(TransportError) in
            request.url.contains("/transactions")
                ? .json(transactions)
                : HTTPResponse(status: status, body: Array(accounts.utf8))
        }
        let configuration = SpareBank1Configuration(
            clientID: Secret("c"), clientSecret: Secret("s"))
        return await SpareBank1Source(
            configuration: configuration, store: store, transport: transport,
            clock: ManualClock("2026-03-06T09:00:00Z")
        ).fetch(FetchRequest())
    }
}
