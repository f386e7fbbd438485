import Foundation
import Synchronization

/// Remembers which signal asked the program to stop.
final class Ending: Sendable {
    private let number = Mutex<Int32>(SIGTERM)

    /// The signal; SIGTERM if none came.
    var signal: Int32 { number.withLock { $0 } }

    /// Notes the signal.
    func set(_ signal: Int32) {
        number.withLock { $0 = signal }
    }
}
