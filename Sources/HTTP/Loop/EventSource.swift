public import Glibc

/// Somebody who waits for descriptors in an ``EventLoop``; called on the loop's thread only.
public protocol EventSource: AnyObject, Sendable {
    /// Does what can be done without waiting, and says what it waits for now.
    ///
    /// Called when something has happened at a descriptor that it waits for, when its time has come,
    /// and after a nudge.
    ///
    /// - Parameter ready: where something has happened; other sources' descriptors may be among them.
    /// - Returns: `nil` if it is not to be called again.
    func serve(_ ready: [pollfd]) -> EventWish?
}

/// What an ``EventSource`` waits for.
public struct EventWish: Sendable {
    /// The descriptors with the events that are waited for.
    public var descriptors: [pollfd]
    /// When it is to be called although nothing happened; `nil` for never.
    public var deadline: ContinuousClock.Instant?

    /// Makes a wish; without anything it waits for a nudge.
    public init(descriptors: [pollfd] = [], deadline: ContinuousClock.Instant? = nil) {
        self.descriptors = descriptors
        self.deadline = deadline
    }
}
