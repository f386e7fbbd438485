@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Where tasks run that belong to no actor: in the one loop of the process.
///
/// It is not the loop itself, so that the loop can tell whose a job is.
final class LoopPool: TaskExecutor, SchedulingExecutor {
    private let loop: ProgramLoop

    init(_ loop: ProgramLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        loop.add(LoopJob(job: UnownedJob(job)))
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        loop.add(LoopJob(job: UnownedJob(job)), after: delay)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        loop.add(LoopJob(job: UnownedJob(job)), after: clock.now.duration(to: instant))
    }
}
