import Synchronization

/// Names one request, and says whether its sender has lost interest.
final class CurlTicket: Sendable {
    private let cancelled = Atomic(false)

    /// Whether the request is to end, also when it has not begun.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Remembers the loss of interest.
    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
