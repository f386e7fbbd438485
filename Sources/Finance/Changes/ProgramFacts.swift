public import Foundation

/// What the program knows about itself, beside what the banks told.
///
/// Nothing of it is stored with the facts: the program gives it anew before each evaluation.
public struct ProgramFacts: Sendable, Hashable {
    /// When the credentials of a bank connection end, by its source; only where it is known.
    public var signInExpires: [String: Date]
    /// The channels that notices go out on, by name.
    public var channels: [String: ChannelFacts]

    /// Makes facts; none by default.
    public init(
        signInExpires: [String: Date] = [:], channels: [String: ChannelFacts] = [:]
    ) {
        self.signInExpires = signInExpires
        self.channels = channels
    }
}
