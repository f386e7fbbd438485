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

    @Test(
        "refuses the tables of another build everywhere, and names the way out",
        arguments: ["ALTER TABLE outbox DROP COLUMN refusals", "DROP TABLE lane"])
    func otherBuild(change: String) async throws {
        let target = try TestServer.database(.fleet)
        let (fleet, session) = (PostgresFleet(target), try PostgresSession(target))
        let columns = try FleetSchema.columns(session)
        #expect(
            columns == FleetSchema.columns,
            """
            The columns of a fleet's tables have changed: write the left value into \
            FleetSchema.columns, and into CHANGELOG that fleets of earlier builds start over.
            """)
        _ = try await fleet.identifier()
        try session.command(change)
        for ask in [
            { _ = try await fleet.migrate() }, { _ = try await fleet.findings() },
            { _ = try await fleet.identifier() },
        ] {
            let error = await #expect(throws: FleetError.self) { try await ask() }
            #expect(error?.kind == .refused && error?.fix?.contains("empty database") == true)
        }
    }
}
