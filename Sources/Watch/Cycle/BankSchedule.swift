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
    /// How many answers in a row were refusals with a request to come back later.
    private var refusals = 0
    /// Whether somebody has signed in since the poll that is under way began.
    private var isOvertaken = false
    private(set) var due: Date
    /// During a pause that the bank asked for, the slot at which the rules are evaluated without it.
    private(set) var review: Date?
    /// Whether the last answer was complete and was committed.
    private(set) var isComplete = false
    /// The accounts whose rows in the last answer need confirmation by another one, by the bank's
    /// ids (D70).
    private(set) var doubted: Set<String> = []

    /// Makes a schedule whose first poll is due at once and the others at fixed slots.
    init(start: Date, interval: Duration) {
        self.interval = interval
        schedule = Schedule(start: start, interval: interval)
        due = start
    }

    /// Goes on after the last poll of an earlier process; the next one is due at its slot.
    ///
    /// A poll that was refused or reached nobody is repeated at once: a restart follows when its
    /// cause was corrected.
    mutating func resume(after facts: SourceFacts, at now: Date) {
        guard let last = facts.lastAttempt, last <= now,
            facts.failure?.kind != .refused, facts.failure?.kind != .unreachable
        else { return }
        schedule = Schedule(start: last, interval: interval)
        due = max(now, slot(after: last))
        guard facts.lastComplete == last, due > now else { return }
        isComplete = true
        answeredAt = last
    }

    /// Plans again after the wall clock was set: a poll at once and then fixed slots.
    ///
    /// A bank that counts reads or asked for a pause (D76) keeps its slots: they move with the
    /// clock.
    ///
    /// - Parameters:
    ///   - step: by how many seconds the clock was set.
    ///   - now: the new time.
    ///   - isRationed: whether the bank counts reads.
    mutating func noteClockStep(_ step: Double, to now: Date, isRationed: Bool) {
        guard isRationed || refusals > 0 else {
            schedule = Schedule(start: now, interval: interval)
            due = now
            review = nil
            answeredAt = answeredAt.map { min($0, now) }
            return
        }
        schedule.move(by: step)
        due += step
        review = review.map { $0 + step }
        answeredAt = answeredAt.map { $0 + step }
    }

    /// Brings the next poll forward to now on a person's request, unless the bank asked for a
    /// pause.
    mutating func hasten(at now: Date) { if !isRunning, refusals == 0 { due = min(due, now) } }

    /// Plans a poll at once after a sign-in, which one that is under way may not know of.
    mutating func noteSignIn(at now: Date) {
        isOvertaken = isRunning
        hasten(at: now)
    }

    var isRunning: Bool { running != nil }

    /// Whether a poll is under way that is not slow yet, so that its answer may come any moment.
    var isFresh: Bool { running?.isSlow == false }

    /// Whether a poll is due and none is under way.
    func isDue(at now: Date) -> Bool { running == nil && due <= now }

    /// Whether the last answer was complete and the next one is not overdue (D73).
    func isGood(at now: Date) -> Bool {
        guard isComplete, let answeredAt else { return false }
        let last = max(answeredAt.addingTimeInterval(2 * (interval / .seconds(1))), due)
        return now <= last.addingTimeInterval(60)
    }

    mutating func begin(_ task: Task<Void, Never>) { running = Running(task: task) }

    mutating func noteSlow() { running?.isSlow = true }

    /// Cancels the poll that is under way, without waiting for its answer.
    func cancel() { running?.task.cancel() }

    /// Plans the slot after an answer, and respects the pause that the bank asked for.
    ///
    /// A bank that named no length is paused for one slot, then two, four and so on, up to an hour.
    /// A random share is added so that programs don't return together.
    ///
    /// - Returns: how many slots passed unused since the one that this answer belongs to.
    mutating func advance(after snapshot: Snapshot, now: Date) -> Int {
        running = nil
        defer { isOvertaken = false }
        let missed = schedule.slots(after: due, through: now)
        guard case .throttled(let asked) = snapshot.outcome else {
            refusals = 0
            review = nil
            due = slot(after: now)
            if isOvertaken { due = now }
            return missed
        }
        let doubled = interval * ((1 << min(refusals, 12)) - 1)
        refusals += 1
        let pause = asked.map { min($0, .seconds(7 * 86_400)) } ?? min(doubled, .seconds(3_600))
        let earliest = now.addingTimeInterval(pause / .seconds(1))
        due = jittered(
            schedule.next(after: now, notBefore: earliest), by: min(900, interval / .seconds(5)))
        planReview(after: now)
        return missed
    }

    /// Plans the next evaluation during a pause, in which figures become old.
    mutating func planReview(after now: Date) {
        let slot = schedule.next(after: now)
        review = slot < due ? slot : nil
    }

    /// The next slot, later by a share of a quarter of an hour where reads are rare.
    ///
    /// Without it, banks that allow few reads a day would see everybody at the same times.
    private func slot(after instant: Date) -> Date {
        jittered(schedule.next(after: instant), by: interval < .seconds(6 * 3_600) ? 0 : 900)
    }

    /// Returns the slot plus a fixed pseudo-random share of `seconds`, so that programs that were
    /// refused together don't come back together.
    private func jittered(_ slot: Date, by seconds: Double) -> Date {
        let salt = StableHash("\(interval)", InstantText.text(slot)).hex.prefix(4)
        let share = Double(Int(salt, radix: 16) ?? 0) / 65_536
        return slot.addingTimeInterval((share * seconds).rounded(.down))
    }

    /// Stores whether an answer was complete and committed, and which accounts need confirmation.
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
    private var start: Date
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

    /// Moves all slots by a number of seconds, as after the wall clock was set.
    mutating func move(by seconds: Double) { start += seconds }

    private var seconds: Double { interval / .seconds(1) }
}

/// Detects that the wall clock was set, by comparing it with a monotonic clock.
struct ClockJumpDetector: Sendable {
    /// How many times it was set.
    private(set) var count = 0
    private var wall: Date
    private var running: Duration

    /// By how many seconds the clocks may drift apart between two checks.
    private static let tolerance = 30.0

    /// Starts from the current readings of both clocks.
    init(_ clock: any WallClock) {
        wall = clock.now
        running = clock.running
    }

    /// Returns by how many seconds the wall clock was set since the last check; `nil` if it wasn't.
    mutating func check(_ clock: any WallClock) -> Double? {
        let (now, ran) = (clock.now, clock.running)
        let step = now.timeIntervalSince(wall) - (ran - running) / .seconds(1)
        (wall, running) = (now, ran)
        guard abs(step) > Self.tolerance else { return nil }
        count += 1
        return step
    }
}
