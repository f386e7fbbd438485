import Alerts
import Finance
import Foundation
import Testing
import Threads

@testable import Fleet
@testable import TestSupport

@Suite("A commit whose answer is lost", .io)
struct CommitInDoubtTests {
    /// Steps in once, at the next passage after it was armed.
    private final class Fault: Sendable {
        private let isArmed = Lock(false)
        let backend = OneAnswer<Int64>()

        func arm() { isArmed.withLock { $0 = true } }

        func probe(at point: FaultPoint, _ body: @escaping @Sendable (PostgresSession) -> Void)
            -> FaultProbe
        {
            { [self] passed, session in
                let isDue = isArmed.withLock { isArmed in
                    guard isArmed, passed == point else { return false }
                    isArmed = false
                    return true
                }
                if isDue { body(session) }
            }
        }
    }

    private let fault = Fault()
    private let clock = ManualClock("2026-03-06T09:00:00Z")

    /// A fleet with one household, claimed.
    private func claim(_ probe: @escaping FaultProbe) async throws -> (
        PostgresFleet, HouseholdClaim
    ) {
        let fleet = PostgresFleet.clocked(try TestServer.database(.clocked), by: clock, probe)
        try await fleet.add("a", rules: Array("rules".utf8), settings: [1])
        let claims = try await fleet.claim(1, for: .seconds(60))
        return (fleet, try #require(claims.first))
    }

    private func commit(_ claim: HouseholdClaim) -> HouseholdCommit {
        HouseholdCommit(
            claim: claim, image: [7], consumed: 0,
            outbox: [[StoreSamples.entry("ntc_1", at: clock.now)]],
            language: .english, nextDue: nil, problem: nil)
    }

    @Test("counts as done where the server carried it out")
    func done() async throws {
        let (fleet, claim) = try await claim(
            fault.probe(at: .commitSent) { session in
                // The server has the commit; its answer goes to a socket that nobody reads.
                var pair: [Int32] = [0, 0]
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
                dup2(pair[0], session.socket)
                pair.forEach { _ = close($0) }
            })
        fault.arm()
        #expect(try await fleet.commit([commit(claim)]).isEmpty)
        #expect(fleet.commitsInDoubt == 1)
        #expect(try await fleet.image(of: "a") == [7])
        #expect(try await fleet.household("a")?.version == 1)
        #expect(try await fleet.takeDeliveries(9, for: .seconds(1)).count == 1)
    }

    @Test("counts as lost where the server did not, and the household is due at once")
    func lost() async throws {
        let (fleet, claim) = try await claim(
            fault.probe(at: .beforeCommit) { session in Self.terminate(session.backend) })
        fault.arm()
        #expect(try await fleet.commit([commit(claim)]) == [claim.household])
        #expect(try await fleet.image(of: "a") == nil)
        #expect(try await fleet.takeDeliveries(9, for: .seconds(1)).isEmpty)
        let again = try #require(try await fleet.claim(1, for: .seconds(60)).first)
        #expect(again.version == 0)
        #expect(try await fleet.commit([commit(again)]).isEmpty)
    }

    @Test("is in doubt where the server stops waiting for its standby")
    func standby() async throws {
        let fault = fault
        let (fleet, claim) = try await claim(
            fault.probe(at: .beforeCommit) { session in
                try? session.command("SET LOCAL synchronous_commit = on")
                fault.backend.give(session.backend)
            })
        fault.arm()
        async let lost = fleet.commit([commit(claim)])
        let backend = await fault.backend.value()
        let session = try PostgresSession(TestServer.target("postgres"))
        try session.command(
            """
            DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_stat_activity
                    WHERE pid = \(backend) AND wait_event = 'SyncRep')
                LOOP PERFORM pg_sleep(0.001), pg_stat_clear_snapshot(); END LOOP; END $$
            """)
        Self.terminate(backend)
        // The question of a new connection waits for no standby here, and finds the commit.
        #expect(try await lost.isEmpty)
        #expect(try await fleet.household("a")?.version == 1)
        // It was asked: this claim can do no more.
        let asked = HouseholdClaim(
            household: claim.household, reference: "a", epoch: claim.epoch, version: 1,
            at: claim.at)
        #expect(try await fleet.commit([HouseholdCommit(claim: asked)]) == [claim.household])
    }

    @Test("leaves nothing behind where the connection is lost before it")
    func repeated() async throws {
        let (fleet, claim) = try await claim(
            fault.probe(at: .afterOutboxRows) { session in
                // The next statement of this transaction finds the server gone.
                Self.terminate(session.backend)
                _ = try? session.command("SELECT 1")
            })
        fault.arm()
        let lost = try await fleet.commit([commit(claim)])
        // Whether the loss is noticed before the commit or by it, the answer fits what is stored.
        #expect(try await fleet.household("a")?.version == (lost.isEmpty ? 1 : 0))
    }

    /// Ends a server process and returns when it is gone.
    private static func terminate(_ backend: Int64) {
        let session = try? PostgresSession(TestServer.target("postgres"))
        try? session?.command("SELECT pg_terminate_backend(\(backend), 10000)")
    }
}
