import Alerts
import Finance
import Foundation
import Synchronization

/// What the store's owner knows without reading it again.
struct StoreMemory: Sendable {
    /// What reconciling the last answer of each source needed.
    let holdings = Remembered<[String: HeldForSource]>()
    /// Whether no instruction waits.
    let hasNoInstructions = Remembered<Bool>()
    /// Whether nobody is to be told of a given-up notice.
    let hasNoUnreported = Remembered<Bool>()
    /// When the next notice of each channel falls due.
    let due = Remembered<DueNotices>()
    /// When the store was last kept in order; only its owner does that.
    let upkeep = KeptInstant()
}

/// When the next notices of some channels fall due.
struct DueNotices: Sendable {
    /// The channels that were asked about.
    let channels: [String]
    /// The instants, for those on which a notice waits.
    let instants: [String: Date]
}

/// An instant that is known, or not yet.
final class KeptInstant: Sendable {
    private let instant = Mutex<Date?>(nil)

    /// The instant.
    var value: Date? {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}
