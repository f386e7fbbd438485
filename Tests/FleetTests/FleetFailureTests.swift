import Alerts
import Finance
import Foundation
import TestSupport
import Testing
import Threads

@testable import Fleet

@Suite("A fleet when something fails", .io)
struct FleetFailureTests {
    /// Plays a story while the process dies at one call of the engine, before or after it took effect.
    private func arrivals(dyingAt call: Int, after: Bool) async throws -> (
        ids: [String], isDead: Bool
    ) {
        let stage = FleetStage {
            TappedFleet($0) { passed in
                if passed.number == call, passed.isDone == after {
                    throw FleetError(.unreachable, "dead")
                }
            }
        }
        let start = stage.clock.now
        // Fires, happens, recovers; the last answer comes with the end of the hour that holds events.
        let balances = [("900.00", 0), ("100.00", 1), ("100.00", 2), ("900.00", 2), ("900.00", 2)]
        let snapshots = balances.enumerated().map { poll, answer in
            Snapshot(
                source: "core", observedAt: start.addingTimeInterval(Double(poll) * 900),
                accounts: [Make.account(booked: answer.0, from: "2026-02-01", source: "core")],
                transactions: (0..<answer.1).map {
                    Make.reservation("-60.00", "2026-03-02", text: "KJOP \($0)")
                })
        }
        func live() async throws {
            do { try await stage.settle() } catch is FleetError {
                // The process is gone; what it held comes back with its leases.
                stage.clock.advance(by: 121)
                try await stage.settle()
            }
        }
        await stage.memory.add(
            "ada",
            rules: Array(
                "balance under 500\nnew debit over 50\nnew debit over 55 between 09:00 and 22:00"
                    .utf8), settings: [123, 125])
        for (poll, snapshot) in snapshots.enumerated() {
            stage.clock.set(to: max(stage.clock.now, snapshot.observedAt))
            _ = await stage.memory.put(
                [HouseholdStory.line(snapshot, of: "ada", key: "\(poll)")], at: nil)
            try await live()
        }
        let isDead = ((stage.engine as? TappedFleet)?.calls ?? 0) >= call
        return (stage.receiver.arrivals.map(\.notification.id), isDead)
    }

    @Test("loses nothing and gives no second identifier, whichever call a process dies at")
    func kills() async throws {
        let whole = try await arrivals(dyingAt: 0, after: false).ids
        #expect(whole.count == 5 && Set(whole).count == whole.count)
        var call = 0
        var isDead = true
        while isDead {
            call += 1
            for after in [false, true] {
                let (ids, died) = try await arrivals(dyingAt: call, after: after)
                // What was sent and not marked is sent again, under its identifier.
                #expect(Set(ids) == Set(whole), "call \(call), after: \(after)")
                #expect(ids.count <= whole.count + 2)
                isDead = died
            }
        }
        #expect(call > 20)
    }

    @Test("a worker that wakes after its lease writes nothing")
    func zombie() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["balance under 500"])
        try await stage.settle()
        let story = HouseholdStory(seed: 1, from: stage.clock.now, polls: 1)
        _ = await stage.memory.put(
            [HouseholdStory.line(story.snapshots[0], of: "ada", key: "1")], at: nil)
        // The zombie claims; while it is stopped, its lease ends and another worker commits.
        let sleepy = TappedFleet(stage.memory) { call in
            guard call.name == "load", call.isDone else { return }
            stage.clock.advance(by: 61)
            while try await stage.worker.work() > 0 {}
        }
        let zombie = FleetWorker(
            engine: sleepy, fleet: FleetStage.fleet, counters: stage.counters,
            read: FleetStage.read)
        let version = try await stage.engine.household("ada")?.version ?? 0
        _ = try await zombie.work()
        #expect(stage.counters.withLock(\.fenced) == 1)
        #expect(try await stage.engine.household("ada")?.version == version + 1)
    }

    @Test("an engine that is away for a moment is no problem of a household")
    func away() async throws {
        let stage = FleetStage {
            TappedFleet($0) { call in
                if call.number == 3, call.name == "document", !call.isDone {
                    throw FleetError(.unreachable, "away")
                }
            }
        }
        try await stage.add("ada")
        await #expect(throws: FleetError(.unreachable, "away")) {
            try await stage.worker.work()
        }
        #expect(await stage.memory.household("ada")?.problem == nil)
        stage.clock.advance(by: 60)
        #expect(try await stage.worker.work() == 1)
        #expect(await stage.memory.household("ada")?.problem == nil)
    }

    @Test(
        "rules that can't be read concern their household alone, and work once they are corrected")
    func faultyRules() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["blance undr"])
        try await stage.add("bo")
        let story = HouseholdStory(seed: 3, from: stage.clock.now, polls: 1)
        for reference in ["ada", "bo"] {
            _ = await stage.memory.put(
                [HouseholdStory.line(story.snapshots[0], of: reference, key: "1")], at: nil)
        }
        try await stage.settle()
        let faulty = try #require(await stage.memory.household("ada"))
        #expect(faulty.problem?.contains("rules.json:1:") == true)
        #expect(faulty.inbox == 1)
        #expect(await stage.memory.household("bo")?.inbox == 0)
        try await stage.add("ada")
        try await stage.settle()
        #expect(await stage.memory.household("ada")?.inbox == 0)
        #expect(await stage.memory.household("ada")?.problem == nil)
    }

    @Test("a line that can't be read is named with its place, and holds up no other")
    func faultyLine() async throws {
        let stage = FleetStage()
        try await stage.add("ada")
        let good = HouseholdStory(seed: 3, from: stage.clock.now, polls: 1).snapshots[0]
        _ = await stage.memory.put(
            [
                HouseholdStory.line(good, of: "ada", key: "good"),
                FeedLine(
                    reference: "ada", key: "bad", bytes: Array(#"{"observedAt":"soon"}"#.utf8)),
            ], at: nil)
        try await stage.settle()
        let problem = await stage.memory.household("ada")?.problem
        #expect(problem?.contains("'bad'") == true && problem?.contains("fix:") == true)
        #expect(await stage.memory.household("ada")?.inbox == 0)
    }

    @Test("a receiver that is down holds up its own lane only, and is asked less and less often")
    func deadReceiver() async throws {
        let stage = FleetStage()
        stage.receiver.setFailing(["dead"])
        for number in 0..<40 {
            let channel = number % 2 == 0 ? "dead" : "live"
            try await stage.add("c-\(number)", rules: ["balance under 500 -> \(channel)"])
        }
        for number in 0..<40 { await stage.feedLowBalance("c-\(number)") }
        while try await stage.worker.work() > 0 {}
        let dispatcher = stage.dispatcher
        try await dispatcher.run(untilIdle: true)
        #expect(stage.receiver.arrivals.count == 20)
        let tried = stage.receiver.attempts(on: "dead")
        #expect(tried < 40)
        for _ in 0..<10 {
            stage.clock.advance(by: 5)
            try await dispatcher.run(untilIdle: true)
        }
        #expect(stage.receiver.attempts(on: "dead") < tried + 5)
        stage.receiver.setFailing([])
        for _ in 0..<10 {
            stage.clock.advance(by: 3_600)
            try await dispatcher.run(untilIdle: true)
        }
        #expect(stage.receiver.arrivals.count == 40)
    }
}
