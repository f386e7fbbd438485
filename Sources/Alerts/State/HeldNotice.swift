public import Foundation

/// A notice that is decided but waits: for the end of quiet hours or of a limit's period.
public struct HeldNotice: Sendable, Hashable, Codable {
    /// Why it waits.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// `between` or `only on`.
        case quiet
        /// `at most`.
        case limit
        /// A silence.
        case silence
        /// A person does not want to hear of the alert until later.
        case snooze
    }

    /// The notice as it would have been told.
    public var notice: Notice
    /// The alert it belongs to.
    public let alertKey: AlertKey
    /// Why it waits.
    public let cause: Cause
    /// When it may go out.
    public var dueAt: Date
    /// The channels it is bound to, for what follows an alert; `nil` is all of the rule.
    public let channels: [String]?

    /// Makes a held notice.
    public init(
        notice: Notice, alertKey: AlertKey, cause: Cause, dueAt: Date, channels: [String]? = nil
    ) {
        self.notice = notice
        self.alertKey = alertKey
        self.cause = cause
        self.dueAt = dueAt
        self.channels = channels
    }
}
