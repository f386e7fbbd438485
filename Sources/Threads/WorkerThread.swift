import CThreads
import Glibc

/// Threads for calls that block in a library or the kernel, outside of the cooperative pool.
public enum WorkerThread: Sendable {
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that ends with `body`; every signal, SIGPIPE too, is left to other threads.
    ///
    /// Signals that report a fault in the thread itself are not blocked, because that would hide
    /// the fault.
    ///
    /// - Parameter name: at most 15 letters, as `pthread_setname_np(3)` requires.
    /// - Returns: whether the system could start it.
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
