/// What waits for the loop: jobs that may run now, and jobs that may run later.
struct LoopQueue: Sendable {
    /// A job that may run once an instant has come.
    private struct Timer: Sendable {
        /// Nanoseconds of the boot clock.
        let deadline: UInt64
        let job: LoopJob
    }

    /// What a turn of the loop is to do.
    struct Turn: Sendable {
        /// The jobs to run, in the order in which they became ready.
        let jobs: [LoopJob]
        /// When to look again if nothing else happens; `nil` is not before the bell.
        let wakeUp: UInt64?
        /// Whether the sources are to be served before any sleep.
        let isNudged: Bool
        /// Whether the loop has been asked to end.
        let isLast: Bool
        /// Whether there have been jobs for so long that it is time to look at descriptors too.
        let isLongBusy: Bool
        /// Whether there is nothing to do but to sleep.
        var isIdle: Bool { jobs.isEmpty && !isNudged }
    }

    /// For how many turns with jobs descriptors may be left alone.
    private static let patience = 64

    private var ready: [LoopJob] = []
    /// The latest first, so that the next one is taken from the end.
    private var timers: [Timer] = []
    private var isStopped = false
    private var isNudged = false
    private var isAsleep = false
    private var busyTurns = 0

    /// Adds a job to run now; tells whether the loop has to be woken for it.
    mutating func add(_ job: LoopJob) -> Bool {
        ready.append(job)
        return wake()
    }

    /// Adds a job to run later; tells whether the loop has to be woken for it.
    mutating func add(_ job: LoopJob, at deadline: UInt64) -> Bool {
        // Timers of one deadline run in the order in which they were added.
        let place = timers.firstIndex { $0.deadline <= deadline } ?? timers.count
        timers.insert(Timer(deadline: deadline, job: job), at: place)
        return place == timers.count - 1 && wake()
    }

    /// Asks the loop to serve its sources; tells whether it has to be woken for it.
    mutating func nudge() -> Bool {
        isNudged = true
        return wake()
    }

    /// Notes that the loop has woken up and need not be woken.
    mutating func awake() {
        isAsleep = false
    }

    /// Asks the loop to end; tells whether it has to be woken for it.
    mutating func stop() -> Bool {
        isStopped = true
        return wake()
    }

    /// Takes what is to be done; the loop sleeps afterwards if that is nothing.
    mutating func turn(at now: UInt64) -> Turn {
        while let next = timers.last, next.deadline <= now {
            ready.append(next.job)
            timers.removeLast()
        }
        busyTurns = ready.isEmpty && !isNudged || busyTurns == Self.patience ? 0 : busyTurns + 1
        let turn = Turn(
            jobs: ready, wakeUp: timers.last?.deadline, isNudged: isNudged, isLast: isStopped,
            isLongBusy: busyTurns == Self.patience)
        ready.removeAll(keepingCapacity: true)
        isNudged = false
        isAsleep = turn.isIdle && !isStopped
        return turn
    }

    private mutating func wake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }
}
