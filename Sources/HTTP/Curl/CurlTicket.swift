import Threads

/// Names one request, and says whether its sender has lost interest.
final class CurlTicket: Sendable {
    private let cancelled = Lock(false)

    /// Whether the request is to end, also when it has not begun.
    var isCancelled: Bool { cancelled.withLock { $0 } }

    /// Remembers the loss of interest.
    func cancel() {
        cancelled.withLock { $0 = true }
    }
}
