public import Finance
public import Foundation
public import Rules

/// What goes out: one message about one alert, in the form of the published contract.
///
/// Its JSON is what webhooks of format `json`, `eval`, `replay --json` and `alerts --json` show.
public struct AlertNotification: Sendable, Hashable, Codable, Identifiable {
    /// What kind of message.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// An alert began or an event happened.
        case fired = "alert.fired"
        /// An alert is over.
        case resolved = "alert.resolved"
        /// An alert goes on.
        case reminder = "alert.reminder"
        /// The amount of a reported transaction changed.
        case corrected = "alert.corrected"
        /// Several notices in one.
        case digest = "alert.digest"
        /// A regular overview.
        case summary = "summary"
        /// The program's own trouble began.
        case healthFired = "health.fired"
        /// The program's own trouble is over.
        case healthResolved = "health.resolved"
    }

    /// What kind of message.
    public let type: Kind
    /// Derived from the event, the same over retries, crashes and channels (D40): `ntc_…`.
    public let id: String
    /// When it is told, ISO 8601 in UTC.
    public let timestamp: Date
    /// The content.
    public var data: NotificationData

    /// Makes a notice.
    public init(type: Kind, id: String, timestamp: Date, data: NotificationData) {
        self.type = type
        self.id = id
        self.timestamp = timestamp
        self.data = data
    }
}

/// The content of a notice; `null` where a field has nothing to say.
public struct NotificationData: Sendable, Hashable, Codable {
    /// The rule; `nil` in a digest over several rules.
    public var rule: NotificationRule?
    public var kind: RuleKind
    /// Why this is told.
    public var reason: NotificationReason
    /// Whether it was true before the program first looked.
    public var alreadySo: Bool
    /// How loudly to tell.
    public var urgency: Urgency
    /// The account, its number masked.
    public var account: NotificationAccount?
    /// The figure that was compared.
    public var value: NotificationFigure?
    /// The figure it was compared with.
    public var limit: NotificationFigure?
    /// The transaction of an event.
    public var transaction: NotificationTransaction?
    /// What happened with its figure, one line.
    public var title: String
    /// The rule's sentence or the person's own text.
    public var body: String
    /// When it became so, if that is earlier than the telling.
    public var since: Date?
    /// The parts of a digest.
    public var items: [NotificationItem]?
    /// True for a notice that was still held when a recording ended (D53).
    public var pending: Bool?
    /// The amount before a correction.
    public var previousAmount: Money?
    /// How many things a digest or a count is about.
    public var count: Int?
    /// The sum of a digest's transactions.
    public var sum: Money?

    /// Makes the content; what is not given is `null` or left out.
    public init(
        rule: NotificationRule?, kind: RuleKind, reason: NotificationReason,
        urgency: Urgency = .normal,
        title: String, body: String
    ) {
        self.rule = rule
        self.kind = kind
        self.reason = reason
        alreadySo = false
        self.urgency = urgency
        self.title = title
        self.body = body
    }
}

/// Why a notice is told (D60).
public enum NotificationReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A condition became true.
    case entered
    /// A condition was true when first looked at.
    case alreadySo
    /// A condition ended.
    case recovered
    /// A sum over a period passed its limit.
    case periodExceeded
    /// A new transaction matched.
    case newTransaction
    /// A reservation was booked.
    case booked
    /// A reservation went away.
    case dropped
    /// A reservation was booked with another amount.
    case settledDifferently
    /// The amount of a reported transaction changed.
    case corrected
    /// A set of like transactions became complete.
    case setCompleted
    /// Nothing came in time.
    case deadlineMissed
    /// It came after its deadline.
    case arrivedLate
    /// It still is so.
    case reminder
    /// The time for an overview came.
    case scheduled
    /// The bank does not answer.
    case unreachable
    /// The figures are old.
    case stale
    /// The bank refused the credentials.
    case signInRefused
    /// The credentials end soon.
    case signInExpiring
    /// A channel does not take notices.
    case deliveryFailing
    /// The program's own trouble is over.
    case restored
}

/// Derives identifiers of notices, the same for the same event on every run (D40).
enum NotificationID: Sendable {
    /// `ntc_` and 32 hexadecimal digits, from a word for the purpose and what identifies the event.
    static func text(_ purpose: String, _ parts: [String]) -> String {
        "ntc_" + StableHash(parts: [purpose] + parts).hex
    }
}
