import HTTP
import Threads

@testable import Channels

/// Deadlines that pass when a test says so, never by themselves.
final class ManualPause: Sendable {
    private struct State: Sendable {
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
        var next = 0
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// Waits until ``pass()`` or until the task is cancelled.
    func pause(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(id) { return true }
                    state.waiting[id] = continuation
                    for arrival in state.arrivals { arrival.resume() }
                    state.arrivals = []
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(id)
                return state.waiting.removeValue(forKey: id)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody waits, then lets every deadline pass.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.arrivals.append(continuation) }
                return !state.waiting.isEmpty
            }
            if isThere { continuation.resume() }
        }
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }
}
