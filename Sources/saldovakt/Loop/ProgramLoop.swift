import CEvents
import Glibc
import HTTP
import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Runs every task of the program on its main thread, which sleeps until there is something to do.
///
/// Swift's own pool of threads wakes up once a second as long as the program lives, and hands
/// each step of a cycle to another thread. A watcher has little to compute and much to wait for:
/// one thread and one timer do, and between two polls nothing wakes up. Web requests wait in it too
/// (``LoopSources``); what blocks has a thread of its own elsewhere (mails, libnotify).
final class ProgramLoop: MainExecutor, SchedulingExecutor {
    /// The one loop of the process.
    static let main = ProgramLoop()

    private let queue = Mutex(LoopQueue())
    private let sleeper = LoopSleeper()
    private let sources = LoopSources()
    private let signals = LoopSignals()

    /// Makes the loop what tasks run on; before the first task.
    static func install() {
        _createExecutors(factory: Factory.self)
    }

    /// The signals of these numbers, from now on; the process no longer ends by them.
    static func signals(_ numbers: Int32...) -> AsyncStream<Int32> {
        main.signals.stream(of: numbers)
    }

    /// From now on the process no longer ends by this signal, and nothing else happens by it.
    static func outlive(_ number: Int32) {
        sv_signal_outlive(number)
    }

    /// Runs `program` and everything that it starts; ends with it.
    static func run(_ program: @escaping @Sendable () async -> Void) {
        Task {
            await program()
            main.stop()
        }
        main.run()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(LoopJob(job: UnownedJob(job), isOnMainActor: true))
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        add(LoopJob(job: UnownedJob(job), isOnMainActor: true), after: delay)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        add(
            LoopJob(job: UnownedJob(job), isOnMainActor: true),
            after: clock.now.duration(to: instant))
    }

    /// Has a job run; on any thread.
    func add(_ job: LoopJob) {
        if queue.withLock({ $0.add(job) }) { sleeper.ring() }
    }

    /// Has a job run later; on any thread.
    func add(_ job: LoopJob, after delay: some DurationProtocol) {
        // Clocks that count in something else are for simulations, which have no use for a loop.
        let (seconds, attoseconds) = ((delay as? Duration) ?? .zero).components
        let nanoseconds =
            UInt64(max(0, seconds)) &* 1_000_000_000
            &+ UInt64(max(0, attoseconds) / 1_000_000_000)
        let deadline = Self.now() &+ nanoseconds
        if queue.withLock({ $0.add(job, at: deadline) }) { sleeper.ring() }
    }

    func run() {
        runUntil { false }
    }

    func runUntil(_ condition: () -> Bool) {
        while !condition(), turn() {}
    }

    func stop() {
        if queue.withLock({ $0.stop() }) { sleeper.ring() }
    }

    /// Does what is ready, or sleeps until something is; `false` after ``stop()``.
    private func turn() -> Bool {
        let turn = queue.withLock { $0.turn(at: Self.now()) }
        for job in turn.jobs { job.run() }
        if turn.isLast { return false }
        if turn.isNudged { sources.serve() }
        if turn.isIdle {
            attend(
                sleeper.sleep(
                    until: turn.wakeUp, signals: signals.descriptor, wish: sources.wish))
        } else if turn.isLongBusy {
            attend(sleeper.peek(signals: signals.descriptor, wish: sources.wish))
        }
        return true
    }

    private func attend(_ waking: LoopSleeper.Waking) {
        queue.withLock { $0.awake() }
        if waking.hasSignals { signals.forward() }
        if waking.isForSources { sources.serve(waking.ready) }
    }

    /// Nanoseconds since the machine was started, suspended or not.
    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// How Swift's runtime asks for the executors of a program.
    private struct Factory: ExecutorFactory {
        static var mainExecutor: any MainExecutor { ProgramLoop.main }
        static let defaultExecutor: any TaskExecutor = LoopPool(.main)
    }
}

extension ProgramLoop: EventLoop {
    func adopt(_ source: any EventSource) {
        sources.add(source)
    }

    func nudge() {
        if queue.withLock({ $0.nudge() }) { sleeper.ring() }
    }
}
