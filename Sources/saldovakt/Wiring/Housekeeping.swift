import Alerts
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
    private let failed: @Sendable (StoreError) -> Void

    /// Prepares; nothing is done before the first cycle has ended.
    ///
    /// - Parameter failed: takes why a day's work could not be done.
    init(
        store: SQLiteAlertStore, clock: any WallClock,
        failed: @escaping @Sendable (StoreError) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.failed = failed
        (cycles, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func note(_ event: WatchEvent) {
        if case .cycled = event, store.needsUpkeep(at: clock.now) { continuation.yield() }
    }

    /// Keeps house until ``end()`` or the task is cancelled.
    func run() async {
        for await _ in cycles { await keep() }
    }

    func keep() async {
        do {
            _ = try await store.maintainDaily(at: clock.now)
        } catch {
            // What could not be done today is done tomorrow.
            failed(error)
        }
    }

    /// Ends ``run()`` after what it is doing.
    func end() {
        continuation.finish()
    }
}
