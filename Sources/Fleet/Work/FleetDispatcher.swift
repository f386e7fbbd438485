public import Alerts
import Finance
import Foundation
import Watch

/// Makes a channel of a household from the text of its settings file.
public typealias ChannelMaker =
    @Sendable (_ settings: [UInt8], _ channel: String) throws(HouseholdFault) -> any Channel

/// Brings out what waits in a fleet's outbox, with retries, a lane for each receiver.
///
/// An attempt is noted before it is made and its outcome after it, as for one household: every
/// notification arrives at least once, always under the same identifier. Waits are counted in the engine's
/// time.
public actor FleetDispatcher {
    /// How many entries a process has in hand.
    private static let capacity = 512

    private enum Happening: Sendable {
        case ended(FleetDelivery, OutboxResult)
        case tick
    }

    private let engine: any FleetEngine
    private let lease: Duration
    private let make: ChannelMaker
    private let count: FleetCounters
    private var lanes = LaneTable()
    private var channels: [DeliveryLane: Result<any Channel, HouseholdFault>] = [:]
    private var ended: [FleetDeliveryResult] = []
    private let clock = ContinuousClock()

    /// - Parameter lease: after how long an attempt of a process that died is made again; longer than any
    ///   channel's own time limit, or receivers get more than they need.
    public init(
        engine: any FleetEngine, lease: Duration = .seconds(60),
        counters: FleetCounters = FleetCounters(), channels: @escaping ChannelMaker
    ) {
        self.engine = engine
        self.lease = lease
        count = counters
        make = channels
    }

    /// Delivers what is due until nothing is; what fails waits for its next attempt.
    public func drain() async throws(FleetError) {
        try await run(untilIdle: true)
    }

    /// Delivers until the task is cancelled; what is under way then ends first.
    public func run() async throws(FleetError) {
        try await run(untilIdle: false)
    }

    private func run(untilIdle: Bool) async throws(FleetError) {
        // What an engine that was away did not note.
        try await settle()
        let failure = await withTaskGroup(of: Happening.self) { group -> FleetError? in
            do throws(FleetError) {
                while !Task.isCancelled {
                    let taken = try await take(&group)
                    guard taken + lanes.held > 0 || !untilIdle else { break }
                    let pause = taken + lanes.held == 0 ? 250 : 20
                    group.addTask { await Self.tick(pause) }
                    try await collect(&group)
                    try await settle()
                }
                if lanes.held == 0 { group.cancelAll() }
                while let happening = await group.next() { note(happening) }
                try await settle()
                return nil
            } catch {
                while let happening = await group.next() { note(happening) }
                lanes.forgetWaiting()
                return error
            }
        }
        if let failure { throw failure }
    }

    private static func tick(_ milliseconds: Int) async -> Happening {
        try? await Task.sleep(for: .milliseconds(milliseconds))
        return .tick
    }

    /// Takes entries if there is room for a good many, and begins what lanes have room for.
    private func take(_ group: inout TaskGroup<Happening>) async throws(FleetError) -> Int {
        let room = Self.capacity - lanes.held
        guard room >= Self.capacity / 2 else { return 0 }
        let deliveries = try await engine.takeDeliveries(room, for: lease)
        for delivery in deliveries { lanes.hold(delivery) }
        for lane in Set(deliveries.map(\.lane)) {
            // What kept a channel from being made may have been corrected: a file, a secret.
            if (try? channels[lane]?.get()) == nil {
                channels[lane] = try await makeChannel(of: lane)
            }
            begin(lane, &group)
        }
        return deliveries.count
    }

    /// Begins what waits behind a lane as far as it has room.
    private func begin(_ lane: DeliveryLane, _ group: inout TaskGroup<Happening>) {
        guard let channel = channels[lane] else { return }
        while let delivery = lanes.begin(lane, at: clock.now) {
            group.addTask { await Self.attempt(delivery, on: channel) }
        }
    }

    /// Waits for the next tick; a lane whose attempt ends goes on at once.
    private func collect(_ group: inout TaskGroup<Happening>) async throws(FleetError) {
        while let happening = await group.next() {
            guard case .ended(let delivery, _) = happening else { break }
            note(happening)
            begin(delivery.lane, &group)
            if lanes.held == 0 || ended.count >= Self.capacity / 2 { break }
        }
    }

    private func note(_ happening: Happening) {
        guard case .ended(let delivery, let result) = happening else { return }
        lanes.end(delivery.lane, isDelivered: result.state == .delivered, at: clock.now)
        count.add(result.state == .delivered ? \.delivered : \.failed, 1)
        ended.append(FleetDeliveryResult(delivery, result))
    }

    /// Notes what became of attempts, and lets lanes rest whose receivers are slow or do not answer.
    private func settle() async throws(FleetError) {
        let resting = lanes.putBack(at: clock.now)
        for delivery in resting.flatMap(\.deliveries) { put(back: delivery) }
        if !ended.isEmpty { try await engine.finish(ended) }
        ended = []
        for lane in resting {
            try await engine.rest(lane.lane, until: lane.at.addingTimeInterval(lane.seconds))
        }
    }

    private func put(back delivery: FleetDelivery) {
        var chance = SystemRandomNumberGenerator()
        let result = OutboxPolicy().result(
            of: delivery.entry, outcome: .retry(WatchTexts.notBegun, after: nil), now: delivery.at,
            jitter: &chance)
        ended.append(FleetDeliveryResult(delivery, result))
    }

    private static func attempt(
        _ delivery: FleetDelivery, on channel: Result<any Channel, HouseholdFault>
    ) async -> Happening {
        let clock = ContinuousClock()
        let begin = clock.now
        var notification = delivery.entry.notification
        notification.data.household = delivery.reference
        let outcome: DeliveryOutcome
        switch channel {
        case .success(let channel): outcome = await channel.deliver(notification)
        case .failure(let fault):
            outcome = .retry(
                DeliveryProblem(
                    reason: .other, problem: fault.text, fix: "correct the household's settings"),
                after: nil)
        }
        var chance = SystemRandomNumberGenerator()
        let now = delivery.at.addingTimeInterval((clock.now - begin) / .seconds(1))
        let result = OutboxPolicy().result(
            of: delivery.entry, outcome: outcome, now: now, jitter: &chance)
        return .ended(delivery, result)
    }

    private func makeChannel(
        of lane: DeliveryLane
    ) async throws(FleetError) -> Result<any Channel, HouseholdFault> {
        let settings = try await engine.text(of: lane.settings)
        return Result { () throws(HouseholdFault) in try make(try settings.get(), lane.channel) }
    }
}

extension FleetDeliveryResult {
    fileprivate init(_ delivery: FleetDelivery, _ result: OutboxResult) {
        self.init(
            household: delivery.household, lane: delivery.lane, attempt: delivery.entry.attempts,
            result: result, at: delivery.at)
    }
}
