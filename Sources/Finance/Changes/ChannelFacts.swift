public import Foundation

/// How one channel takes its notices.
public struct ChannelFacts: Sendable, Hashable {
    /// Since when a notice has been tried on the channel in vain; `nil` while it takes them.
    public var failingSince: Date?
    /// Whether a notice was given up on the channel and nothing has got through since.
    public var hasGivenUp: Bool

    /// Makes the facts of a channel; one that works by default.
    public init(failingSince: Date? = nil, hasGivenUp: Bool = false) {
        self.failingSince = failingSince
        self.hasGivenUp = hasGivenUp
    }
}
