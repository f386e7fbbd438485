public import Alerts
import Finance
import Foundation
public import Threads
import Watch

/// Makes a channel of a household from the text of its settings file; throws ``HouseholdFault``.
public typealias ChannelMaker =
    @Sendable (_ settings: [UInt8], _ channel: String) throws -> any Channel

/// Delivers the waiting entries of a fleet's outbox, with retries and a lane for each receiver.
///
/// An attempt is committed before it is made and its outcome after it: every notification arrives
/// at least once, always under the same identifier. Waits are counted in the engine's time.
public actor FleetDispatcher {
    /// How many taken entries a process may hold.
    private static let capacity = 512

    private enum Event {
        case ended(FleetDeliveryResult)
        /// The engine has stored the outcomes and returned these.
        case taken([FleetDelivery])
    }
    private typealias Events = ThrowingTaskGroup<Event, any Error>
    private typealias Made = Result<any Channel, HouseholdFault>

    private let engine: any FleetEngine
    private let lease: Duration
    private let make: ChannelMaker
    private let counters: FleetCounters
    private var lanes = LaneTable()
    private var channels: [DeliveryLane: Made] = [:]
    /// The outcomes of attempts that the engine has not stored yet.
    private var ended: [FleetDeliveryResult] = []
    private let clock = ContinuousClock()

    /// - Parameter lease: after how long an attempt of a process that died is repeated.
    public init(
        engine: any FleetEngine, lease: Duration = .seconds(60), counters: FleetCounters,
        channels: @escaping ChannelMaker
    ) { (self.engine, self.lease, self.counters, make) = (engine, lease, counters, channels) }

    /// Delivers until the task is cancelled, or nothing is due; attempts under way end first.
    public func run(untilIdle: Bool = false) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            do {
                group.addTask { .taken(try await self.exchange(after: .zero)) }
                while !Task.isCancelled, let event = try await group.next() {
                    for lane in collect(event) { try await begin(lane, &group) }
                    guard case .taken = event else { continue }
                    let isIdle = lanes.held == 0 && ended.isEmpty
                    if isIdle && untilIdle { break }
                    // A channel is made quickly, and many are not used again.
                    if channels.count > Self.capacity { channels = [:] }
                    let pause = Duration.milliseconds(isIdle ? 250 : 5)
                    group.addTask { .taken(try await self.exchange(after: pause)) }
                }
                while let event = try await group.next() { _ = collect(event) }
                ended += lanes.takeWaiting().map(Self.notBegun)
                try await engine.finish(ended)
                ended = []
            } catch {
                while let result = await group.nextResult() { _ = (try? result.get()).map(collect) }
                _ = lanes.takeWaiting()
                throw error
            }
        }
    }

    /// Stores outcomes in the engine after a pause, lets the lanes of slow or failing receivers
    /// rest, and takes more entries if there is enough room.
    private func exchange(after pause: Duration) async throws -> [FleetDelivery] {
        try? await Task.sleep(for: pause)
        let resting = lanes.putBack(at: clock.now)
        ended += resting.flatMap(\.deliveries).map(Self.notBegun)
        // Entries whose attempt ended are no longer held.
        let renewals = lanes.renew(after: lease / 3, for: lease, at: clock.now).map(Self.unchanged)
        let count = ended.count
        if !(ended + renewals).isEmpty { try await engine.finish(ended + renewals) }
        ended.removeFirst(count)
        for rest in resting { try await engine.rest(rest.lane, until: rest.until) }
        let room = Self.capacity - lanes.held
        guard room >= Self.capacity / 2, !Task.isCancelled else { return [] }
        return try await engine.takeDeliveries(room, for: lease)
    }

    /// Handles an event; returns the lanes in which an attempt may begin now.
    private func collect(_ event: Event) -> Set<DeliveryLane> {
        switch event {
        case .ended(let result):
            let isDelivered = result.result.state == .delivered
            lanes.end(result.delivery, isDelivered: isDelivered, at: clock.now)
            counters.withLock { counts in
                if isDelivered { counts.delivered += 1 } else { counts.failed += 1 }
            }
            ended.append(result)
            return [result.delivery.lane]
        case .taken(let deliveries):
            for delivery in deliveries { lanes.hold(delivery, at: clock.now) }
            let lanes = Set(deliveries.map(\.lane))
            // The reason why a channel can't be made may have been corrected: a file, a secret.
            for lane in lanes where (try? channels[lane]?.get()) == nil { channels[lane] = nil }
            return lanes
        }
    }

    private func begin(_ lane: DeliveryLane, _ group: inout Events) async throws {
        let channel = try await channel(of: lane)
        while let delivery = lanes.begin(lane, at: clock.now) {
            group.addTask { .ended(await Self.attempt(delivery, on: channel)) }
        }
    }

    private static func notBegun(_ delivery: FleetDelivery) -> FleetDeliveryResult {
        (delivery, unchanged(delivery, until: delivery.at).result, isBegun: false)
    }

    private static func unchanged(_ delivery: FleetDelivery, until: Date) -> FleetDeliveryResult {
        result(of: delivery, .retry(WatchTexts.notBegun, after: nil), at: until)
    }

    private static func attempt(
        _ delivery: FleetDelivery, on channel: Made
    ) async -> FleetDeliveryResult {
        let clock = ContinuousClock()
        let begin = clock.now
        var notification = delivery.entry.notification
        notification.data.household = delivery.reference
        let outcome: DeliveryOutcome
        do { outcome = try await channel.get().deliver(notification) } catch {
            outcome = .retry(DeliveryProblem(fault: error.text), after: nil)
        }
        let now = delivery.at.addingTimeInterval((clock.now - begin) / .seconds(1))
        return result(of: delivery, outcome, at: now)
    }

    private static func result(
        of delivery: FleetDelivery, _ outcome: DeliveryOutcome, at now: Date
    ) -> FleetDeliveryResult {
        var chance = SystemRandomNumberGenerator()
        var result = OutboxPolicy().result(
            of: delivery.entry, outcome: outcome, now: now, jitter: &chance)
        // With a refusal an engine finds it, though the problem is encrypted.
        if result.problem?.needsOperator == true { result.refusals = max(1, result.refusals) }
        return (delivery, result, true)
    }

    private func channel(of lane: DeliveryLane) async throws -> Made {
        if let made = channels[lane] { return made }
        let made: Made
        do {
            made = .success(try make(try await engine.document(lane.settings), lane.channel))
        } catch let fault as HouseholdFault { made = .failure(fault) }
        channels[lane] = made
        return made
    }
}
