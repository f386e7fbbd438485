public import Foundation

/// Where an alert is in its life.
///
/// What lasts (levels, sums, health, absences) goes `idle` → `pending` → `firing` → `idle`, or → `spent`
/// if it fires at most once: a sum in its period (D29), a deadline. What happens is `announced` at once,
/// after a time as `pending` if its `while` can't be known yet. Only the functions in this file and
/// ``AlertReducer`` change a life.
public enum AlertLife: Sendable, Hashable, Codable {
    /// Not so.
    case idle
    /// So, but not yet for as long as `for` asks; or an event whose `while` can't be known yet.
    indirect case pending(Pending)
    /// So, and decided to be sent.
    indirect case firing(Firing)
    /// Over for good.
    case spent
    /// An event that was decided to be sent, and when it was; remembered for corrections.
    case announced(Notified?)
    /// A set of like transactions that was decided to be sent; remembered because it may grow.
    indirect case found(FoundSet)

    /// An alert that has to be so for a time.
    public struct Pending: Sendable, Hashable, Codable {
        /// How much of `for` has been served, in whole milliseconds.
        public var heldMilliseconds: Int
        /// The last reading that found it so, from which `for` goes on counting.
        public var readAt: Date?
        /// The notification that would be sent.
        public var notification: AlertNotification?

        /// Begins; nothing is served yet by default.
        public init(
            heldMilliseconds: Int = 0, readAt: Date? = nil, notification: AlertNotification? = nil
        ) {
            self.heldMilliseconds = heldMilliseconds
            self.readAt = readAt
            self.notification = notification
        }
    }

    public struct Firing: Sendable, Hashable, Codable {
        /// The notification of its beginning, with the newest figures.
        public var notification: AlertNotification
        /// When and where it was sent; `nil` while it is held back.
        public var notified: Notified?
        /// How many reminders there were; part of their derived keys.
        public var reminders: Int
        /// What a person has done about it.
        public var tending: Tending?

        /// Fires; unsent and untended by default.
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

    /// That a person was notified.
    public struct Notified: Sendable, Hashable, Codable {
        /// When, last.
        public var at: Date
        /// The channels that were notified; what follows goes only there (RL-33).
        public var channels: [String]

        public init(at: Date, channels: [String]) {
            self.at = at
            self.channels = channels
        }
    }

    /// What a person has done about an alert that fires.
    public enum Tending: Sendable, Hashable, Codable {
        /// Took note of it, which ends its reminders.
        case acknowledged(Date)
        /// Does not want to hear of it until then.
        case snoozed(until: Date)
    }

    /// A set of like transactions.
    public struct FoundSet: Sendable, Hashable, Codable {
        /// When and where it was sent; `nil` while it is held back.
        public var notified: Notified?
        /// Its notification, as large as it is by now; `nil` when it is shown no longer.
        public var notification: AlertNotification?
        /// Its transactions, by which it is recognised; the newest ones of many.
        public var rows: [UUID]

        /// Remembers a set.
        public init(notified: Notified? = nil, notification: AlertNotification?, rows: [UUID]) {
            self.notified = notified
            self.notification = notification
            self.rows = rows
        }
    }
}

extension AlertLife {
    /// What a finding does to an alert that lasts.
    enum Step: Sendable {
        case stays
        /// It begins to be so, or goes on, and may have served its `for`.
        case waits
        /// It is so no more, before it fired.
        case lapses
        case goesOn
        case ends(Firing)
    }

    /// Takes a finding that it is so.
    ///
    /// A wall clock that was set back counts from its new time on (RL-35).
    ///
    /// - Parameters:
    ///   - readAt: when the figures were last read; only up to then `for` counts (D78).
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

    /// Takes a finding that it is not so.
    ///
    /// - Parameters:
    ///   - isRecovered: false while an `until` is not met: then a firing alert goes on.
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

    /// Ends it without a word, because its period is past: one that fired is spent, so that a wall
    /// clock that is set back finds that it was sent (RL-35).
    mutating func retire() {
        switch self {
        case .pending: self = .idle
        case .firing: self = .spent
        case .idle, .spent, .announced, .found: break
        }
    }

    /// Notes that a person was notified of it with a notification; an older firing of an alert that
    /// has fired again since counts as sent, but not the newer one.
    mutating func noteNotified(
        _ notification: AlertNotification?, on channels: [String], at now: Date
    ) {
        // Events that are sent together keep one list.
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
