public import Foundation

/// The phase of an alert's life.
///
/// Conditions (levels, sums, health, absences) go `idle` → `pending` → `firing` → `idle`, or →
/// `spent` if they fire at most once: a sum in its period (D29), a deadline. Events are `announced`
/// at once, or first `pending` if their `while` can't be decided yet. Only the functions in this
/// file and ``AlertReducer`` change a life.
public enum AlertLife: Sendable, Hashable, Codable {
    /// Not true.
    case idle
    /// True, but not yet for as long as `for` asks; or an event whose `while` can't be decided yet.
    indirect case pending(Pending)
    /// True, and decided to be sent.
    indirect case firing(Firing)
    /// Over for good.
    case spent
    /// An event that was decided to be sent, and when it was sent; kept for corrections.
    case announced(Notified?)
    /// A set of like transactions that was decided to be sent; kept because it may grow.
    indirect case found(FoundSet)

    /// An alert that must be true for some time before it fires.
    public struct Pending: Sendable, Hashable, Codable {
        /// How much of `for` has passed, in whole milliseconds.
        public var heldMilliseconds = 0
        /// The last reading at which it was true, from which `for` continues.
        public var readAt: Date?
        /// The notification that would be sent.
        public var notification: AlertNotification?
    }

    public struct Firing: Sendable, Hashable, Codable {
        /// The notification of its beginning, with the newest figures.
        public var notification: AlertNotification
        /// When and where it was sent; `nil` while it is held back.
        public var notified: Notified?
        /// How many reminders there were; part of their derived keys.
        public var reminders: Int
        /// How a person has handled it.
        public var tending: Tending?

        /// Makes a firing alert; by default it was neither sent nor handled.
        public init(
            notification: AlertNotification, notified: Notified? = nil, reminders: Int = 0,
            tending: Tending? = nil
        ) {
            self.notification = notification
            self.notified = notified
            self.reminders = reminders
            self.tending = tending
        }
    }

    /// When and where a person was notified.
    public struct Notified: Sendable, Hashable, Codable {
        /// The time of the last notification.
        public var at: Date
        /// The channels that were notified; later messages go only there (RL-33).
        public var channels: [String]

        public init(at: Date, channels: [String]) {
            self.at = at
            self.channels = channels
        }
    }

    /// How a person has handled a firing alert.
    public enum Tending: Sendable, Hashable, Codable {
        /// Acknowledged, which ends its reminders.
        case acknowledged(Date)
        /// Snoozed until then.
        case snoozed(until: Date)
    }

    /// A set of like transactions.
    public struct FoundSet: Sendable, Hashable, Codable {
        /// When and where it was sent; `nil` while it is held back.
        public var notified: Notified?
        /// Its notification with all transactions so far; `nil` when it is shown no longer.
        public var notification: AlertNotification?
        /// Its transactions, by which it is recognised; the newest ones of many.
        public var rows: [UUID]
    }
}

extension AlertLife {
    /// The effect of a verdict on an alert.
    enum Step: Sendable {
        case stays
        /// It becomes true or stays so, and may have been true for as long as `for` asks.
        case waits
        /// It is no longer true, before it fired.
        case lapses
        case goesOn
        case ends(Firing)
    }

    /// Takes a verdict that the condition is true.
    ///
    /// A wall clock that was set back counts from its new time on (RL-35).
    ///
    /// - Parameters:
    ///   - readAt: when the figures were last read; `for` counts only up to then (D78).
    ///   - longestGap: how much of a gap between two readings counts, in milliseconds (D25).
    mutating func takeTrue(readAt: Date, longestGap: @autoclosure () -> Int, at now: Date) -> Step {
        switch self {
        case .idle:
            self = .pending(Pending(readAt: now))
            return .waits
        case .pending(var pending):
            let last = pending.readAt ?? readAt
            let gap = Int((readAt.timeIntervalSince(last) * 1_000).rounded())
            pending.heldMilliseconds += min(max(0, gap), longestGap())
            pending.readAt = last > now ? readAt : max(last, readAt)
            self = .pending(pending)
            return .waits
        case .firing(var firing):
            if let notified = firing.notified, notified.at > now {
                firing.notified?.at = now
                self = .firing(firing)
            }
            return .goesOn
        case .spent, .announced, .found: return .stays
        }
    }

    /// Takes a verdict that the condition is false.
    ///
    /// - Parameters:
    ///   - isRecovered: false while an `until` is not met: then a firing alert continues.
    ///   - isOnce: whether it fires at most once.
    mutating func takeFalse(isRecovered: Bool, isOnce: Bool) -> Step {
        switch self {
        case .pending:
            self = .idle
            return .lapses
        case .firing(let firing):
            guard isRecovered else { return .goesOn }
            self = isOnce ? .spent : .idle
            return .ends(firing)
        case .idle, .spent, .announced, .found: return .stays
        }
    }

    /// Ends it silently because its period has passed.
    ///
    /// An alert that fired becomes spent, so that a wall clock that is set back does not send it
    /// again (RL-35).
    mutating func retire() {
        switch self {
        case .pending: self = .idle
        case .firing: self = .spent
        case .idle, .spent, .announced, .found: break
        }
    }

    /// Records that a notification about it was sent.
    ///
    /// An older firing of an alert that has fired again counts as sent, but not the newer one.
    mutating func noteNotified(
        _ notification: AlertNotification?, on channels: [String], at now: Date
    ) {
        // Events that are sent together share one list.
        let notified = Notified(
            at: now, channels: self.notified.map { $0.channels.union(channels) } ?? channels)
        switch self {
        case .firing(var firing):
            guard let notification, notification.id == firing.notification.id else { return }
            firing.notification = notification
            firing.notified = notified
            self = .firing(firing)
        case .announced: self = .announced(notified)
        case .found(var found):
            if let notification, let own = found.notification, own.id != notification.id { return }
            found.notified = notified
            if let notification, found.notification != nil { found.notification = notification }
            self = .found(found)
        case .idle, .pending, .spent: break
        }
    }

    /// When and where a person was notified of it.
    public var notified: Notified? {
        switch self {
        case .firing(let firing): firing.notified
        case .announced(let notified): notified
        case .found(let found): found.notified
        case .idle, .pending, .spent: nil
        }
    }
}
