import Alerts
import Finance
import Foundation
import Testing

@testable import Fleet
@testable import TestSupport

/// What every ``Fleet/FleetEngine`` has to do, as checks that fail the running test.
///
/// Each check asks for a fresh, empty engine whose time is that of the clock, to the millisecond.
///
/// ```swift
/// try await FleetEngineConformance { clock in MemoryFleet { clock.now } }.run()
/// ```
struct FleetEngineConformance: Sendable {
    let makeEngine: @Sendable (ManualClock) async throws -> any FleetEngine
    let clock = ManualClock("2026-03-06T09:00:00Z")
    static let lease = Duration.seconds(60)

    init(makeEngine: @escaping @Sendable (ManualClock) async throws -> any FleetEngine) {
        self.makeEngine = makeEngine
    }

    func run() async throws {
        try await runClaims()
        try await runCommits()
        try await runFeed()
        try await runDelivery()
        try await runOperators()
    }

    func runClaims() async throws {
        try await claimsWhatIsDueOnce()
        try await givesBackWhatALeaseHeld()
        try await lengthensLeases()
        try await givesBackClaims()
        try await leavesOutHeldHouseholds()
        try await setsAsideWhatNeverCommits()
        try await triesForTheLastTimeAlone()
        try await leavesOutImagesThatAreKnown()
    }

    func runCommits() async throws {
        try await refusesAnOvertakenCommit()
        try await refusesASecondCommitOfAClaim()
        try await keepsImageAndNextDueInstant()
        try await commitsManyAndNamesTheLost()
        try await releasesWithoutANewVersion()
    }

    func runFeed() async throws {
        try await takesALineOnce()
        try await isDueAgainForALineThatCameMeanwhile()
        try await keepsAPositionWithItsLines()
        try await namesUnknownHouseholds()
    }

    func runDelivery() async throws {
        try await deliversInOrderOfAnAlert()
        try await takesAnEntryAgainAfterItsLease()
        try await believesDeliveredOnlyOfAnOldAttempt()
        try await countsOnlyWhatWasBegun()
        try await mergesAFireWithItsResolve()
        try await sendsTheEndOfARemindedFire()
        try await insertsANotificationOnce()
        try await shortensALongLine()
        try await restsALane()
        try await forgetsWhatEndedLongAgo()
    }

    func runOperators() async throws {
        try await pausesAndResumes()
        try await resumesAHouseholdWithAProblem()
        try await resumesWhatIsSetAside()
        try await resumesWhatWaitsForItsReceiver()
        try await removesEverything()
        try await changesRulesAndIsDue()
        try await countsItsState()
    }
}

extension FleetEngine {
    func claim(_ limit: Int, for lease: Duration) async throws -> [HouseholdClaim] {
        try await claim(limit, for: lease, except: [])
    }
}

// What the checks are made of.
extension FleetEngineConformance {
    var engine: any FleetEngine {
        get async throws { try await makeEngine(clock) }
    }

    /// An engine with these households.
    func engine(_ references: String...) async throws -> any FleetEngine {
        let engine = try await engine
        for reference in references { try await Self.add(reference, to: engine) }
        return engine
    }

    static func add(
        _ reference: String, rules: String = "rules", to engine: any FleetEngine
    ) async throws {
        try await engine.add(
            reference, rules: Array(rules.utf8), settings: Array("settings".utf8))
    }

    func claimOne(_ engine: any FleetEngine) async throws -> HouseholdClaim {
        try #require(try await engine.claim(1, for: Self.lease).first)
    }

    func commit(
        _ claim: HouseholdClaim, image: String = "image", consumed: Int64 = 0,
        outbox: [OutboxEntry]..., due: TimeInterval? = nil, problem: String? = nil
    ) -> HouseholdCommit {
        HouseholdCommit(
            claim: claim, image: Array(image.utf8), consumed: consumed, outbox: outbox,
            language: .english, nextDue: due.map { clock.now.addingTimeInterval($0) },
            problem: problem)
    }

    func line(_ reference: String, _ key: String) -> FeedLine {
        FeedLine(reference: reference, key: key, bytes: Array("line \(key)".utf8))
    }

    func result(
        _ delivery: FleetDelivery, _ state: OutboxEntry.State, due: TimeInterval? = nil,
        problem: DeliveryProblem? = nil, isBegun: Bool = true
    ) -> FleetDeliveryResult {
        (
            delivery: delivery,
            result: OutboxResult(
                channel: delivery.entry.channel, notificationID: delivery.entry.notification.id,
                state: state, dueAt: due.map { clock.now.addingTimeInterval($0) },
                problem: problem, at: clock.now),
            isBegun: isBegun
        )
    }
}
