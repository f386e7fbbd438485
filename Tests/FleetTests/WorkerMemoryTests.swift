import Alerts
import Finance
import TestSupport
import Testing
import Threads

@testable import Fleet

@Suite("What a worker of a fleet keeps in memory", .io)
struct WorkerMemoryTests {
    private func worker(_ stage: FleetStage, cacheBytes: Int) -> FleetWorker {
        FleetWorker(
            engine: stage.engine, fleet: FleetStage.fleet, cacheBytes: cacheBytes,
            counters: stage.counters, read: FleetStage.read)
    }

    /// An answer with so many debits of 60.00.
    private func answer(_ stage: FleetStage, debits: Int) -> Snapshot {
        Snapshot(
            source: "core", observedAt: stage.clock.now,
            accounts: [Make.account(booked: "900.00", from: "2026-02-01", source: "core")],
            transactions: (0..<debits).map {
                Make.reservation("-60.00", "2026-03-02", text: "KJOP \($0)")
            })
    }

    @Test("a household that is crowded out goes on from its stored state", arguments: [1, 10_000])
    func crowdedOut(cacheBytes: Int) async throws {
        let stage = FleetStage()
        let worker = worker(stage, cacheBytes: cacheBytes)
        let references = (10..<34).map { "c-\($0)" }
        for reference in references {
            try await stage.add(reference, rules: ["new debit over 50"])
        }
        // The first answer is what was there before, the others bring one debit each.
        for round in 1...3 {
            for reference in references {
                _ = await stage.memory.put(
                    [
                        HouseholdStory.line(
                            answer(stage, debits: round), of: reference, key: "\(round)")
                    ], at: nil)
            }
            while try await worker.work() > 0 {}
            stage.clock.advance(by: 900)
        }
        try await stage.dispatcher.run(untilIdle: true)
        let arrivals = Dictionary(grouping: stage.receiver.arrivals) { $0.household ?? "" }
        #expect(arrivals.mapValues(\.count) == references.reduce(into: [:]) { $0[$1] = 2 })
    }

    @Test("a quiet new household takes other rules from the same worker")
    func quietNew() async throws {
        let stage = FleetStage()
        let worker = worker(stage, cacheBytes: 1 << 20)
        for rules in [["balance under 500"], ["new debit over 50"]] {
            try await stage.add("ada", rules: rules)
            #expect(try await worker.work() == 1)
            #expect(await stage.memory.household("ada")?.problem == nil)
        }
        for debits in 1...2 {
            _ = await stage.memory.put(
                [HouseholdStory.line(answer(stage, debits: debits), of: "ada", key: "\(debits)")],
                at: nil)
            #expect(try await worker.work() == 1)
            stage.clock.advance(by: 900)
        }
        try await stage.dispatcher.run(untilIdle: true)
        #expect(stage.receiver.arrivals.count == 1)
    }

    @Test("a household whose state is gone is not taken for a new one")
    func gone() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["new debit over 50"])
        for debits in 1...2 {
            _ = await stage.memory.put(
                [HouseholdStory.line(answer(stage, debits: debits), of: "ada", key: "\(debits)")],
                at: nil)
            _ = try await stage.worker.work()
            await stage.memory.loseImage(of: "ada")
        }
        let household = await stage.memory.household("ada")
        #expect(household?.problem?.contains("stored state is missing") == true)
        #expect(household?.version == 1 && household?.inbox == 1)
    }

    @Test("a line that comes after half a century brings no summary of each day between")
    func longGap() async throws {
        let stage = FleetStage()
        try await stage.add("c-1", rules: ["summary every day at 08:00"])
        for instant in ["1970-01-01T00:00:00Z", "2026-03-01T07:30:00Z"] {
            let snapshot = Snapshot(
                source: "core", observedAt: Make.instant(instant),
                accounts: [Make.account(booked: "900.00", source: "core")], transactions: [])
            _ = await stage.memory.put(
                [HouseholdStory.line(snapshot, of: "c-1", key: instant)], at: nil)
        }
        while try await stage.worker.work() > 0 {}
        try await stage.dispatcher.run(untilIdle: true)
        #expect(stage.receiver.arrivals.count < 4)
    }
}
