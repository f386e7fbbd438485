import Foundation
import Threads

/// Remembers what asked the program to stop first.
final class Ending: Sendable {
    private let reason = Lock<ExitStatus?>(nil)

    /// The status to end with; that of SIGTERM if nothing asked.
    var status: ExitStatus { reason.withLock { $0 } ?? .signalled(SIGTERM) }

    /// Notes a reason; later ones do not count.
    func set(_ status: ExitStatus) {
        reason.withLock { $0 = $0 ?? status }
    }
}
