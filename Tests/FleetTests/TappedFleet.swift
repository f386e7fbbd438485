import Foundation
import Synchronization
import TestSupport

@testable import Fleet

/// An engine beside whose calls something happens: a process dies, or is stopped.
final class TappedFleet: Sendable {
    struct Call: Sendable {
        /// From 1.
        let number: Int
        /// The method, without its parameters.
        let name: Substring
        /// Whether it took effect, and its answer is about to arrive.
        var isDone = false
    }

    /// Gets each call before it takes effect and before its answer arrives.
    typealias Tap = @Sendable (Call) async throws -> Void

    private let engine: MemoryFleet
    private let tap: Tap
    private let count = Mutex(0)

    init(_ engine: MemoryFleet, _ tap: @escaping Tap) {
        (self.engine, self.tap) = (engine, tap)
    }

    var calls: Int { count.withLock(\.self) }

    private func pass<Result: Sendable>(
        _ function: String = #function,
        _ body: (MemoryFleet) async throws -> Result
    ) async throws -> Result {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var call = Call(number: number, name: function.prefix { $0 != "(" })
        try await tap(call)
        let result = try await body(engine)
        call.isDone = true
        try await tap(call)
        return result
    }
}

extension TappedFleet: FleetEngine {
    func claim(
        _ limit: Int, for lease: Duration, except held: Set<HouseholdID>
    ) async throws -> [HouseholdClaim] {
        try await pass { engine in await engine.claim(limit, for: lease, except: held) }
    }

    func load(
        _ claims: [HouseholdClaim], known: [HouseholdID: Int64]
    ) async throws -> [HouseholdLoad] {
        try await pass { engine in await engine.load(claims, known: known) }
    }

    func document(_ hash: DocumentHash) async throws -> [UInt8] {
        try await pass { engine in try await engine.document(hash) }
    }

    func extend(_ claims: [HouseholdClaim], by lease: Duration) async throws {
        await engine.extend(claims, by: lease)
    }

    func commit(_ commits: [HouseholdCommit]) async throws -> Set<HouseholdID> {
        try await pass { engine in await engine.commit(commits) }
    }

    func put(
        _ lines: [FeedLine], at position: FeedPosition?
    ) async throws -> FeedReceipt { await engine.put(lines, at: position) }

    func position(of feed: String) async throws -> FeedPosition? { await engine.position(of: feed) }

    func takeDeliveries(
        _ limit: Int, for lease: Duration
    ) async throws -> [FleetDelivery] {
        try await pass { engine in
            await engine.takeDeliveries(limit, for: lease)
        }
    }

    func finish(_ results: [FleetDeliveryResult]) async throws {
        try await pass { engine in await engine.finish(results) }
    }

    func rest(_ lane: DeliveryLane, until instant: Date) async throws {
        await engine.rest(lane, until: instant)
    }

    func forget(endedBefore age: Duration) async throws -> Int {
        await engine.forget(endedBefore: age)
    }

    func add(_ reference: String, rules: [UInt8], settings: [UInt8]) async throws {
        await engine.add(reference, rules: rules, settings: settings)
    }

    func household(_ reference: String) async throws -> HouseholdSummary? {
        await engine.household(reference)
    }

    func households(
        after reference: String?, limit: Int, faultyOnly: Bool
    ) async throws -> [HouseholdSummary] {
        await engine.households(after: reference, limit: limit, faultyOnly: faultyOnly)
    }

    func pause(_ reference: String) async throws -> Bool { await engine.pause(reference) }

    func resume(_ reference: String, failed: Bool) async throws -> Bool {
        await engine.resume(reference, failed: failed)
    }

    func remove(_ reference: String) async throws -> Bool {
        await engine.remove(reference)
    }

    func image(of reference: String) async throws -> [UInt8]? {
        await engine.image(of: reference)
    }

    func status() async throws -> FleetStatus { await engine.status() }
}
