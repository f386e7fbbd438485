public import Foundation

/// The durable state of a trouble that lasts.
public struct TroubleState: Sendable, Hashable, Codable {
    /// The trouble, as it was last found.
    public var trouble: OwnTrouble
    /// When it began.
    public let since: Date
    /// When it was last told.
    public var lastTold: Date
    /// The channels that were told; its end goes only there.
    public var toldOn: [String]
    /// How many times it was told.
    public var times: Int

    /// Makes the state of a trouble that has just begun.
    public init(_ trouble: OwnTrouble, since: Date, toldOn: [String]) {
        self.trouble = trouble
        self.since = since
        self.toldOn = toldOn
        lastTold = since
        times = 1
    }
}
