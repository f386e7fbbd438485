public import Finance
public import Foundation
public import Rules

/// One message about one alert, in the form of the published contract.
///
/// Webhooks of format `json`, `eval`, `replay --json` and `alerts --json` use its JSON.
public struct AlertNotification: Sendable, Hashable, Codable, Identifiable {
    /// What kind of message.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// An alert began or an event happened.
        case fired = "alert.fired"
        case resolved = "alert.resolved"
        case reminder = "alert.reminder"
        case corrected = "alert.corrected"
        case digest = "alert.digest"
        case summary = "summary"
        case healthFired = "health.fired"
        case healthResolved = "health.resolved"
    }

    public let type: Kind
    /// Derived from the event, the same over retries, crashes and channels (D40): `ntc_…`.
    public let id: String
    /// When it is sent, ISO 8601 in UTC.
    public let timestamp: Date
    public var data: NotificationData
    /// How many alerts of each rule a digest covers that does not list them all; not published.
    var members: [String: Int]?

    private enum CodingKeys: CodingKey { case type, id, timestamp, data }

    public init(type: Kind, id: String, timestamp: Date, data: NotificationData) {
        self.type = type
        self.id = id
        self.timestamp = timestamp
        self.data = data
    }

    /// How many alerts of each rule began with it.
    public var alertsBegun: [String: Int] {
        switch type {
        case .fired, .healthFired, .summary: data.rule.map { [$0.id: 1] } ?? [:]
        // A digest of corrections reports alerts that began before.
        case .digest where data.reason == .corrected: [:]
        case .digest:
            if let rule = data.rule {
                [rule.id: data.count ?? 1]
            } else {
                members ?? (data.items ?? []).reduce(into: [:]) { $0[$1.rule.id, default: 0] += 1 }
            }
        case .resolved, .reminder, .corrected, .healthResolved: [:]
        }
    }
}

/// The content of a notification; members without a value are `null`.
public struct NotificationData: Sendable, Hashable, Codable {
    /// The rule; `nil` in a digest over several rules.
    public var rule: NotificationRule?
    public var kind: RuleKind
    public var reason: NotificationReason
    /// Whether it was true before the program's first look.
    public var alreadySo = false
    public var urgency: Urgency
    /// The account, its number masked.
    public var account: NotificationAccount?
    public var value: NotificationFigure?
    public var limit: NotificationFigure?
    public var transaction: NotificationTransaction?
    public var title: String
    /// The rule's sentence or the person's own text.
    public var body: String
    /// When it became true, if that is earlier than the sending.
    public var since: Date?
    public var items: [NotificationItem]?
    /// True for a notification that was still held when a recording ended (D53).
    public var pending: Bool?
    /// The amount before a correction.
    public var previousAmount: Money?
    /// How many things a digest or a count covers.
    public var count: Int?
    public var sum: Money?
    /// The household it belongs to, where one program serves many.
    public var household: String?

    /// Makes the content; members that are not passed are `null` or left out.
    public init(
        rule: NotificationRule?, kind: RuleKind, reason: NotificationReason,
        urgency: Urgency = .normal, title: String, body: String
    ) {
        self.rule = rule
        self.kind = kind
        self.reason = reason
        self.urgency = urgency
        self.title = title
        self.body = body
    }
}

/// Why a notification is sent (D60).
public enum NotificationReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A condition became true.
    case entered
    /// A condition was true at the first look.
    case alreadySo
    case recovered
    /// A sum over a period passed its limit.
    case periodExceeded
    /// A new transaction matched.
    case newTransaction
    case booked
    case dropped
    /// A reservation was booked with another amount.
    case settledDifferently
    case corrected
    /// A set of like transactions became complete.
    case setCompleted
    case deadlineMissed
    case arrivedLate
    case reminder
    case scheduled
    case unreachable
    case stale
    case signInRefused
    case signInExpiring
    /// A channel does not take notifications.
    case deliveryFailing
    case restored
}

/// Derives identifiers of notifications that are the same for the same event on every run (D40).
enum NotificationID: Sendable {
    /// Returns `ntc_` and 32 hexadecimal digits, derived from a purpose and the parts that identify
    /// the event.
    ///
    /// - Parameter household: keeps two households with the same account and rule apart; `nil` in
    ///   the program of a single household.
    static func text(_ purpose: String, _ parts: [String], of household: String? = nil) -> String {
        "ntc_"
            + StableHash(parts: (household.map { ["household", $0] } ?? []) + [purpose] + parts).hex
    }
}
