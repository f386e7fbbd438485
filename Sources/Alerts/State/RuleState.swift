public import Foundation

/// The durable state of one rule apart from its alerts.
public struct RuleState: Sendable, Hashable, Codable {
    /// The rule's identifier.
    public let ruleID: String
    /// The key of the body that was last evaluated; another one starts the rule anew.
    public var body: String
    /// When this body was first evaluated: its silent baseline.
    public var baselineAt: Date
    /// How many first messages were sent in the current period of `at most`.
    public var sentInPeriod: Int
    /// The first instant of that period; `nil` before the first message.
    public var periodStart: Date?
    /// Notices that wait for the end of quiet hours or of a limit's period, oldest first.
    public var held: [HeldNotice]

    /// Makes the state of a rule that was just evaluated for the first time.
    public init(ruleID: String, body: String, baselineAt: Date) {
        self.ruleID = ruleID
        self.body = body
        self.baselineAt = baselineAt
        sentInPeriod = 0
        held = []
    }
}
