import Finance
public import Foundation

/// When a bank is polled, and how its last poll ended.
struct BankSchedule: Sendable {
    /// A poll that is under way.
    private struct Running: Sendable {
        let task: Task<Void, Never>
        var isSlow = false
    }

    private let interval: Duration
    private var schedule: Schedule
    private var running: Running?
    private var answeredAt: Date?
    /// How many answers in a row asked to come later.
    private var refusals = 0
    /// The next slot.
    private(set) var due: Date
    /// Whether the last answer was complete and was committed.
    private(set) var isComplete = false
    /// The accounts whose rows in the last answer are not believed yet, by the bank's ids (D70).
    private(set) var doubted: Set<String> = []

    /// Plans the first poll at once and then fixed slots.
    init(start: Date, interval: Duration) {
        self.interval = interval
        schedule = Schedule(start: start, interval: interval)
        due = start
    }

    /// Plans the next poll at once and then fixed slots, as after the wall clock was set.
    mutating func plan(from start: Date) {
        schedule = Schedule(start: start, interval: interval)
        due = start
        answeredAt = answeredAt.map { min($0, start) }
    }

    /// Plans a poll at once that a person asks for, but not at a bank that has asked to come later.
    mutating func hasten(at now: Date) { if !isRunning, refusals == 0 { due = min(due, now) } }

    /// Whether a poll is under way.
    var isRunning: Bool { running != nil }

    /// Whether a poll is under way that may end any moment.
    var isFresh: Bool { running?.isSlow == false }

    /// Whether it is time for a poll, and the one before has ended.
    func isDue(at now: Date) -> Bool { running == nil && due <= now }

    /// Whether the last answer was complete and the one after it is not late (D73).
    func isGood(at now: Date) -> Bool {
        guard isComplete, let answeredAt else { return false }
        let last = max(answeredAt.addingTimeInterval(2 * (interval / .seconds(1))), due)
        return now <= last.addingTimeInterval(60)
    }

    /// Notes that a poll begins.
    mutating func begin(_ task: Task<Void, Never>) { running = Running(task: task) }

    /// Notes that the poll takes long.
    mutating func noteSlow() { running?.isSlow = true }

    /// Ends the poll that is under way; its answer is not waited for.
    func cancel() { running?.task.cancel() }

    /// Plans the slot after an answer; a bank that asked for a pause gets it.
    ///
    /// One that did not say how long is left alone for one slot, then two, four and so on, but for no more
    /// than an hour, and a little longer each time.
    ///
    /// - Returns: how many slots passed unused since the one that this answer belongs to.
    mutating func advance(after snapshot: Snapshot, now: Date) -> Int {
        running = nil
        let missed = schedule.slots(after: due, through: now)
        guard case .throttled(let asked) = snapshot.outcome else {
            refusals = 0
            // Banks that allow few reads a day see them from everybody at the same times otherwise.
            due = jittered(schedule.next(after: now), by: interval < .seconds(6 * 3_600) ? 0 : 900)
            return missed
        }
        let doubled = interval * ((1 << min(refusals, 12)) - 1)
        refusals += 1
        let pause = asked.map { min($0, .seconds(7 * 86_400)) } ?? min(doubled, .seconds(3_600))
        let earliest = now.addingTimeInterval(pause / .seconds(1))
        due = jittered(
            schedule.next(after: now, notBefore: earliest), by: min(900, interval / .seconds(5)))
        return missed
    }

    /// The slot, or fewer than so many seconds later: programs that were refused together don't come
    /// back together.
    private func jittered(_ slot: Date, by seconds: Double) -> Date {
        let salt = StableHash("\(interval)", InstantText.text(slot)).hex.prefix(4)
        let share = Double(Int(salt, radix: 16) ?? 0) / 65_536
        return slot.addingTimeInterval((share * seconds).rounded(.down))
    }

    /// Notes what became of an answer.
    mutating func end(isComplete: Bool, doubted: Set<String> = [], at now: Date) {
        self.isComplete = isComplete
        self.doubted = doubted
        answeredAt = now
    }
}

/// Fixed slots for polling: no drift, and missed slots are not made up for.
///
/// ```swift
/// var schedule = Schedule(start: t0, interval: .seconds(300))
/// schedule.next(after: t0 + 700)   // t0 + 900
/// ```
public struct Schedule: Sendable, Hashable {
    private let start: Date
    private let interval: Duration

    /// Slots at `start` and every `interval` after it; the interval is positive.
    public init(start: Date, interval: Duration) {
        self.start = start
        self.interval = max(interval, .milliseconds(1))
    }

    /// The first slot later than `now`, but not before `earliest`.
    ///
    /// `now` may lie before the start when the clock was set back: then the start is the slot.
    public func next(after now: Date, notBefore earliest: Date? = nil) -> Date {
        let from = max(now, earliest ?? now)
        let elapsed = from.timeIntervalSince(start)
        guard elapsed >= 0 else { return now < start.addingTimeInterval(-seconds) ? now : start }
        let slots = (elapsed / seconds).rounded(.down) + 1
        return start.addingTimeInterval(slots * seconds)
    }

    /// How many slots lie after one slot and not after an instant.
    ///
    /// ```swift
    /// schedule.slots(after: t0, through: t0 + 700)   // 2: at 300 and at 600
    /// ```
    public func slots(after slot: Date, through instant: Date) -> Int {
        max(0, Int((instant.timeIntervalSince(slot) / seconds).rounded(.down)))
    }

    private var seconds: Double { interval / .seconds(1) }
}

/// Finds out whether the wall clock was set, by a clock that nobody can set.
struct ClockJumpDetector: Sendable {
    /// How many times it was set.
    private(set) var count = 0
    private var wall: Date
    private var running: Duration

    /// By how much the clocks may drift apart between two looks, in seconds.
    private static let tolerance = 30.0

    /// Begins with what a clock shows now.
    init(_ clock: any WallClock) {
        wall = clock.now
        running = clock.running
    }

    /// By how many seconds the wall clock was set since the last look, if it was.
    mutating func check(_ clock: any WallClock) -> Double? {
        let (now, ran) = (clock.now, clock.running)
        let step = now.timeIntervalSince(wall) - (ran - running) / .seconds(1)
        (wall, running) = (now, ran)
        guard abs(step) > Self.tolerance else { return nil }
        count += 1
        return step
    }
}
