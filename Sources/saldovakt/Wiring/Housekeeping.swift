import Foundation
import Store
import Watch

/// Compacts the store once a day, after a cycle and beside the polls.
struct Housekeeping: Sendable {
    private let store: SQLiteAlertStore
    private let cycles: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Prepares; nothing is done before the first cycle has ended.
    init(store: SQLiteAlertStore) {
        self.store = store
        (cycles, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes an event of the watcher.
    func note(_ event: WatchEvent) {
        if case .cycled = event { continuation.yield() }
    }

    /// Keeps house until ``end()`` or the task is cancelled.
    func run() async {
        var last: Date?
        for await _ in cycles {
            let now = Date()
            if let last, now.timeIntervalSince(last) < 86_400 { continue }
            last = now
            // What could not be done today is done tomorrow; a poll says what is wrong.
            _ = try? await store.maintain(at: now)
        }
    }

    /// Ends ``run()`` after what it is doing.
    func end() {
        continuation.finish()
    }
}
