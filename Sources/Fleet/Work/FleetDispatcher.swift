public import Alerts
import Finance
import Foundation
public import Threads
import Watch

/// Makes a channel of a household from the text of its settings file; throws ``HouseholdFault``.
public typealias ChannelMaker =
    @Sendable (_ settings: [UInt8], _ channel: String) throws -> any Channel

/// Brings out what waits in a fleet's outbox, with retries, a lane for each receiver.
///
/// An attempt is noted before it is made and its outcome after it: every notification arrives at least once,
/// always under the same identifier. Waits are counted in the engine's time.
public actor FleetDispatcher {
    /// How many entries a process has in hand.
    private static let capacity = 512

    /// Attempts under way, and ticks, which give `nil`.
    private typealias Attempts = ThrowingTaskGroup<FleetDeliveryResult?, any Error>

    private let engine: any FleetEngine
    private let lease: Duration
    private let make: ChannelMaker
    private let counters: FleetCounters
    private var lanes = LaneTable()
    private var channels: [DeliveryLane: any Channel] = [:]
    private var ended: [FleetDeliveryResult] = []
    private let clock = ContinuousClock()

    /// - Parameter lease: after how long an attempt of a process that died is made again; longer than any
    ///   channel's own time limit, or receivers get more than they need.
    public init(
        engine: any FleetEngine, lease: Duration = .seconds(60), counters: FleetCounters,
        channels: @escaping ChannelMaker
    ) {
        (self.engine, self.lease, self.counters, make) = (engine, lease, counters, channels)
    }

    /// Delivers until the task is cancelled, or nothing is due; what is under way then ends first.
    public func run(untilIdle: Bool = false) async throws {
        // What an engine that was away did not note.
        try await settle()
        try await withThrowingTaskGroup(of: FleetDeliveryResult?.self) { group in
            do {
                while !Task.isCancelled {
                    let taken = try await take(&group)
                    guard taken + lanes.held > 0 || !untilIdle else { break }
                    let pause = taken + lanes.held == 0 ? 250 : 20
                    group.addTask {
                        try? await Task.sleep(for: .milliseconds(pause))
                        return nil
                    }
                    try await collect(&group)
                    try await settle()
                }
                if lanes.held == 0 { group.cancelAll() }
                for try await ended in group { note(ended) }
                try await settle()
            } catch {
                for try await ended in group { note(ended) }
                lanes.forgetWaiting()
                throw error
            }
        }
    }

    /// Takes entries if there is room for a good many, and begins what lanes have room for.
    private func take(_ group: inout Attempts) async throws -> Int {
        let room = Self.capacity - lanes.held
        guard room >= Self.capacity / 2 else { return 0 }
        let deliveries = try await engine.takeDeliveries(room, for: lease)
        for delivery in deliveries { lanes.hold(delivery) }
        for lane in Set(deliveries.map(\.lane)) {
            // What kept a channel from being made may have been corrected: a file, a secret.
            if channels[lane] == nil || channels[lane] is FaultyChannel {
                channels[lane] = try await makeChannel(of: lane)
            }
            begin(lane, &group)
        }
        return deliveries.count
    }

    private func begin(_ lane: DeliveryLane, _ group: inout Attempts) {
        guard let channel = channels[lane] else { return }
        while let delivery = lanes.begin(lane, at: clock.now) {
            group.addTask { await Self.attempt(delivery, on: channel) }
        }
    }

    /// Waits for the next tick; a lane whose attempt ends goes on at once.
    private func collect(_ group: inout Attempts) async throws {
        while let result = try await group.next(), let result {
            note(result)
            begin(result.delivery.lane, &group)
            if lanes.held == 0 || ended.count >= Self.capacity / 2 { break }
        }
    }

    private func note(_ result: FleetDeliveryResult?) {
        guard let result else { return }
        let isDelivered = result.result.state == .delivered
        lanes.end(result.delivery, isDelivered: isDelivered, at: clock.now)
        counters.withLock { counts in
            if isDelivered { counts.delivered += 1 } else { counts.failed += 1 }
        }
        ended.append(result)
    }

    /// Notes what became of attempts, and lets lanes rest whose receivers are slow or do not answer.
    private func settle() async throws {
        let resting = lanes.putBack(at: clock.now)
        ended += resting.flatMap(\.deliveries).map { delivery in
            Self.result(
                of: delivery, .retry(WatchTexts.notBegun, after: nil), at: delivery.at)
        }
        if !ended.isEmpty { try await engine.finish(ended) }
        ended = []
        for rest in resting { try await engine.rest(rest.lane, until: rest.until) }
    }

    private static func attempt(
        _ delivery: FleetDelivery, on channel: any Channel
    ) async -> FleetDeliveryResult {
        let clock = ContinuousClock()
        let begin = clock.now
        var notification = delivery.entry.notification
        notification.data.household = delivery.reference
        let outcome = await channel.deliver(notification)
        let now = delivery.at.addingTimeInterval((clock.now - begin) / .seconds(1))
        return result(of: delivery, outcome, at: now)
    }

    private static func result(
        of delivery: FleetDelivery, _ outcome: DeliveryOutcome, at now: Date
    ) -> FleetDeliveryResult {
        var chance = SystemRandomNumberGenerator()
        let result = OutboxPolicy().result(
            of: delivery.entry, outcome: outcome, now: now, jitter: &chance)
        return (delivery, result)
    }

    private func makeChannel(of lane: DeliveryLane) async throws -> any Channel {
        do {
            return try make(try await engine.document(lane.settings), lane.channel)
        } catch let fault as HouseholdFault {
            return FaultyChannel(name: lane.channel, problem: fault.text)
        }
    }
}

/// Stands for a channel that can't be made.
private struct FaultyChannel: Channel {
    let name: String
    let problem: String

    func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        let fix = "correct the household's settings"
        return .retry(DeliveryProblem(reason: .other, problem: problem, fix: fix), after: nil)
    }
}
