import Alerts
import Foundation

/// The held entries of each receiver, and which receivers are slow or fail.
struct LaneTable: Sendable {
    fileprivate struct Lane {
        var inFlight = 0
        /// How many attempts have failed in a row.
        var failures = 0
        /// How often it rested since the receiver last took something.
        var rests = 0
        /// When it last began to rest by the engine's time; older failures do not count again.
        var restedAt: Date?
        /// The entries that were taken and not begun.
        var waiting: [FleetDelivery] = []
        /// When an attempt last ended, or the first one began.
        var moved: ContinuousClock.Instant?
        var newest: FleetDelivery?
        var needsRest = false
    }

    /// A lane that is to rest, its waiting entries, and the end of the rest in the engine's time.
    typealias Rest = (lane: DeliveryLane, deliveries: [FleetDelivery], until: Date)

    /// How many attempts a receiver gets at the same time.
    static let width = 32
    /// How many failures in a row make a receiver rest; then it gets one attempt at a time.
    static let mostFailures = 5
    /// After how long without the end of an attempt a receiver counts as slow.
    static let slowAfter = Duration.seconds(1)

    typealias Instant = ContinuousClock.Instant
    private typealias Held = (delivery: FleetDelivery, since: Instant, renewed: Instant)

    private var lanes: [DeliveryLane: Lane] = [:]
    private var hand: [[String]: Held] = [:]
    var held: Int { hand.count }

    mutating func hold(_ delivery: FleetDelivery, at now: Instant) {
        hand[delivery.place] = (delivery, now, now)
        lanes[delivery.lane, default: Lane()].waiting.append(delivery)
    }

    /// Renews the leases of entries that were held for `age`; returns each with its new end.
    mutating func renew(after age: Duration, for lease: Duration, at now: Instant)
        -> [(delivery: FleetDelivery, until: Date)]
    {
        hand.filter { now - $0.value.renewed >= age }.map { key, held in
            hand[key]?.renewed = now
            let left = (now - held.since + lease) / .seconds(1)
            return (held.delivery, held.delivery.at.addingTimeInterval(left))
        }
    }

    /// The next entry whose attempt may begin.
    mutating func begin(_ lane: DeliveryLane, at now: Instant) -> FleetDelivery? {
        guard var state = lanes[lane], !state.waiting.isEmpty, !state.needsRest,
            state.inFlight < (state.failures >= Self.mostFailures ? 1 : Self.width)
        else { return nil }
        let delivery = state.waiting.removeFirst()
        if state.inFlight == 0 { state.moved = now }
        state.inFlight += 1
        state.newest = delivery
        lanes[lane] = state
        return delivery
    }

    mutating func end(_ delivery: FleetDelivery, isDelivered: Bool, at now: Instant) {
        guard var state = lanes[delivery.lane] else { return }
        hand[delivery.place] = nil
        state.inFlight -= 1
        state.moved = now
        if isDelivered {
            (state.failures, state.rests, state.needsRest) = (0, 0, false)
        } else {
            state.failures += 1
            let isNews = state.restedAt.map { delivery.at > $0 } ?? true
            if isNews && state.failures >= Self.mostFailures { state.needsRest = true }
        }
        lanes[delivery.lane] = state
    }

    /// Takes the waiting entries of slow and failing receivers, and removes lanes without work.
    mutating func putBack(at now: Instant) -> [Rest] {
        var resting: [Rest] = []
        for (lane, var state) in lanes {
            if let newest = state.newest, let seconds = state.rest(from: newest.at, now) {
                // A hanging attempt began long ago; waiting entries were taken at a newer time.
                let at = state.waiting.last?.at ?? newest.at
                resting.append((lane, state.waiting, at.addingTimeInterval(seconds)))
                for delivery in state.waiting { hand[delivery.place] = nil }
                state.waiting = []
            }
            let isIdle = state.inFlight == 0 && state.waiting.isEmpty && state.failures == 0
            lanes[lane] = isIdle ? nil : state
        }
        return resting
    }

    mutating func takeWaiting() -> [FleetDelivery] {
        let waiting = lanes.values.flatMap(\.waiting)
        for lane in lanes.keys { lanes[lane]?.waiting = [] }
        for delivery in waiting { hand[delivery.place] = nil }
        return waiting
    }
}

extension LaneTable.Lane {
    /// For how many seconds it begins to rest; `nil` if it does not.
    fileprivate mutating func rest(from at: Date, _ now: LaneTable.Instant) -> Double? {
        if needsRest {
            let waits = OutboxPolicy.waits.prefix(6)
            rests = min(rests + 1, waits.count - 1)
            (restedAt, needsRest) = (at, false)
            return waits[rests] / .seconds(1)
        }
        let age = moved.map { now - $0 } ?? .zero
        let isTried = age > LaneTable.slowAfter || failures >= LaneTable.mostFailures
        guard inFlight > 0, isTried, !waiting.isEmpty else { return nil }
        return max(LaneTable.slowAfter, age) / .seconds(1)
    }
}

extension FleetDelivery {
    fileprivate var place: [String] { ["\(household)", lane.channel, entry.notification.id] }
}
