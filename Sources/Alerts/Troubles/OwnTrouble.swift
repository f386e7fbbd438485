import Rules

/// Trouble of the program itself that no rule can be about, told like an alert of health.
public struct OwnTrouble: Sendable, Hashable, Codable {
    /// What kind of trouble.
    public enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
        /// The rules file can't be used; the old rules stay in force.
        case rulesRejected
        /// The state folder could not be written.
        case storeNotWritable
        /// The disk with the state folder was full.
        case diskFull
        /// The wall clock was set.
        case clockStepped
        /// A channel did not take notices in time.
        case deliveryFailing
        /// A payment card is about to expire.
        case cardExpiring
        /// Stored rows could not be read and were set aside.
        case rowsUnreadable
    }

    /// What kind of trouble.
    public let topic: Topic
    /// What it is about: a file's name, a channel; empty if there is only one.
    public let name: String
    /// What is wrong and what to do, one line without secrets.
    public let problem: String

    /// Makes a trouble.
    public init(_ topic: Topic, name: String = "", problem: String) {
        self.topic = topic
        self.name = name
        self.problem = problem
    }

    /// Identifies it while it lasts.
    public var key: String { "\(topic.rawValue)|\(name)" }

    /// The identifier that stands for a rule's in its notices.
    var ruleID: String { Rule.ownPrefix + topic.slug }

    /// Its key where alerts have theirs.
    var alertKey: AlertKey {
        AlertKey(ruleID: ruleID, body: Self.body, subject: .source(name))
    }

    /// The body of what is no rule.
    static let body = "own"
}

extension OwnTrouble.Topic {
    /// The topic as identifiers spell it.
    fileprivate var slug: String {
        switch self {
        case .rulesRejected: "rules-rejected"
        case .storeNotWritable: "store-not-writable"
        case .diskFull: "disk-full"
        case .clockStepped: "clock-stepped"
        case .deliveryFailing: "delivery-failing"
        case .cardExpiring: "card-expiring"
        case .rowsUnreadable: "rows-unreadable"
        }
    }

    /// Why its notice is told (D60).
    var reason: NoticeReason { self == .deliveryFailing ? .deliveryFailing : .entered }

    /// Whether it is told again every day while it lasts.
    var repeatsDaily: Bool { self == .rulesRejected || self == .deliveryFailing }

    /// Whether it is over as soon as it is told.
    var isMomentary: Bool { self == .clockStepped }
}
