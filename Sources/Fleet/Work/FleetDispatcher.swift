public import Alerts
import Finance
import Foundation

/// Makes a channel of a household from the text of its settings file.
public typealias ChannelMaker =
    @Sendable (_ settings: [UInt8], _ channel: String) throws(HouseholdFault) -> any Channel

/// Brings out what waits in a fleet's outbox, with retries, a lane for each receiver.
///
/// An attempt is noted before it is made and its outcome after it, as for one household: every
/// notification arrives at least once, always under the same identifier. Waits are counted in the engine's
/// time.
public actor FleetDispatcher {
    /// How many entries are taken and not finished at the same time.
    private static let capacity = 512
    private static let lease = Duration.seconds(120)

    private enum Happening: Sendable {
        case ended(FleetDelivery, OutboxResult)
        case tick
    }

    private let engine: any FleetEngine
    private let make: ChannelMaker
    private let count: FleetCounters
    private var lanes = LaneTable()
    private var channels: [DeliveryLane: Result<any Channel, HouseholdFault>] = [:]
    private var ended: [FleetDeliveryResult] = []
    /// What was taken and waits for its lane to have room.
    private var waiting: [FleetDelivery] = []

    public init(
        engine: any FleetEngine, counters: FleetCounters = FleetCounters(),
        channels: @escaping ChannelMaker
    ) {
        self.engine = engine
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
        let failure = await withTaskGroup(of: Happening.self) { group -> FleetError? in
            do throws(FleetError) {
                var isIdle = false
                while !Task.isCancelled, !(untilIdle && isIdle) {
                    isIdle = try await begin(&group) == 0 && lanes.inFlight == 0
                    guard !isIdle || !untilIdle else { break }
                    let pause = isIdle ? 250 : 20
                    group.addTask { await Self.tick(pause) }
                    try await collect(&group)
                }
                if lanes.inFlight == 0 { group.cancelAll() }
                while let happening = await group.next() { note(happening) }
                try await finish()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private static func tick(_ milliseconds: Int) async -> Happening {
        try? await Task.sleep(for: .milliseconds(milliseconds))
        return .tick
    }

    /// Begins as many attempts as there is room for; gives how many entries were taken.
    private func begin(_ group: inout TaskGroup<Happening>) async throws(FleetError) -> Int {
        let room = Self.capacity - lanes.inFlight - waiting.count
        let taken = room > 0 ? try await engine.takeDeliveries(room, for: Self.lease) : []
        let candidates = waiting + taken
        waiting = []
        var behind: [DeliveryLane: Int] = [:]
        for delivery in candidates {
            if lanes.enter(delivery.lane) {
                let channel = try await channel(of: delivery.lane)
                group.addTask { await Self.attempt(delivery, on: channel) }
            } else if behind[delivery.lane, default: 0] < lanes.room(behind: delivery.lane) {
                behind[delivery.lane, default: 0] += 1
                waiting.append(delivery)
            } else {
                // Its receiver is slow or down: the others go on.
                put(back: delivery)
                let instant = delivery.at.addingTimeInterval(LaneTable.pause)
                try await engine.rest(delivery.lane, until: instant)
            }
        }
        return taken.count + waiting.count
    }

    private func put(back delivery: FleetDelivery) {
        var chance = SystemRandomNumberGenerator()
        let notBegun = DeliveryOutcome.retry(
            DeliveryProblem(reason: .cancelled, problem: "not begun", fix: "it is tried again"),
            after: nil)
        let result = OutboxPolicy().result(
            of: delivery.entry, outcome: notBegun, now: delivery.at, jitter: &chance)
        ended.append(FleetDeliveryResult(delivery, result))
    }

    /// Waits for the next tick, and takes the results that come before it.
    private func collect(_ group: inout TaskGroup<Happening>) async throws(FleetError) {
        while let happening = await group.next() {
            note(happening)
            if case .tick = happening { break }
            if lanes.inFlight == 0, !ended.isEmpty { break }
        }
        try await finish()
    }

    private func note(_ happening: Happening) {
        guard case .ended(let delivery, let result) = happening else { return }
        lanes.leave(delivery.lane, isDelivered: result.state == .delivered)
        count.add(result.state == .delivered ? \.delivered : \.failed, 1)
        ended.append(FleetDeliveryResult(delivery, result))
    }

    /// Notes what became of attempts, and lets the lanes of dead receivers rest.
    private func finish() async throws(FleetError) {
        guard !ended.isEmpty else { return }
        try await engine.finish(ended)
        let resting = ended.compactMap { result in
            lanes.rest(of: result.lane).map { (result.lane, result.at.addingTimeInterval($0)) }
        }
        for (lane, instant) in Dictionary(resting, uniquingKeysWith: { max($0, $1) }) {
            try await engine.rest(lane, until: instant)
        }
        ended = []
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
            outcome = .refused(
                DeliveryProblem(
                    reason: .other, problem: fault.text, fix: "correct the household's settings"))
        }
        var chance = SystemRandomNumberGenerator()
        let now = delivery.at.addingTimeInterval((clock.now - begin) / .seconds(1))
        let result = OutboxPolicy().result(
            of: delivery.entry, outcome: outcome, now: now, jitter: &chance)
        return .ended(delivery, result)
    }

    private func channel(
        of lane: DeliveryLane
    ) async throws(FleetError) -> Result<any Channel, HouseholdFault> {
        if let channel = channels[lane] { return channel }
        let settings = try await engine.document(lane.settings)
        let made = Result { () throws(HouseholdFault) in try make(settings, lane.channel) }
        channels[lane] = made
        return made
    }
}

extension FleetDeliveryResult {
    fileprivate init(_ delivery: FleetDelivery, _ result: OutboxResult) {
        self.init(
            household: delivery.household, lane: delivery.lane, attempt: delivery.entry.attempts,
            result: result, at: delivery.at)
    }
}

/// Which receivers are busy, and which do not answer.
struct LaneTable: Sendable {
    private struct Lane {
        var inFlight = 0
        var failures = 0
    }

    /// How many attempts a receiver is given at the same time.
    static let width = 16
    /// How many failures in a row make a receiver rest.
    static let mostFailures = 5
    /// For how long a busy lane rests, in seconds.
    static let pause = 1.0

    private var lanes: [DeliveryLane: Lane] = [:]
    private(set) var inFlight = 0

    /// Begins an attempt; false if the receiver has enough to do, or did not answer and is being tried.
    mutating func enter(_ lane: DeliveryLane) -> Bool {
        var state = lanes[lane] ?? Lane()
        let width = state.failures >= Self.mostFailures ? 1 : Self.width
        guard state.inFlight < width else { return false }
        state.inFlight += 1
        inFlight += 1
        lanes[lane] = state
        return true
    }

    /// How many entries may wait for a receiver that has enough to do.
    func room(behind lane: DeliveryLane) -> Int {
        lanes[lane]?.failures ?? 0 >= Self.mostFailures ? 0 : Self.width
    }

    mutating func leave(_ lane: DeliveryLane, isDelivered: Bool) {
        var state = lanes[lane] ?? Lane()
        state.inFlight -= 1
        inFlight -= 1
        state.failures = isDelivered ? 0 : state.failures + 1
        lanes[lane] = state.inFlight == 0 && state.failures == 0 ? nil : state
    }

    /// For how long the lane rests after its last failures, in seconds; `nil` if it goes on.
    func rest(of lane: DeliveryLane) -> Double? {
        guard let failures = lanes[lane]?.failures, failures >= Self.mostFailures else {
            return nil
        }
        let waits = RetryPolicy.standardWaits.prefix(6)
        let wait = waits[min(failures - Self.mostFailures + 1, waits.count - 1)]
        return wait / .seconds(1)
    }
}
