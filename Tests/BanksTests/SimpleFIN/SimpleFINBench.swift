import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport

@testable import Banks

/// A SimpleFIN server on this machine and a source that has signed in there.
struct SimpleFINBench: Sendable {
    let server: SandboxServer
    let source: SimpleFINSource
    let store: InMemorySignInStore
    let transport: CurlTransport
    let clock: ManualClock
    let setupToken: Secret

    /// Lends a bench whose day is 6 March 2026.
    static func with(_ body: (SimpleFINBench) async throws -> Void) async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        let transport = CurlTransport()
        defer { transport.close() }
        try await withSandbox(configure: { $0.now = { clock.now } }) { server, port in
            let store = InMemorySignInStore()
            let address = "http://127.0.0.1:\(port)/simplefin/claim/sandbox"
            let bench = SimpleFINBench(
                server: server,
                source: SimpleFINSource(
                    id: "bridge", store: store, transport: transport, clock: clock),
                store: store, transport: transport, clock: clock,
                setupToken: Secret(Data(address.utf8).base64EncodedString()))
            try await bench.claim()
            try await body(bench)
        }
    }

    /// - Parameter address: that of another setup token.
    func claim(_ address: String? = nil) async throws {
        let token = address.map { Secret(Data($0.utf8).base64EncodedString()) } ?? setupToken
        try await SimpleFINClaim(transport: transport, store: store).claim(setupToken: token)
    }

    func fetch() async -> Snapshot { await source.fetch(FetchRequest()) }

    /// What a poll gives while one of the switches of SimpleFIN is set so.
    func fetch(_ word: String) async throws -> Snapshot {
        let name: SandboxSwitch =
            if case .choice(let words) = SandboxSwitch.simplefin.values, words.contains(word) {
                .simplefin
            } else { .simplefinAccounts }
        try server.set(name, .choice(word))
        return await fetch()
    }

    /// A source that gets this answer.
    static func answering(_ body: String, status: Int = 200) -> (SimpleFINSource, ScriptedTransport)
    {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            .json(body, status: status)
        }
        let source = SimpleFINSource(
            id: "bridge", accessURL: Secret("https://user:pass%2Fhemmelig@bridge.test/simplefin"),
            store: InMemorySignInStore(), transport: transport,
            clock: ManualClock("2026-03-06T09:00:00Z"))
        return (source, transport)
    }

    /// An answer with one account and this row.
    static func row(_ members: String, balance: String = "\"1.00\"") -> String {
        """
        {"errors": [], "accounts": [{"id": "ACT-1", "name": "Checking", "currency": "USD",
          "balance": \(balance), "balance-date": 1772780000,
          "transactions": [{"id": "TRN-1", \(members)}]}]}
        """
    }
}
