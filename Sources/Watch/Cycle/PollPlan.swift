import Finance
import Foundation

/// When a bank is polled next.
struct PollPlan: Sendable {
    private let schedule: Schedule
    /// The next slot.
    private(set) var due: Date

    /// Plans the first poll at once and then fixed slots.
    init(start: Date, interval: Duration) {
        schedule = Schedule(start: start, interval: interval)
        due = start
    }

    /// Plans the slot after an answer; a bank that asked for patience gets it.
    ///
    /// - Returns: how many slots passed unused since the one that this answer belongs to.
    mutating func advance(after snapshot: Snapshot, now: Date) -> Int {
        let missed = schedule.slots(after: due, through: now)
        guard case .throttled(let patience?) = snapshot.outcome else {
            due = schedule.next(after: now)
            return missed
        }
        let earliest = now.addingTimeInterval(min(patience, .seconds(7 * 86_400)) / .seconds(1))
        due = schedule.next(after: now, notBefore: earliest)
        return missed
    }
}
