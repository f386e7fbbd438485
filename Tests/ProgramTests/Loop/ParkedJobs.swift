@testable import saldovakt

/// Real jobs of the runtime that wait until a test runs them.
enum ParkedJobs {
    /// Keeps what it is given.
    private final class Shelf: TaskExecutor {
        private let jobs: AsyncStream<UnownedJob>
        private let continuation: AsyncStream<UnownedJob>.Continuation

        init() {
            (jobs, continuation) = AsyncStream.makeStream(of: UnownedJob.self)
        }

        func enqueue(_ job: consuming ExecutorJob) {
            continuation.yield(UnownedJob(job))
        }

        func take(_ count: Int) async -> [UnownedJob] {
            var taken: [UnownedJob] = []
            guard count > 0 else { return taken }
            for await job in jobs {
                taken.append(job)
                if taken.count == count { break }
            }
            return taken
        }
    }

    private static let shelf = Shelf()

    /// Jobs of so many tasks that do nothing; each has to be run once.
    static func make(_ count: Int) async -> [LoopJob] {
        let shelf = Shelf()
        for _ in 0..<count { Task(executorPreference: shelf) {} }
        return await shelf.take(count).map { LoopJob(job: $0) }
    }

    /// Lets the tasks end.
    static func run(_ jobs: [LoopJob]) {
        let executor = shelf.asUnownedTaskExecutor()
        for job in jobs { unsafe job.job.runSynchronously(on: executor) }
    }
}
