import Dispatch
import HTTP
import Threads

/// A door that a test opens; what stands before it, on a thread or in a task, goes on then.
public final class LoopbackGate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var threads: [DispatchSemaphore] = []
        var tasks: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// Makes a closed gate.
    public init() {}

    /// Lets everybody through, now and later.
    public func open() {
        let waiting = state.withLock { state in
            let waiting = state
            state = State(isOpen: true)
            return waiting
        }
        for semaphore in waiting.threads { semaphore.signal() }
        for task in waiting.tasks { task.resume() }
    }

    /// Blocks the calling thread until the gate is open; not for tasks.
    public func waitOnThread() {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard !state.isOpen else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.threads.append(semaphore)
            return semaphore
        }
        semaphore?.wait()
    }

    /// Suspends the task until the gate is open.
    public func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.tasks.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
