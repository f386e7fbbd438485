public import Finance
public import Foundation
import Rules

/// A problem of the program itself that no rule can be about, reported like an alert of health.
public struct SelfAlert: Sendable, Hashable, Codable {
    public enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
        /// Changed rules or settings can't be used; the old ones stay in force.
        case rulesRejected
        /// The state folder could not be written.
        case storeNotWritable
        /// The disk with the state folder was full.
        case diskFull
        case clockStepped
        /// A channel did not take notifications in time.
        case deliveryFailing
        /// A payment card is about to expire.
        case cardExpiring
        /// Stored rows could not be read and were set aside.
        case rowsUnreadable
        /// A bank's answers have lacked something for a day.
        case answersIncomplete
    }

    public let topic: Topic
    /// The subject: a file's name, a channel, a bank; empty if there is only one.
    public let name: String
    /// What is wrong and what to do, one line without secrets.
    public let problem: String

    public init(_ topic: Topic, name: String = "", problem: String) {
        self.topic = topic
        self.name = name
        self.problem = problem
    }

    /// Identifies it while it lasts.
    public var key: String { "\(topic.rawValue)|\(name)" }

    /// The identifier that replaces a rule's in its notifications: the topic, in the spelling of
    /// rules such as `disk-full`.
    var ruleID: String {
        let words = topic.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
        return Rule.ownPrefix + words.joined()
    }

    var alertKey: AlertKey { AlertKey(ruleID: ruleID, body: Self.body, subject: .source(name)) }

    static let body = "own"

    /// The text that replaces a rule's sentence in its notifications.
    var sentence: String {
        switch topic {
        case .rulesRejected: "changed rules or settings can't be used"
        case .storeNotWritable: "the state folder can't be written"
        case .diskFull: "the disk is full"
        case .clockStepped: "the clock was set"
        case .deliveryFailing: "notifications are not delivered"
        case .cardExpiring: "a payment card is about to expire"
        case .rowsUnreadable: "stored rows can't be read"
        case .answersIncomplete: "the answers of a bank are incomplete"
        }
    }
}

extension SelfAlert.Topic {
    /// Why its notification is sent (D60).
    var reason: NotificationReason { self == .deliveryFailing ? .deliveryFailing : .entered }

    /// Whether it is sent again every day while it continues.
    var repeatsDaily: Bool { self == .rulesRejected || self == .deliveryFailing }

    /// Whether it has ended as soon as it is sent.
    var isMomentary: Bool { self == .clockStepped }
}

extension SelfAlert {
    /// The notification of this problem for a channel that is notified without the outbox, because
    /// the store itself fails.
    ///
    /// - Parameters:
    ///   - isOver: whether the problem has ended.
    ///   - since: when it began; the identifier is derived from it.
    ///   - detail: how much the channel may show.
    public func lastResort(
        isOver: Bool, since: Date, at now: Date, showing detail: DetailLevel = .full,
        in language: Language = .english
    ) -> AlertNotification {
        // A notification about the program contains no amounts and no times.
        var policy = AlertPolicy(zone: .gmt)
        policy.language = language
        let rules = RuleSet(rules: [], fileHash: "")
        var notification = AlertEngine(rules: rules, policy: policy).notification(
            of: self, isOver ? .healthResolved : .healthFired, since: since, times: nil, at: now)
        notification.data.urgency = isOver ? .normal : .critical
        return NotificationCut(rules: rules, policy: policy).cut(notification, to: detail)
    }
}

/// A report that a problem of the program itself began, continues or ended.
public struct SelfAlertReport: Sendable, Hashable {
    public let selfAlert: SelfAlert
    public let isOver: Bool
    /// Whether it ended because its subject is no longer in use.
    public var isObsolete = false
    /// The notifications that a person did not get, to be sent on other channels.
    public let undelivered: [AlertNotification]

    public init(_ selfAlert: SelfAlert, isOver: Bool = false, undelivered: [AlertNotification] = [])
    {
        self.selfAlert = selfAlert
        self.isOver = isOver
        self.undelivered = undelivered
    }
}

/// The durable state of a self-alert.
public struct SelfAlertState: Sendable, Hashable, Codable {
    /// The self-alert as last reported.
    public var selfAlert: SelfAlert
    public let since: Date
    /// When it was last sent.
    public var lastNotified: Date
    /// The channels that were notified; its end goes only there.
    public var notifiedOn: [String]
    /// How many times it was sent.
    public var times = 1

    public init(_ selfAlert: SelfAlert, since: Date, notifiedOn: [String]) {
        self.selfAlert = selfAlert
        self.since = since
        self.notifiedOn = notifiedOn
        lastNotified = since
    }
}
