import Finance
import Foundation
import Synchronization

/// A clock that only goes when it is told to.
final class BenchClock: WallClock {
    private let instant = Mutex(BenchNotification.instant)

    var now: Date { instant.withLock { $0 } }

    /// Lets so many seconds pass.
    func advance(by seconds: Double) {
        instant.withLock { $0 += seconds }
    }

    func sleep(until instant: Date) async throws {}
}
