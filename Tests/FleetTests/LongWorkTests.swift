import Alerts
import Finance
import Foundation
import TestSupport
import Testing
import Threads

@testable import Fleet

@Suite("A worker whose work takes long", .io)
struct LongWorkTests {
    private let clock = ManualClock("2026-03-02T07:00:00Z")
    private let counters = FleetCounters(FleetCounts())

    private func worker(_ engine: any FleetEngine, lease: Duration) -> FleetWorker {
        FleetWorker(
            engine: engine, fleet: FleetStage.fleet, lease: lease, counters: counters,
            read: FleetStage.read)
    }

    /// An engine with a household that has so many lines, each with one more debit.
    private func fleet(lines: Int) async throws -> MemoryFleet {
        let memory = MemoryFleet { [clock] in clock.now }
        await memory.add("ada", rules: Array("new debit over 50".utf8), settings: [123, 125])
        for number in 1...lines {
            let snapshot = Snapshot(
                source: "core",
                observedAt: clock.now.addingTimeInterval(Double(number - lines)),
                accounts: [Make.account(booked: "900.00", from: "2026-02-01", source: "core")],
                transactions: (1...number).map {
                    Make.reservation("-60.00", "2026-03-02", text: "KJOP \($0)")
                })
            let line = HouseholdStory.line(snapshot, of: "ada", key: "\(number)")
            _ = await memory.put([line], at: nil)
        }
        return memory
    }

    @Test("keeps the household meanwhile, because the lease is extended")
    func extends() async throws {
        let (clock, memory) = (clock, try await fleet(lines: 1))
        let slow = TappedFleet(memory) { call in
            guard call.number == 3, !call.isDone else { return }
            for _ in 1...3 {
                clock.advance(by: 0.2)
                let end = clock.now.addingTimeInterval(0.3)
                #expect(
                    await eventually {
                        await memory.household("ada")?.dueAt == end
                    })
            }
            let others = try await memory.claim(1, for: .seconds(60))
            #expect(others.isEmpty)
        }
        #expect(try await worker(slow, lease: .milliseconds(300)).work() == 1)
        #expect(counters.withLock(\.fenced) == 0)
        #expect(await memory.household("ada")?.version == 1)
    }

    @Test("does not claim what it is evaluating, even after the end of the lease")
    func claimsOnce() async throws {
        let (clock, memory) = (clock, try await fleet(lines: 1))
        let same = Lock<FleetWorker?>(nil)
        let slow = TappedFleet(memory) { call in
            guard call.number == 3, !call.isDone else { return }
            clock.advance(by: 61)
            let count = try await same.withLock { $0 }?.work()
            #expect(count == 0)
        }
        let worker = worker(slow, lease: .seconds(60))
        same.withLock { $0 = worker }
        #expect(try await worker.work() == 1)
        #expect(await memory.household("ada")?.version == 1)
        clock.advance(by: 61)
        #expect(try await worker.work() == 0)
    }

    @Test("commits a part of many lines; the others follow, and nothing is different")
    func pieces() async throws {
        let memory = try await fleet(lines: 30)
        // A piece lasts for no longer than a quarter of the lease.
        let worker = worker(memory, lease: .microseconds(400))
        #expect(try await worker.work() == 1)
        let first = try #require(await memory.household("ada"))
        #expect(first.inbox > 0 && first.inbox < 30 && first.version == 1)
        #expect(first.dueAt == clock.now)
        while try await worker.work() > 0 {}
        let last = try #require(await memory.household("ada"))
        // The first line is the baseline.
        #expect(last.inbox == 0 && last.outbox == 29 && last.version > 2)
    }

    @Test("gives back what it has not begun when it is to end")
    func givesBack() async throws {
        let memory = MemoryFleet { [clock] in clock.now }
        for number in 10..<30 {
            await memory.add("c-\(number)", rules: [], settings: [123, 125])
        }
        let stopped = TappedFleet(memory) { call in
            guard call.name == "commit", call.isDone else { return }
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let worker = worker(stopped, lease: .seconds(60))
        #expect(try await Task { try await worker.work() }.value == 20)
        #expect(counters.withLock(\.quiet) < 20)
        let waiting = 20 - counters.withLock(\.quiet)
        #expect(await memory.status().due == waiting)
        // Being given back is no try.
        for _ in 0..<FleetLimits.mostTries {
            let claims = try await memory.claim(64, for: .seconds(60))
            #expect(claims.count == waiting)
            await memory.extend(claims, by: .zero)
        }
    }
}
