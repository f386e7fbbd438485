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
    public let notice: AlertNotification
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
    public init(channel: String, notice: AlertNotification, alertKey: String, createdAt: Date) {
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

/// Identifies an entry of the outbox: one notice on its way to one channel.
public struct OutboxKey: Sendable, Hashable, Codable {
    /// The channel's name.
    public let channel: String
    /// The identifier of the notice.
    public let noticeID: String

    public init(channel: String, noticeID: String) {
        self.channel = channel
        self.noticeID = noticeID
    }
}

extension OutboxEntry {
    /// Identifies the entry.
    public var key: OutboxKey { OutboxKey(channel: channel, noticeID: notice.id) }
}

extension OutboxResult {
    /// Identifies the entry that the result is about.
    public var key: OutboxKey { OutboxKey(channel: channel, noticeID: noticeID) }
}
