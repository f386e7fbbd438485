import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("One story at four banks", .io)
struct OneStoryTests {
    /// What a bank says of an account: its booked figure, each booked row since February and each
    /// reservation.
    private typealias Sight = [String: [String]]

    private static let later = Make.instant("2026-03-10T09:00:00Z")

    private static func sight(_ snapshot: Snapshot) -> Sight {
        var found: Sight = [:]
        for account in snapshot.accounts {
            let id = account.details.bankAccountID
            let rows = snapshot.transactions.filter {
                $0.bankAccountID == id && $0.status == .booked
                    && $0.posted.map { $0 >= Make.day("2026-02-01") } == true
            }.map { "\($0.amount) \($0.posted?.description ?? "")" }
            let held = snapshot.transactions.filter {
                $0.bankAccountID == id && $0.status == .pending
            }.map { "\($0.amount) held" }
            found[account.details.displayName] =
                [account.booked?.description ?? "none"] + rows.sorted() + held.sorted()
        }
        return found
    }

    @Test("the same scenario gives the same figures and bookings in every dialect")
    func same() async throws {
        let truth = try await Self.sbanken()
        #expect(truth.count == 2 && truth[0] != truth[1] && truth[0].count == 5)
        #expect(truth[0]["Brukskonto"]?.count == 14, "\(truth[0])")
        try await SpareBank1Stage.with { stage in
            var sights = [Self.sight(await stage.fetch())]
            stage.server.advance()
            stage.clock.set(to: Self.later)
            sights.append(Self.sight(await stage.fetch()))
            #expect(sights == truth)
        }
        try await EnableBankingBench.run { bench in
            var sights = [Self.sight(await bench.fetch())]
            bench.server.advance()
            bench.clock.set(to: Self.later)
            sights.append(Self.sight(await bench.fetch()))
            #expect(sights == truth)
        }
        try await SimpleFINBench.with { bench in
            var sights = [Self.sight(await bench.fetch())]
            bench.server.advance()
            let source = SimpleFINSource(
                id: "bridge", store: bench.store, transport: bench.transport,
                clock: ManualClock("2026-03-10T09:00:00Z"))
            sights.append(Self.sight(await source.fetch(FetchRequest())))
            #expect(sights == truth)
        }
    }

    private static func sbanken() async throws -> [Sight] {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        let transport = CurlTransport()
        defer { transport.close() }
        return try await withSandbox(configure: { $0.now = { clock.now } }) { server, port in
            let credentials = SandboxScenario.sample.credentials
            var configuration = SbankenConfiguration(
                clientID: Secret(credentials.clientId), clientSecret: credentials.clientSecret)
            configuration.settings.apiURL = SandboxDialect.v2.apiURL(port: port)
            configuration.settings.authURL = SandboxServer.tokenURL(port: port)
            let source = SbankenSource(
                configuration: configuration, transport: transport, clock: clock)
            var sights = [sight(await source.fetch(FetchRequest()))]
            server.advance()
            clock.set(to: later)
            sights.append(sight(await source.fetch(FetchRequest())))
            return sights
        }
    }
}
