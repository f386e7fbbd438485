@_spi(ExperimentalCustomExecutors) import _Concurrency

/// A job that waits for the loop, and on whose behalf it runs.
struct LoopJob: Sendable {
    /// What is to be run.
    let job: UnownedJob
    /// Whether it belongs to the main actor, which no other job may pass for.
    var isOnMainActor = false

    /// Runs it on the calling thread, which is the loop's.
    func run() {
        let executor = isOnMainActor ? ProgramLoop.main.asUnownedSerialExecutor() : .nobody
        unsafe job.runSynchronously(on: executor)
    }
}

extension UnownedSerialExecutor {
    /// Nobody in particular: a task goes on at once in an actor that is free, and back from it.
    ///
    /// On any other executor each change of actors would be a job of its own. The runtime calls it
    /// the generic executor, writes it as two zeros, and gives it no public name.
    fileprivate static let nobody = unsafe unsafeBitCast(
        (UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
}
