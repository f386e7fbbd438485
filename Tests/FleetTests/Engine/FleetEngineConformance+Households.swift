import Alerts
import Foundation
import Testing

@testable import Fleet
@testable import TestSupport

extension FleetEngineConformance {
    func claimsWhatIsDueOnce() async throws {
        let engine = try await engine("a", "b", "c")
        let first = try await engine.claim(2, for: Self.lease)
        let second = try await engine.claim(2, for: Self.lease)
        #expect(first.count == 2 && second.count == 1)
        #expect(Set((first + second).map(\.reference)) == ["a", "b", "c"])
        #expect(
            (first + second).allSatisfy { $0.epoch == 1 && $0.version == 0 && $0.at == clock.now })
        #expect(try await engine.claim(2, for: Self.lease).isEmpty)
    }

    func givesBackWhatALeaseHeld() async throws {
        let engine = try await engine("a")
        let first = try await claimOne(engine)
        clock.advance(by: 59)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        clock.advance(by: 1)
        let second = try await claimOne(engine)
        #expect(second.epoch == first.epoch + 1)
        #expect(second.at == clock.now)
    }

    func lengthensLeases() async throws {
        let engine = try await engine("a")
        let claim = try await claimOne(engine)
        clock.advance(by: 50)
        try await engine.extend([claim], by: Self.lease)
        clock.advance(by: 50)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        clock.advance(by: 10)
        _ = try await claimOne(engine)
        clock.advance(by: 30)
        try await engine.extend([claim], by: Self.lease)
        clock.advance(by: 30)
        _ = try await claimOne(engine)
    }

    func givesBackClaims() async throws {
        let engine = try await engine("a")
        for _ in 0...FleetLimits.mostTries {
            try await engine.extend([try await claimOne(engine)], by: .zero)
        }
        let claim = try await claimOne(engine)
        #expect(try await engine.commit([HouseholdCommit(claim: claim)]).isEmpty)
        // There is nothing to extend after a commit.
        try await engine.extend([claim], by: Self.lease)
        _ = try await engine.put([line("a", "k1")], at: nil)
        _ = try await claimOne(engine)
    }

    func leavesOutHeldHouseholds() async throws {
        let engine = try await engine("a")
        let claim = try await claimOne(engine)
        clock.advance(by: 60)
        let held: Set = [claim.household]
        #expect(try await engine.claim(1, for: Self.lease, except: held).isEmpty)
        #expect(try await claimOne(engine).epoch == claim.epoch + 1)
    }

    func setsAsideWhatNeverCommits() async throws {
        let engine = try await engine("a")
        for _ in 0..<FleetLimits.mostTries {
            _ = try await claimOne(engine)
            clock.advance(by: 60)
        }
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.household("a")?.isSetAside == true)
        #expect(try await engine.status().setAside == 1)
        clock.advance(by: 3_600)
        let claim = try await claimOne(engine)
        #expect(try await engine.commit([commit(claim)]).isEmpty)
        #expect(try await engine.household("a")?.isSetAside == false)
        #expect(try await engine.status().setAside == 0)
    }

    func triesForTheLastTimeAlone() async throws {
        let engine = try await engine("a", "b", "c")
        for _ in 0..<FleetLimits.mostTries - 1 {
            #expect(try await engine.claim(3, for: Self.lease).count == 3)
            clock.advance(by: 60)
        }
        // Which of them killed the worker is not known.
        for _ in 0..<3 {
            let claims = try await engine.claim(3, for: Self.lease)
            #expect(claims.count == 1)
            #expect(try await engine.commit(claims.map { commit($0, due: 1) }).isEmpty)
        }
        clock.advance(by: 1)
        #expect(try await engine.claim(3, for: Self.lease).count == 3)
        #expect(try await engine.status().setAside == 0)
    }

    func leavesOutImagesThatAreKnown() async throws {
        let engine = try await engine("a")
        let first = try await claimOne(engine)
        #expect(try await engine.load([first], known: [:]).map(\.image) == [nil])
        #expect(try await engine.commit([commit(first, image: "one", due: 0)]).isEmpty)
        let second = try await claimOne(engine)
        let load = try #require(try await engine.load([second], known: [:]).first)
        #expect(load.image == Array("one".utf8) && load.claim == second)
        #expect(try await engine.document(load.rules) == Array("rules".utf8))
        #expect(try await engine.document(load.settings) == Array("settings".utf8))
        let known = try await engine.load([second], known: [second.household: 1])
        #expect(known.map(\.image) == [nil])
        let old = try await engine.load([second], known: [second.household: 0])
        #expect(old.map(\.image) == [Array("one".utf8)])
    }

    func refusesAnOvertakenCommit() async throws {
        let engine = try await engine("a")
        let zombie = try await claimOne(engine)
        clock.advance(by: 60)
        let claim = try await claimOne(engine)
        let lost = try await engine.commit([
            commit(zombie, image: "old", outbox: [StoreSamples.entry("ntc_old")])
        ])
        #expect(lost == [zombie.household])
        _ = try await engine.commit([HouseholdCommit(claim: zombie, nextDue: nil)])
        #expect(try await engine.image(of: "a") == nil)
        #expect(try await engine.takeDeliveries(1, for: Self.lease).isEmpty)
        #expect(try await engine.commit([commit(claim, image: "new")]).isEmpty)
        #expect(try await engine.image(of: "a") == Array("new".utf8))
    }

    func refusesASecondCommitOfAClaim() async throws {
        let engine = try await engine("a")
        let claim = try await claimOne(engine)
        #expect(try await engine.commit([commit(claim, image: "one")]).isEmpty)
        #expect(try await engine.commit([commit(claim, image: "two")]) == [claim.household])
        #expect(try await engine.image(of: "a") == Array("one".utf8))
    }

    func keepsImageAndNextDueInstant() async throws {
        let engine = try await engine("a")
        let claim = try await claimOne(engine)
        #expect(try await engine.commit([commit(claim, due: 90, problem: "no rules")]).isEmpty)
        let summary = try #require(try await engine.household("a"))
        #expect(summary.dueAt == clock.now.addingTimeInterval(90))
        #expect(summary.version == 1 && summary.problem == "no rules")
        clock.advance(by: 89)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        clock.advance(by: 1)
        let next = try await claimOne(engine)
        #expect(next.version == 1)
        #expect(try await engine.commit([commit(next)]).isEmpty)
        clock.advance(by: 10_000_000)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.household("a")?.dueAt == nil)
        #expect(try await engine.household("a")?.problem == nil)
    }

    func commitsManyAndNamesTheLost() async throws {
        let engine = try await engine("a", "b", "c")
        let old = try await engine.claim(1, for: .seconds(10))
        clock.advance(by: 10)
        let claims = try await engine.claim(3, for: Self.lease)
        #expect(claims.count == 3)
        let kept = claims.filter { $0.household != old.first?.household }
        let lost = try await engine.commit((old + kept).reversed().map { commit($0) })
        #expect(lost == Set(old.map(\.household)))
        #expect(
            try await engine.households(after: nil, limit: 10, faultyOnly: false).map(\.version)
                .sorted() == [0, 1, 1])
    }

    func releasesWithoutANewVersion() async throws {
        let engine = try await engine("a")
        let claim = try await claimOne(engine)
        let due = clock.now.addingTimeInterval(5)
        _ = try await engine.commit([HouseholdCommit(claim: claim, nextDue: due)])
        let summary = try #require(try await engine.household("a"))
        #expect(summary.version == 0 && summary.dueAt == due)
        clock.advance(by: 5)
        let next = try await claimOne(engine)
        // Lines that no commit has consumed make it due at once.
        _ = try await engine.put([line("a", "k1")], at: nil)
        _ = try await engine.commit([HouseholdCommit(claim: next, nextDue: nil)])
        let third = try await claimOne(engine)
        #expect(third.version == 0)
        // Unless it can't be evaluated.
        let later = clock.now.addingTimeInterval(600)
        _ = try await engine.commit([
            HouseholdCommit(claim: third, nextDue: later, problem: "bad rules")
        ])
        let faulty = try #require(try await engine.household("a"))
        #expect(faulty.dueAt == later && faulty.problem == "bad rules" && faulty.inbox == 1)
        #expect(try await engine.status().faulty == 1)
    }
}

// Feeding and operating.
extension FleetEngineConformance {
    func takesALineOnce() async throws {
        let engine = try await engine("a")
        #expect(try await engine.commit([commit(try await claimOne(engine))]).isEmpty)
        let receipt = try await engine.put(
            [line("a", "k1"), line("a", "k2"), line("a", "k1")], at: nil)
        #expect(receipt.added == 2 && receipt.repeated == 1)
        #expect(try await engine.put([line("a", "k2")], at: nil).repeated == 1)
        let claim = try await claimOne(engine)
        let load = try #require(try await engine.load([claim], known: [:]).first)
        #expect(load.inbox.map(\.number) == [1, 2])
        #expect(load.inbox.map(\.key) == ["k1", "k2"])
        #expect(load.inbox.map(\.bytes) == [Array("line k1".utf8), Array("line k2".utf8)])
        #expect(try await engine.commit([commit(claim, consumed: 2)]).isEmpty)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.household("a")?.inbox == 0)
    }

    func isDueAgainForALineThatCameMeanwhile() async throws {
        let engine = try await engine("a")
        _ = try await engine.put([line("a", "k1")], at: nil)
        let claim = try await claimOne(engine)
        _ = try await engine.put([line("a", "k2")], at: nil)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.commit([commit(claim, consumed: 1, due: 500)]).isEmpty)
        let next = try await claimOne(engine)
        let load = try await engine.load([next], known: [next.household: 1])
        #expect(load.flatMap(\.inbox).map(\.number) == [2])
        #expect(try await engine.commit([commit(next, consumed: 2, due: 500)]).isEmpty)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        // A later line makes it due before that.
        _ = try await engine.put([line("a", "k3")], at: nil)
        _ = try await claimOne(engine)
    }

    func keepsAPositionWithItsLines() async throws {
        let engine = try await engine("a")
        #expect(try await engine.position(of: "core") == nil)
        for position in [7, 9] as [Int64] {
            _ = try await engine.put(
                [line("a", "k\(position)")],
                at: ("core", position, "hash of \(position)"))
        }
        let position = try #require(try await engine.position(of: "core"))
        #expect(position == ("core", 9, "hash of 9"))
        #expect(try await engine.position(of: "bank") == nil)
    }

    func namesUnknownHouseholds() async throws {
        let engine = try await engine("a")
        let receipt = try await engine.put([line("x", "k1"), line("a", "k1")], at: nil)
        #expect(receipt.unknown == ["x"] && receipt.added == 1)
        // A feed must give such a line again.
        let again = try await engine.put(
            [line("x", "k1"), line("a", "k2")], at: ("core", 2, "hash of 2"))
        #expect(again.added == 1)
        #expect(try await engine.position(of: "core") == nil)
        try await Self.add("x", to: engine)
        let whole = try await engine.put(
            [line("x", "k1"), line("a", "k2")], at: ("core", 2, "hash of 2"))
        #expect(whole.added == 1 && whole.repeated == 1 && whole.isWhole)
        #expect(try await engine.position(of: "core")?.line == 2)
    }

    func pausesAndResumes() async throws {
        let engine = try await engine("a")
        let first = try await claimOne(engine)
        #expect(
            try await engine.commit([
                commit(first, outbox: [StoreSamples.entry("ntc_1", at: clock.now)], due: 0)
            ]).isEmpty)
        #expect(try await engine.pause("a"))
        #expect(try await engine.household("a")?.isPaused == true)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.takeDeliveries(1, for: Self.lease).isEmpty)
        #expect(try await engine.resume("a", failed: false))
        _ = try await claimOne(engine)
        #expect(try await engine.takeDeliveries(1, for: Self.lease).count == 1)
        #expect(try await !engine.pause("x"))
    }

    func resumesWhatIsSetAside() async throws {
        let engine = try await engine("a")
        for _ in 0..<FleetLimits.mostTries {
            _ = try await claimOne(engine)
            clock.advance(by: 60)
        }
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.resume("a", failed: false))
        let claim = try await claimOne(engine)
        #expect(try await engine.commit([commit(claim)]).isEmpty)
        #expect(try await engine.household("a")?.isSetAside == false)
    }

    func resumesAHouseholdWithAProblem() async throws {
        let engine = try await engine("a")
        var faulty = commit(try await claimOne(engine), due: 3_600, problem: "p")
        faulty.image = nil
        #expect(try await engine.commit([faulty]).isEmpty)
        #expect(try await engine.claim(1, for: Self.lease).isEmpty)
        #expect(try await engine.resume("a", failed: false))
        #expect(try await engine.household("a")?.problem == "p")
        _ = try await claimOne(engine)
    }

    func resumesWhatWaitsForItsReceiver() async throws {
        let engine = try await engine("a")
        let entries = [
            StoreSamples.entry("ntc_1", at: clock.now),
            StoreSamples.entry("ntc_2", alert: "b", at: clock.now),
            StoreSamples.entry("ntc_3", alert: "c", at: clock.now),
        ]
        #expect(
            try await engine.commit([commit(try await claimOne(engine), outbox: entries)]).isEmpty)
        let problem = DeliveryProblem(reason: .auth, problem: "refused", fix: "log in")
        let gone = DeliveryProblem(reason: .other, problem: "gone", fix: "another one")
        // The third one is under way all the time.
        let taken = try await engine.takeDeliveries(3, for: Self.lease)
        try await engine.finish([
            result(taken[0], .gaveUp, problem: gone),
            result(taken[1], .waiting, due: 3_600, problem: problem),
        ])
        let shown = try await engine.household("a")
        #expect(shown?.gaveUp == 1 && shown?.outbox == 2 && shown?.delivery == problem)
        #expect(try await engine.takeDeliveries(2, for: Self.lease).isEmpty)
        #expect(try await engine.resume("a", failed: false))
        let again = try await engine.takeDeliveries(2, for: Self.lease)
        #expect(again.map(\.entry.notification.id) == ["ntc_2"])
        try await engine.finish(again.map { result($0, .delivered) })
        #expect(try await engine.household("a")?.delivery == gone)
        #expect(try await engine.resume("a", failed: true))
        #expect(try await engine.household("a")?.gaveUp == 0)
        let failed = try await engine.takeDeliveries(2, for: Self.lease)
        #expect(failed.map(\.entry.notification.id) == ["ntc_1"])
        try await engine.finish(failed.map { result($0, .delivered) })
        #expect(try await engine.household("a")?.outbox == 1)
    }

    func removesEverything() async throws {
        let engine = try await engine("a", "b")
        let claims = try await engine.claim(2, for: Self.lease)
        let a = try #require(claims.first { $0.reference == "a" })
        _ = try await engine.put([line("a", "k1")], at: nil)
        #expect(
            try await engine.commit([
                commit(a, outbox: [StoreSamples.entry("ntc_1", at: clock.now)])
            ]).isEmpty)
        #expect(try await engine.remove("a"))
        #expect(try await !engine.remove("a"))
        #expect(try await engine.household("a") == nil)
        #expect(try await engine.image(of: "a") == nil)
        #expect(try await engine.takeDeliveries(1, for: Self.lease).isEmpty)
        #expect(
            try await engine.households(after: nil, limit: 9, faultyOnly: false).map(\.reference)
                == ["b"])
        #expect(try await engine.commit([commit(a)]) == [a.household])
    }

    func changesRulesAndIsDue() async throws {
        let engine = try await engine("a")
        #expect(try await engine.commit([commit(try await claimOne(engine), due: 0)]).isEmpty)
        let former = try await claimOne(engine)
        try await Self.add("a", rules: "other rules", to: engine)
        #expect(try await engine.commit([commit(former)]) == [former.household])
        let claim = try await claimOne(engine)
        #expect(claim.version == 1)
        let load = try #require(try await engine.load([claim], known: [:]).first)
        #expect(try await engine.document(load.rules) == Array("other rules".utf8))
    }

    func countsItsState() async throws {
        let engine = try await engine("a", "b", "c", "d")
        #expect(try await engine.pause("d"))
        let claims = try await engine.claim(2, for: Self.lease)
        let done = try #require(claims.first)
        // What happened may have happened long ago.
        let before = clock.now.addingTimeInterval(-7_200)
        let entries = [
            StoreSamples.entry("ntc_1", at: before),
            StoreSamples.entry("ntc_2", on: "push", alert: "x", at: before),
        ]
        #expect(try await engine.commit([commit(done, outbox: entries, problem: "p")]).isEmpty)
        _ = try await engine.put([line("a", "k1")], at: nil)
        clock.advance(by: 5)
        let status = try await engine.status()
        #expect(status.at == clock.now)
        #expect(status.households == 4 && status.paused == 1 && status.faulty == 1)
        let faulty = try await engine.households(after: nil, limit: 9, faultyOnly: true)
        #expect(faulty.map(\.reference) == [done.reference])
        #expect(status.inbox == 1 && status.gaveUp == 0)
        let outbox = status.outbox.sorted { $0.channel < $1.channel }
        #expect(
            outbox.map(\.channel) == ["desktop", "push"] && outbox.allSatisfy { $0.count == 1 })
        #expect(outbox.allSatisfy { $0.oldest == clock.now.addingTimeInterval(-5) })
        #expect(status.oldestDue == clock.now.addingTimeInterval(-5))
        #expect(
            try await engine.households(after: "b", limit: 1, faultyOnly: false).map(\.reference)
                == ["c"])
    }
}
