import TestSupport
import Testing

@testable import Fleet

@Suite("A fleet in PostgreSQL", .io)
struct PostgresFleetTests {
    static let seals = try? [.plain, HouseholdSeal(operatorKey: Array(0..<32))]

    /// Checks that share a database, which is emptied for each.
    private func suite(_ seal: HouseholdSeal) throws -> FleetEngineConformance {
        let target = try TestServer.database(.clocked)
        return FleetEngineConformance { clock in
            try PostgresSession(target).command(
                """
                TRUNCATE household, agenda, image, inbox, outbox, feed_position, document, lane
                RESTART IDENTITY
                """)
            return PostgresFleet.clocked(target, by: clock, seal: seal)
        }
    }

    @Test("claims as every engine", arguments: try #require(seals))
    func claims(_ seal: HouseholdSeal) async throws { try await suite(seal).runClaims() }

    @Test("commits as every engine", arguments: try #require(seals))
    func commits(_ seal: HouseholdSeal) async throws { try await suite(seal).runCommits() }

    @Test("is fed as every engine", arguments: try #require(seals))
    func feed(_ seal: HouseholdSeal) async throws { try await suite(seal).runFeed() }

    @Test("delivers as every engine", arguments: try #require(seals))
    func delivery(_ seal: HouseholdSeal) async throws { try await suite(seal).runDelivery() }

    @Test("answers operators as every engine", arguments: try #require(seals))
    func operators(_ seal: HouseholdSeal) async throws { try await suite(seal).runOperators() }
}
