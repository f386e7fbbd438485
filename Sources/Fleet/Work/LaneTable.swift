import Alerts
import Foundation

/// What is in hand for each receiver, and which receivers are slow or do not answer.
struct LaneTable: Sendable {
    private struct Lane {
        var inFlight = 0
        /// Failures in a row.
        var failures = 0
        /// What was taken and is not begun.
        var waiting: [FleetDelivery] = []
        /// When an attempt last ended, or the first one began.
        var moved: ContinuousClock.Instant?
        var newest: FleetDelivery?
        /// Whether an attempt failed since it last rested, after too many failures.
        var needsRest = false
    }

    /// A lane that is to rest, and what of it goes back to the outbox.
    struct Rest: Sendable {
        let lane: DeliveryLane
        let deliveries: [FleetDelivery]
        /// The engine's time from which on it rests.
        let at: Date
        let seconds: Double
    }

    /// How many attempts a receiver is given at the same time.
    static let width = 32
    /// How many failures in a row make a receiver rest; then it gets one attempt at a time.
    static let mostFailures = 5
    /// After how long without an end of an attempt a receiver counts as slow.
    static let slowAfter = Duration.seconds(1)

    private var lanes: [DeliveryLane: Lane] = [:]
    /// How many entries are in hand, begun or not.
    private(set) var held = 0

    mutating func hold(_ delivery: FleetDelivery) {
        held += 1
        lanes[delivery.lane, default: Lane()].waiting.append(delivery)
    }

    /// The next entry whose attempt may begin.
    mutating func begin(_ lane: DeliveryLane, at now: ContinuousClock.Instant) -> FleetDelivery? {
        guard var state = lanes[lane], !state.waiting.isEmpty,
            state.inFlight < (state.failures >= Self.mostFailures ? 1 : Self.width)
        else { return nil }
        let delivery = state.waiting.removeFirst()
        if state.inFlight == 0 { state.moved = now }
        state.inFlight += 1
        state.newest = delivery
        lanes[lane] = state
        return delivery
    }

    mutating func end(_ lane: DeliveryLane, isDelivered: Bool, at now: ContinuousClock.Instant) {
        guard var state = lanes[lane] else { return }
        held -= 1
        state.inFlight -= 1
        state.moved = now
        state.failures = isDelivered ? 0 : state.failures + 1
        state.needsRest = state.failures >= Self.mostFailures
        lanes[lane] = state
    }

    /// Takes what waits for receivers that are slow or do not answer, and forgets lanes without work.
    mutating func putBack(at now: ContinuousClock.Instant) -> [Rest] {
        var resting: [Rest] = []
        for (lane, state) in lanes {
            if let seconds = Self.rest(state, now), let newest = state.newest {
                resting.append(
                    Rest(lane: lane, deliveries: state.waiting, at: newest.at, seconds: seconds))
                held -= state.waiting.count
                lanes[lane]?.waiting = []
                lanes[lane]?.needsRest = false
            }
            if state.inFlight == 0, state.waiting.isEmpty, state.failures == 0 { lanes[lane] = nil }
        }
        return resting
    }

    /// Forgets what was taken and is not begun: it comes again when its lease ends.
    mutating func forgetWaiting() {
        for (lane, state) in lanes {
            held -= state.waiting.count
            lanes[lane]?.waiting = []
        }
    }

    /// For how long a lane rests, in seconds; `nil` for one that goes on.
    private static func rest(_ lane: Lane, _ now: ContinuousClock.Instant) -> Double? {
        if lane.needsRest {
            let waits = RetryPolicy.standardWaits.prefix(6)
            let wait = waits[min(lane.failures - mostFailures + 1, waits.count - 1)]
            return wait / .seconds(1)
        }
        let isSlow = lane.moved.map { now - $0 > slowAfter } ?? false
        let isTried = lane.inFlight > 0 && (isSlow || lane.failures >= mostFailures)
        return isTried && !lane.waiting.isEmpty ? slowAfter / .seconds(1) : nil
    }
}
