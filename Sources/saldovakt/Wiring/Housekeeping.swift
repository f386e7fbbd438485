import Finance
import Foundation
import Store
import Watch

/// Compacts the store once a day, after a cycle and beside the polls.
struct Housekeeping: Sendable {
    private let store: SQLiteAlertStore
    private let clock: any WallClock
    private let cycles: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Prepares; nothing is done before the first cycle has ended.
    init(store: SQLiteAlertStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
        (cycles, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes an event of the watcher.
    func note(_ event: WatchEvent) {
        if case .cycled = event, store.needsUpkeep(at: clock.now) { continuation.yield() }
    }

    /// Keeps house until ``end()`` or the task is cancelled.
    func run() async {
        for await _ in cycles { await keep() }
    }

    /// Keeps house if it is time.
    func keep() async {
        // What could not be done today is done tomorrow; a poll says what is wrong.
        _ = try? await store.maintainDaily(at: clock.now)
    }

    /// Ends ``run()`` after what it is doing.
    func end() {
        continuation.finish()
    }
}
