import CThreads
import Glibc

/// Threads of our own, for what waits for a library or the kernel instead of running tasks.
public enum WorkerThread: Sendable {
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that ends with `body`; it leaves every signal, SIGPIPE too, to other threads.
    ///
    /// Signals that report a fault in this very thread stay: blocking them would hide it.
    ///
    /// - Parameter name: at most 15 letters, as `pthread_setname_np(3)` wants.
    /// - Returns: whether the system gave a thread.
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Work(name, body))
        var thread = pthread_t()
        // A function that C calls has to be free of any actor.
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                sv_prepare_thread(work.name)
                work.body()
                return nil
            }, context.toOpaque())
        guard failure == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
