public import Foundation
import Rules

/// A time in which a person does not want to be notified of something.
///
/// It delays and never drops. At its end it sends the held notifications as one, and alerts that
/// have ended meanwhile as one line of it.
public struct Silence: Sendable, Hashable, Codable, Identifiable {
    /// What a silence covers.
    public enum Scope: Sendable, Hashable, Codable {
        case all
        /// The notifications of one rule, by its identifier.
        case rule(String)
        /// The notifications about one account; the name is for people.
        case account(UUID, name: String)
        /// The notifications on one channel; others are not affected.
        case channel(String)
    }

    /// A held notification, as a line for people.
    public struct Line: Sendable, Hashable, Codable {
        /// When it would have been sent.
        public let at: Date
        public let title: String
    }

    /// Chosen by the command that created it.
    public let id: String
    public let scope: Scope
    public let from: Date
    public let until: Date
    /// Why, in the person's words.
    public let reason: String
    /// The notifications that it holds now, oldest first, each bound to its channels.
    public var held: [HeldNotification] = []
    /// How many notifications it has held in all.
    public var count = 0
    /// The lines of its notifications when it ended, at most ``lineLimit``; the newest are kept.
    public var lines: [Line] = []
    /// When it was ended; `nil` while it lasts.
    public var endedAt: Date?

    /// How many lines are kept of an ended silence.
    public static let lineLimit = 50

    public init(id: String, scope: Scope, from: Date, until: Date, reason: String) {
        self.id = id
        self.scope = scope
        self.from = from
        self.until = until
        self.reason = reason
    }

    /// Whether it keeps anything back at `now`.
    public func isActive(at now: Date) -> Bool { endedAt == nil && now < until }
}

extension Silence {
    /// The channels among these on which it holds a message.
    func covered(_ message: Message, on channels: [String]) -> [String] {
        switch scope {
        case .all: channels
        case .rule(let id): message.key.ruleID == id ? channels : []
        case .account(let id, _): message.accountID == id ? channels : []
        case .channel(let name): channels.filter { $0 == name }
        }
    }

    /// Holds a message for these channels until its end.
    ///
    /// Of the reminders of one alert only the newest is kept, and none once the alert has ended.
    mutating func hold(_ message: Message, on channels: [String], _ book: HeldNotifications) {
        let supersedes = message.notification.type == .reminder || message.notification.type.isOver
        if supersedes {
            held.removeAll { $0.notification.type == .reminder && $0.alertKey == message.key }
        }
        held.append(
            HeldNotification(
                notification: message.notification, alertKey: message.key, cause: .silence,
                dueAt: until, channels: channels))
        held = book.compactedByRule(held)
        count += 1
    }

    /// Ends it; returns the held notifications and keeps them as lines.
    mutating func end(at now: Date) -> [HeldNotification] {
        let released = held
        lines = released.suffix(Self.lineLimit).map {
            Line(at: $0.notification.timestamp, title: $0.notification.data.title)
        }
        held = []
        endedAt = now
        return released
    }
}

extension Message {
    var accountID: UUID? {
        if case .account(let id) = key.subject { return id }
        return notification.data.account.flatMap { UUID(uuidString: $0.id) }
    }
}
