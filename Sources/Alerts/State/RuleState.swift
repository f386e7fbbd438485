public import Foundation

/// The durable state of one rule apart from its alerts.
public struct RuleState: Sendable, Hashable, Codable {
    public let ruleID: String
    /// The key of the body that was last evaluated; another one starts the rule again.
    public var body: String
    /// Counts the bodies that the rule has had, so that derived keys never repeat.
    ///
    /// A rule that left the file keeps its state with an empty body for the same reason.
    public var generation: Int
    /// When this body was first evaluated: its silent baseline.
    public var baselineAt: Date
    /// How many first messages were sent in the current period of `at most`.
    public var sentInPeriod = 0
    /// The first instant of that period; `nil` before the first message.
    public var periodStart: Date?
    /// The instant up to which summaries were sent or dropped; `nil` before the first.
    public var notifiedThrough: Date?
    /// Notifications that wait for the end of quiet hours or of a limit's period, oldest first.
    public var held: [HeldNotification] = []

    public init(ruleID: String, body: String, baselineAt: Date, generation: Int = 1) {
        self.ruleID = ruleID
        self.body = body
        self.generation = generation
        self.baselineAt = baselineAt
    }
}

/// A decided notification that waits for the end of quiet hours or of a limit's period.
public struct HeldNotification: Sendable, Hashable, Codable {
    /// Why it waits.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// `between` or `only on`.
        case quiet
        /// `at most`.
        case limit
        case silence
        /// A person has snoozed the alert.
        case snooze
    }

    /// The notification as it would have been sent.
    public var notification: AlertNotification
    public let alertKey: AlertKey
    public internal(set) var cause: Cause
    public var dueAt: Date
    /// The channels that it is bound to, for messages that follow an alert; `nil` stands for all of
    /// the rule's.
    public internal(set) var channels: [String]?

    public init(
        notification: AlertNotification, alertKey: AlertKey, cause: Cause, dueAt: Date,
        channels: [String]? = nil
    ) {
        self.notification = notification
        self.alertKey = alertKey
        self.cause = cause
        self.dueAt = dueAt
        self.channels = channels
    }
}
