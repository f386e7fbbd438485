import Fleet
import TestSupport
import Testing

@testable import FleetStore

@Suite("A fleet in PostgreSQL")
struct PostgresFleetTests {
    static let seals = try? [.plain, HouseholdSeal(operatorKey: Array(0..<32))]

    private func suite(_ seal: HouseholdSeal) -> FleetEngineConformance {
        FleetEngineConformance { clock in try PostgresFleet.clocked(by: clock, seal: seal) }
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
