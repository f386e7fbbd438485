public import Foundation

/// One notification to be delivered on one channel, with its rendered text.
public struct OutboxEntry: Sendable, Hashable, Codable {
    /// The state of its delivery.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// Waits for its first or next attempt.
        case waiting
        case delivered
        /// A later notification covers it, or both it and its resolve were still waiting.
        case merged
        /// It reached the age limit, or the receiver refused it for good.
        case gaveUp
    }

    /// The channel's name; with `notification.id` it identifies the entry.
    public let channel: String
    /// The notification, cut to the channel's detail.
    public let notification: AlertNotification
    /// Identifies the alert whose messages must stay in order: rule and subject.
    public let alertKey: String
    public let createdAt: Date
    public var dueAt: Date
    /// How many attempts were begun.
    public var attempts = 0
    /// For how long it has been tried without success, in milliseconds.
    ///
    /// It counts the waits between attempts while the watcher was running (D83).
    public var triedMilliseconds = 0
    /// How many attempts in a row the receiver has refused.
    public var refusals = 0
    public var state = State.waiting
    public var problem: DeliveryProblem?

    /// Makes a fresh entry that is due at once.
    public init(channel: String, notification: AlertNotification, alertKey: String, createdAt: Date)
    {
        self.channel = channel
        self.notification = notification
        self.alertKey = alertKey
        self.createdAt = createdAt
        dueAt = createdAt
    }

    public var key: OutboxKey { OutboxKey(channel: channel, notificationID: notification.id) }

    /// Whether no attempt was made, so that nobody can have seen it.
    public var isUntried: Bool { state == .waiting && attempts == 0 }
}

/// The outcome of one attempt, to be written to the outbox.
public struct OutboxResult: Sendable, Hashable {
    public let channel: String
    public let notificationID: String
    public let state: OutboxEntry.State
    /// When the next attempt is due, for a waiting entry.
    public let dueAt: Date?
    public let problem: DeliveryProblem?
    public let at: Date?
    /// For how long the entry will have been tried without success at its next attempt, in
    /// milliseconds.
    public var triedMilliseconds: Int
    /// How many attempts in a row the receiver has refused.
    public var refusals: Int

    public init(
        channel: String, notificationID: String, state: OutboxEntry.State, dueAt: Date? = nil,
        problem: DeliveryProblem? = nil, at: Date? = nil, triedMilliseconds: Int = 0,
        refusals: Int = 0
    ) {
        self.at = at
        self.triedMilliseconds = triedMilliseconds
        self.refusals = refusals
        self.channel = channel
        self.notificationID = notificationID
        self.state = state
        self.dueAt = dueAt
        self.problem = problem
    }

    public var key: OutboxKey { OutboxKey(channel: channel, notificationID: notificationID) }
}

/// Identifies an entry of the outbox: a notification and a channel.
public struct OutboxKey: Sendable, Hashable, Codable {
    public let channel: String
    public let notificationID: String

    public init(channel: String, notificationID: String) {
        self.channel = channel
        self.notificationID = notificationID
    }
}
