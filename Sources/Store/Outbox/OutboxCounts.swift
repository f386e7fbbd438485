public import Foundation

/// How full the outbox is.
public struct OutboxCounts: Sendable, Hashable {
    /// How many entries wait for an attempt.
    public var waiting: Int
    /// When the oldest of them was decided; `nil` if none waits.
    public var oldestWaiting: Date?
    /// How many entries nobody took in time.
    public var gaveUp: Int
    /// How many of those were decided lately, as the question put it.
    public var gaveUpLately: Int

    /// Makes counts; nothing is there by default.
    public init(
        waiting: Int = 0, oldestWaiting: Date? = nil, gaveUp: Int = 0, gaveUpLately: Int = 0
    ) {
        self.waiting = waiting
        self.oldestWaiting = oldestWaiting
        self.gaveUp = gaveUp
        self.gaveUpLately = gaveUpLately
    }
}
