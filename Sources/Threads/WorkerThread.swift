import CThreads

/// A thread of our own that waits for a library instead of running tasks.
public enum WorkerThread: Sendable {
    /// Names the calling thread and leaves every signal, SIGPIPE too, to other threads.
    ///
    /// Signals that tell of a fault in this very thread stay: blocking them would hide it.
    ///
    /// - Parameter name: at most 15 letters, as `pthread_setname_np(3)` wants.
    public static func prepare(named name: String) {
        sv_prepare_thread(name)
    }
}
