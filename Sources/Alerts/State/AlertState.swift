public import Foundation
public import Rules

/// The durable state of one alert: one rule about one subject.
///
/// `body` is the key of the rule's body: a rule whose body was edited starts anew (RL-1), one whose
/// clauses were edited goes on.
public struct AlertState: Sendable, Hashable, Codable {
    /// The names of the phases are Alertmanager's and Prometheus'.
    public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
        /// Not true, or true and already told once in this period.
        case inactive
        /// True, but not yet for as long as `for` asks.
        case pending
        /// True and decided to be told.
        case firing
    }

    /// The rule's identifier.
    public let ruleID: String
    /// The key of the rule's body; see ``Rule/bodyKey``.
    public let body: String
    /// What the alert is about.
    public let subject: Subject
    /// Where it is.
    public var phase: Phase
    /// When the phase began.
    public var since: Date
    /// Counts firings; part of the derived key of their notices.
    public var transition: Int
    /// How much of `for` has been served while pending, in whole milliseconds.
    public var heldMilliseconds: Int
    /// The last sample that was true, from which `for` goes on counting.
    public var lastTrueSample: Date?
    /// Whether the current firing has been told, so that its end is worth telling.
    public var isTold: Bool
    /// When a person was last told or reminded.
    public var lastTold: Date?
    /// The channels that got the alert; its resolve goes only there (RL-33).
    public var toldOn: [String]
    /// The title and values of the firing notice, for reminders, resolves and `alerts`.
    ///
    /// While pending it is the notice that would be told; of events only sets keep one.
    public var notice: Notice? {
        get { kept?.notice }
        set { kept = newValue.map(KeptNotice.init) }
    }
    private var kept: KeptNotice?
    /// Whether it was true when this subject was first looked at (D4, D21).
    public var alreadySo: Bool
    /// How many reminders the current firing has had; part of their derived keys.
    public var reminders: Int
    /// The transactions of a set, by which it is recognised when it grows; the newest ones of many.
    public var repeated: [UUID]
    /// The alert key under which the firing entered the outbox, if it was told with others; what
    /// follows uses the same, so that it can't overtake.
    public var orderKey: String?

    /// When a person took note of the current firing, which ends its reminders.
    public var acknowledgedAt: Date?
    /// Until when a person does not want to hear of the current firing.
    public var snoozedUntil: Date?

    /// Makes the state of an alert that was never true.
    public init(ruleID: String, body: String, subject: Subject, since: Date) {
        self.ruleID = ruleID
        self.body = body
        self.subject = subject
        phase = .inactive
        self.since = since
        transition = 0
        heldMilliseconds = 0
        isTold = false
        toldOn = []
        alreadySo = false
        reminders = 0
        repeated = []
    }

    /// Identifies the alert: rule, body and subject.
    public var key: AlertKey { AlertKey(ruleID: ruleID, body: body, subject: subject) }
}

extension AlertState {
    private enum CodingKeys: String, CodingKey {
        case ruleID, body, subject, phase, since, transition, heldMilliseconds, lastTrueSample
        case isTold, lastTold, toldOn, alreadySo, reminders, orderKey, repeated
        case acknowledgedAt, snoozedUntil
        case kept = "notice"
    }

    /// Reads a state; what older versions did not write has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ruleID = try container.decode(String.self, forKey: .ruleID)
        body = try container.decode(String.self, forKey: .body)
        subject = try container.decode(Subject.self, forKey: .subject)
        phase = try container.decode(Phase.self, forKey: .phase)
        since = try container.decode(Date.self, forKey: .since)
        transition = try container.decode(Int.self, forKey: .transition)
        heldMilliseconds = try container.decode(Int.self, forKey: .heldMilliseconds)
        lastTrueSample = try container.decodeIfPresent(Date.self, forKey: .lastTrueSample)
        isTold = try container.decode(Bool.self, forKey: .isTold)
        lastTold = try container.decodeIfPresent(Date.self, forKey: .lastTold)
        toldOn = try container.decode([String].self, forKey: .toldOn)
        alreadySo = try container.decodeIfPresent(Bool.self, forKey: .alreadySo) ?? false
        reminders = try container.decodeIfPresent(Int.self, forKey: .reminders) ?? 0
        repeated = try container.decodeIfPresent([UUID].self, forKey: .repeated) ?? []
        orderKey = try container.decodeIfPresent(String.self, forKey: .orderKey)
        acknowledgedAt = try container.decodeIfPresent(Date.self, forKey: .acknowledgedAt)
        snoozedUntil = try container.decodeIfPresent(Date.self, forKey: .snoozedUntil)
        kept = try container.decodeIfPresent(KeptNotice.self, forKey: .kept)
    }
}
