import Alerts
import Finance
import Foundation
import Testing

@testable import Fleet
@testable import TestSupport

extension FleetEngineConformance {
    private func entry(
        _ id: String, _ type: AlertNotification.Kind = .fired, on channel: String = "push",
        alert: String = "low|b|account:A"
    ) -> OutboxEntry {
        StoreSamples.entry(id, type, on: channel, alert: alert, at: clock.now)
    }

    /// Commits these entries for the household.
    private func send(_ engine: any FleetEngine, _ entries: [OutboxEntry]...) async throws {
        let claim = try await claimOne(engine)
        let lost = try await engine.commit([
            HouseholdCommit(
                claim: claim, image: [1], consumed: 0, outbox: entries, language: .english,
                nextDue: clock.now, problem: nil)
        ])
        #expect(lost.isEmpty)
    }

    private func take(_ engine: any FleetEngine, _ limit: Int = 10) async throws -> [FleetDelivery]
    {
        try await engine.takeDeliveries(limit, for: Self.lease)
    }

    func deliversInOrderOfAnAlert() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1"), entry("ntc_9", alert: "other")])
        clock.advance(by: 1)
        try await send(engine, [entry("ntc_2", .reminder)])
        let first = try await take(engine)
        #expect(first.map(\.entry.notification.id) == ["ntc_1", "ntc_9"])
        #expect(first.map(\.entry.attempts) == [1, 1])
        #expect(first.map(\.reference) == ["a", "a"])
        #expect(
            first.first?.lane
                == DeliveryLane(settings: .hash(of: Array("settings".utf8)), channel: "push"))
        #expect(try await take(engine).isEmpty)
        try await engine.finish(first.map { result($0, .delivered) })
        #expect(try await take(engine).map(\.entry.notification.id) == ["ntc_2"])
    }

    func takesAnEntryAgainAfterItsLease() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1")])
        #expect(try await take(engine).count == 1)
        clock.advance(by: 60)
        let again = try await take(engine)
        #expect(again.map(\.entry.attempts) == [2])
        try await engine.finish(again.map { result($0, .waiting, due: 30) })
        clock.advance(by: 29)
        #expect(try await take(engine).isEmpty)
        clock.advance(by: 1)
        let last = try await take(engine)
        try await engine.finish(last.map { result($0, .gaveUp) })
        clock.advance(by: 10_000)
        #expect(try await take(engine).isEmpty)
        #expect(try await engine.status().gaveUp == 1)
    }

    func believesDeliveredOnlyOfAnOldAttempt() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1")])
        let old = try await take(engine)
        clock.advance(by: 60)
        #expect(try await take(engine).count == 1)
        try await engine.finish(old.map { result($0, .gaveUp) })
        #expect(try await engine.status().gaveUp == 0)
        try await engine.finish(old.map { result($0, .delivered) })
        #expect(try await engine.household("a")?.outbox == 0)
        clock.advance(by: 60)
        #expect(try await take(engine).isEmpty)
    }

    func countsOnlyWhatWasBegun() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1")])
        let problem = DeliveryProblem(reason: .unreachable, problem: "no answer", fix: "wait")
        let first = try await take(engine)
        try await engine.finish(first.map { result($0, .waiting, due: 0, problem: problem) })
        #expect(try await engine.household("a")?.delivery == problem)
        for _ in 0..<3 {
            let taken = try await take(engine)
            #expect(taken.map(\.entry.attempts) == [2])
            try await engine.finish(taken.map { result($0, .waiting, due: 0, isBegun: false) })
        }
        #expect(try await engine.household("a")?.delivery == problem)
        // What was never tried may go out with its end in one line; this was tried.
        clock.advance(by: 1)
        try await send(engine, [entry("ntc_2", .resolved)])
        #expect(try await take(engine).map(\.entry.notification.id) == ["ntc_1"])
    }

    func mergesAFireWithItsResolve() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1")])
        clock.advance(by: 1)
        try await send(engine, [entry("ntc_2", .resolved)])
        let taken = try await take(engine)
        #expect(taken.map(\.entry.notification.type) == [.digest])
        try await engine.finish(taken.map { result($0, .delivered) })
        // Both in one commit.
        try await send(
            engine, [entry("ntc_3", alert: "o")], [entry("ntc_4", .resolved, alert: "o")])
        #expect(try await take(engine).map(\.entry.notification.type) == [.digest])
        #expect(try await take(engine).isEmpty)
    }

    func sendsTheEndOfARemindedFire() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1")])
        try await engine.finish(take(engine).map { result($0, .gaveUp) })
        clock.advance(by: 1)
        try await send(engine, [entry("ntc_2", .reminder)])
        try await engine.finish(take(engine).map { result($0, .delivered) })
        clock.advance(by: 1)
        try await send(engine, [entry("ntc_3", .resolved)])
        #expect(try await take(engine).map(\.entry.notification.id) == ["ntc_3"])
    }

    func insertsANotificationOnce() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1"), entry("ntc_1", on: "mail")])
        let taken = try await take(engine)
        #expect(Set(taken.map(\.lane.channel)) == ["mail", "push"])
        try await engine.finish(taken.map { result($0, .delivered) })
        try await send(engine, [entry("ntc_1"), entry("ntc_1", on: "mail")])
        #expect(try await take(engine).isEmpty)
    }

    func shortensALongLine() async throws {
        let engine = try await engine("a")
        let many = (1...OutboxOverflow.limit + 1).map { number in
            StoreSamples.entry(
                "ntc_\(number)", on: "push", alert: "alert \(number)",
                at: clock.now.addingTimeInterval(Double(number) - 2_000))
        }
        try await send(engine, many)
        #expect(try await engine.household("a")?.outbox == OutboxOverflow.kept)
        let taken = try await take(engine, 2_000)
        #expect(taken.count == OutboxOverflow.kept)
        #expect(taken.count { $0.entry.notification.type == .digest } == 1)
    }

    func restsALane() async throws {
        let engine = try await engine("a")
        try await send(engine, [entry("ntc_1"), entry("ntc_2", on: "mail")])
        let lane = DeliveryLane(settings: .hash(of: Array("settings".utf8)), channel: "mail")
        try await engine.rest(lane, until: clock.now.addingTimeInterval(20))
        #expect(try await take(engine).map(\.lane.channel) == ["push"])
        clock.advance(by: 20)
        #expect(try await take(engine).map(\.lane.channel) == ["mail"])
    }

    func forgetsWhatEndedLongAgo() async throws {
        let engine = try await engine("a")
        try await send(
            engine, [entry("ntc_1"), entry("ntc_2", alert: "b"), entry("ntc_3", alert: "c")])
        let taken = try await take(engine, 2)
        try await engine.finish([result(taken[0], .delivered), result(taken[1], .gaveUp)])
        clock.advance(by: 100)
        #expect(try await engine.forget(endedBefore: .seconds(101)) == 0)
        #expect(try await engine.status().gaveUp == 1)
        #expect(try await engine.forget(endedBefore: .seconds(99)) == 2)
        #expect(try await engine.status().gaveUp == 0)
        #expect(try await engine.household("a")?.outbox == 1)
    }
}
