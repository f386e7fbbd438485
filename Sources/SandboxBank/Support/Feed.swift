import Threads

/// Hands every value to all who listen at that moment.
///
/// A listener hears what is sent after ``stream()`` returned; nothing is lost while it is busy.
final class Feed<Value: Sendable>: Sendable {
    private struct Listeners {
        var next = 0
        var all: [Int: AsyncStream<Value>.Continuation] = [:]
        var isFinished = false
    }

    private let listeners = Lock(Listeners())

    /// A new listener's values; the stream ends with ``finish()``.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream()
        let number: Int? = listeners.withLock { listeners in
            guard !listeners.isFinished else { return nil }
            listeners.next += 1
            listeners.all[listeners.next] = continuation
            return listeners.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    /// Sends `value` to every listener.
    func send(_ value: Value) {
        for listener in listeners.withLock({ Array($0.all.values) }) {
            listener.yield(value)
        }
    }

    /// Ends all streams, and those asked for later at once.
    func finish() {
        let ended = listeners.withLock { listeners in
            listeners.isFinished = true
            defer { listeners.all = [:] }
            return Array(listeners.all.values)
        }
        for listener in ended { listener.finish() }
    }

    private func remove(_ number: Int) {
        listeners.withLock { $0.all[number] = nil }
    }
}
