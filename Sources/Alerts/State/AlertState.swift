public import Foundation
public import Rules

/// The durable state of one alert: one rule about one subject.
///
/// `body` is the key of the rule's body. A rule whose body was edited starts again (RL-1); one
/// whose clauses were edited continues.
public struct AlertState: Sendable, Hashable, Codable {
    /// The names of the phases are those of Alertmanager and Prometheus.
    public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
        /// Not true, or true and already sent once in this period.
        case inactive
        /// True, but not yet for as long as `for` asks.
        case pending
        /// True and decided to be sent.
        case firing
    }

    public let ruleID: String
    /// The key of the rule's body; see ``Rule/bodyKey``.
    public let body: String
    public let subject: Subject
    public var life = AlertLife.idle
    public var since: Date
    /// Counts firings and corrections; part of the derived key of their notifications.
    public var transition = 0
    /// Whether it was true when this subject was first evaluated (D4, D21).
    public var alreadySo = false
    /// The alert key under which the last firing entered the outbox, if it was sent with others.
    ///
    /// Later messages use the same key, so that they can't overtake it.
    public var orderKey: String?

    public init(ruleID: String, body: String, subject: Subject, since: Date) {
        self.ruleID = ruleID
        self.body = body
        self.subject = subject
        self.since = since
    }

    init(_ key: AlertKey, since: Date) {
        self.init(ruleID: key.ruleID, body: key.body, subject: key.subject, since: since)
    }

    public var key: AlertKey { AlertKey(ruleID: ruleID, body: body, subject: subject) }
}

extension AlertState {
    /// Its life in three words.
    public var phase: Phase {
        switch life {
        case .pending: .pending
        case .firing: .firing
        case .idle, .spent, .announced, .found: .inactive
        }
    }

    /// The notification of the firing, of the pending alert, or of the set.
    public var notification: AlertNotification? {
        switch life {
        case .pending(let pending): pending.notification
        case .firing(let firing): firing.notification
        case .found(let found): found.notification
        case .idle, .spent, .announced: nil
        }
    }

    public var isNotified: Bool { life.notified != nil }

    public var notifiedOn: [String] { life.notified?.channels ?? [] }

    /// When a person acknowledged it, which ended its reminders.
    public var acknowledgedAt: Date? {
        guard case .firing(let firing) = life, case .acknowledged(let at)? = firing.tending
        else { return nil }
        return at
    }

    /// Until when a person has snoozed it.
    public var snoozedUntil: Date? {
        guard case .firing(let firing) = life, case .snoozed(let until)? = firing.tending
        else { return nil }
        return until
    }

    /// Whether it fires at most once: a sum in its calendar period (D29), a deadline.
    var isOnce: Bool {
        switch subject {
        case .window(_, _, .some), .deadline(_, .some): true
        default: false
        }
    }

    /// Changes the data of a firing; does nothing if it does not fire.
    mutating func updateFiring(_ change: (inout AlertLife.Firing) -> Void) {
        guard case .firing(var firing) = life else { return }
        change(&firing)
        life = .firing(firing)
    }
}

extension Sequence<AlertState> {
    /// Returns the alerts in the order of their keys' texts, each of which is made once.
    func inOrder() -> [AlertState] {
        let all = Array(self)
        guard all.count > 1 else { return all }
        return all.map { (text: $0.key.text, state: $0) }.sorted { $0.text < $1.text }.map(\.state)
    }
}

/// Identifies an alert: a rule, its body and a subject.
public struct AlertKey: Sendable, Hashable, Codable {
    public let ruleID: String
    public let body: String
    public let subject: Subject

    public init(ruleID: String, body: String, subject: Subject) {
        self.ruleID = ruleID
        self.body = body
        self.subject = subject
    }

    /// One text for storage and for the order of the outbox.
    public var text: String { "\(ruleID)|\(body)|\(subject.key)" }
}
