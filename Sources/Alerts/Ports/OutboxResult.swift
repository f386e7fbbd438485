public import Foundation

/// What became of one attempt, to be written to the outbox.
public struct OutboxResult: Sendable, Hashable {
    /// The channel of the entry.
    public let channel: String
    /// The identifier of its notice.
    public let noticeID: String
    /// The state it is in now.
    public let state: OutboxEntry.State
    /// When the next attempt is due, for a waiting entry.
    public let dueAt: Date?
    /// Why the attempt failed, if it did.
    public let problem: DeliveryProblem?
    /// When the attempt ended.
    public let at: Date?
    /// For how long the entry will have been tried in vain at its next attempt, in milliseconds.
    public var triedMilliseconds = 0
    /// How many of its last attempts the receiver refused.
    public var refusals = 0

    /// Makes a result.
    public init(
        channel: String, noticeID: String, state: OutboxEntry.State, dueAt: Date? = nil,
        problem: DeliveryProblem? = nil, at: Date? = nil
    ) {
        self.at = at
        self.channel = channel
        self.noticeID = noticeID
        self.state = state
        self.dueAt = dueAt
        self.problem = problem
    }
}
