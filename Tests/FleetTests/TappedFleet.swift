import Fleet
import Foundation
import Synchronization
import TestSupport

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
    typealias Tap = @Sendable (Call) async throws(FleetError) -> Void

    private let engine: MemoryFleet
    private let tap: Tap
    private let count = Mutex(0)

    init(_ engine: MemoryFleet, _ tap: @escaping Tap) {
        (self.engine, self.tap) = (engine, tap)
    }

    var calls: Int { count.withLock(\.self) }

    private func pass<Result: Sendable>(
        _ function: String = #function,
        _ body: (MemoryFleet) async throws(FleetError) -> Result
    ) async throws(FleetError) -> Result {
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
    func claim(_ limit: Int, for lease: Duration) async throws(FleetError) -> [HouseholdClaim] {
        try await pass { (engine) throws(FleetError) in await engine.claim(limit, for: lease) }
    }

    func load(
        _ claims: [HouseholdClaim], known: [HouseholdID: Int64]
    ) async throws(FleetError) -> [HouseholdLoad] {
        try await pass { (engine) throws(FleetError) in await engine.load(claims, known: known) }
    }

    func document(_ hash: DocumentHash) async throws(FleetError) -> [UInt8] {
        try await pass { (engine) throws(FleetError) in try await engine.document(hash) }
    }

    func extend(
        _ claims: [HouseholdClaim], by lease: Duration
    ) async throws(FleetError) -> Set<HouseholdID> {
        await engine.extend(claims, by: lease)
    }

    func commit(_ commits: [HouseholdCommit]) async throws(FleetError) -> Set<HouseholdID> {
        try await pass { (engine) throws(FleetError) in await engine.commit(commits) }
    }

    func release(_ quiet: [QuietCycle]) async throws(FleetError) {
        try await pass { (engine) throws(FleetError) in await engine.release(quiet) }
    }

    func put(
        _ lines: [FeedLine], at position: FeedPosition?
    ) async throws(FleetError) -> FeedReceipt { await engine.put(lines, at: position) }

    func position(of feed: String, part: Int) async throws(FleetError) -> Int64? {
        await engine.position(of: feed, part: part)
    }

    func takeDeliveries(
        _ limit: Int, for lease: Duration
    ) async throws(FleetError) -> [FleetDelivery] {
        try await pass { (engine) throws(FleetError) in
            await engine.takeDeliveries(limit, for: lease)
        }
    }

    func finish(_ results: [FleetDeliveryResult]) async throws(FleetError) {
        try await pass { (engine) throws(FleetError) in await engine.finish(results) }
    }

    func rest(_ lane: DeliveryLane, until instant: Date) async throws(FleetError) {
        await engine.rest(lane, until: instant)
    }

    func forget(endedBefore age: Duration) async throws(FleetError) -> Int {
        await engine.forget(endedBefore: age)
    }

    func add(_ household: NewHousehold) async throws(FleetError) { await engine.add(household) }

    func household(_ reference: String) async throws(FleetError) -> HouseholdSummary? {
        await engine.household(reference)
    }

    func households(
        after reference: String?, limit: Int
    ) async throws(FleetError) -> [HouseholdSummary] {
        await engine.households(after: reference, limit: limit)
    }

    func pause(_ reference: String, _ isPaused: Bool) async throws(FleetError) -> Bool {
        await engine.pause(reference, isPaused)
    }

    func remove(_ reference: String) async throws(FleetError) -> Bool {
        await engine.remove(reference)
    }

    func image(of reference: String) async throws(FleetError) -> [UInt8]? {
        await engine.image(of: reference)
    }

    func status() async throws(FleetError) -> FleetStatus { await engine.status() }
}
