public import Foundation

/// One notice on its way to one channel, with its text as it was rendered.
public struct OutboxEntry: Sendable, Hashable, Codable {
    /// Where the entry is in its life.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// Waits for its first or next attempt.
        case waiting
        /// The receiver confirmed it.
        case delivered
        /// It was told by a later notice, or both it and its resolve were still waiting.
        case merged
        /// The age limit or a final refusal ended it.
        case gaveUp
    }

    /// The channel's name; with `notice.id` it identifies the entry.
    public let channel: String
    /// The notice, cut to the channel's detail.
    public let notice: Notice
    /// Identifies the alert whose order is to be kept: rule and subject.
    public let alertKey: String
    /// When it was decided.
    public let createdAt: Date
    /// When the next attempt is due.
    public var dueAt: Date
    /// How many attempts were begun.
    public var attempts: Int
    /// For how long it has been tried in vain, in milliseconds: the waits between its attempts, as far
    /// as the watcher ran (D83).
    public var triedMilliseconds: Int
    /// How many of the last attempts the receiver refused.
    public var refusals: Int
    /// Where it is in its life.
    public var state: State
    /// Why the last attempt failed.
    public var problem: DeliveryProblem?

    /// Makes a fresh entry that is due at once.
    public init(channel: String, notice: Notice, alertKey: String, createdAt: Date) {
        self.channel = channel
        self.notice = notice
        self.alertKey = alertKey
        self.createdAt = createdAt
        dueAt = createdAt
        attempts = 0
        triedMilliseconds = 0
        refusals = 0
        state = .waiting
    }
}
