public import Alerts
public import Foundation

/// One attempt at a notice that failed.
public struct FailedAttempt: Sendable, Hashable {
    /// The channel.
    public let channel: String
    /// The identifier of the notice.
    public let noticeID: String
    /// Which attempt it was, from 1.
    public let number: Int
    /// When it ended.
    public let at: Date
    /// What was wrong.
    public let problem: DeliveryProblem
}
