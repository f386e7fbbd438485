public import Finance

/// One checked rule of a rules file.
public struct Rule: Sendable, Hashable {
    /// The identifier from the file, or one derived from the sentence.
    public let id: String
    /// Whether the person chose the identifier.
    public let isNamed: Bool
    public let sentence: String
    /// The kind, which decides what states the rule's alerts go through.
    public let kind: RuleKind
    public let body: Body
    public let clauses: Clauses
    /// The channels to notify; never empty.
    public let notify: [String]
    /// The person's own text for the notification's body, with placeholders.
    public let message: String?
    public let title: String?
    public let urgency: Urgency
    /// Whether to notify when an alert of the rule resolves.
    public let resolve: Bool
    /// Whether mails about the rule carry the report; only a summary can have it.
    public let attachesReport: Bool
    /// Identifies the body's meaning: equal for sentences that differ only in words or clauses.
    public let bodyKey: String
    /// The sentence in the grammar's own words, if it was written in other words or another order
    /// (RL-60).
    public let readAs: String?

    public init(
        id: String, sentence: String, kind: RuleKind, body: Body, clauses: Clauses,
        notify: [String] = ["desktop"], message: String? = nil, title: String? = nil,
        urgency: Urgency = .normal, resolve: Bool = true, attachesReport: Bool = false,
        bodyKey: String, isNamed: Bool = true, readAs: String? = nil
    ) {
        self.id = id
        self.isNamed = isNamed
        self.readAs = readAs
        self.sentence = sentence
        self.kind = kind
        self.body = body
        self.clauses = clauses
        self.notify = notify
        self.message = message
        self.title = title
        self.urgency = urgency
        self.resolve = resolve
        self.attachesReport = attachesReport
        self.bodyKey = bodyKey
    }
}

extension Rule {
    /// The calendar period of the sum that the rule compares; `nil` for any other rule.
    public var calendarPeriod: WindowPeriod? {
        guard case .condition(.level(let level)) = body,
            let window = level.quantity.aggregate?.window.kind
        else { return nil }
        return window.period
    }

    /// Whether the rule has a `while`, so that it counts only while another condition is true.
    public var isGuarded: Bool {
        if case .condition = body { false } else { body.condition != nil }
    }

    /// Whether rows decide the rule, which only complete answers give, and not figures alone.
    public var readsRows: Bool { kind == .absence || body.readsRows }

    /// Whether the rule measures how long a state of health lasts, which starts again with the
    /// program.
    public var countsFromStart: Bool { body.readsAge || kind == .health && clauses.hold != nil }
}

extension Rule {
    /// The prefix of the identifiers of the program's own rules.
    public static let ownPrefix = "saldovakt-"

    /// Makes one of the program's own rules, such as `bank is unreachable for 1 hour`.
    ///
    /// - Throws: the problems of the sentence, if one of them is an error.
    public static func builtIn(
        id: String, sentence: String, notify: [String] = ["desktop"], urgency: Urgency = .normal
    ) throws(SentenceError) -> Rule {
        let (parsed, problems) = SentenceParser.check(sentence)
        guard let parsed, !problems.contains(where: { $0.severity == .error }) else {
            throw SentenceError(problems: problems)
        }
        return Rule(
            id: id, sentence: sentence, kind: parsed.body.kind, body: parsed.body,
            clauses: Clauses(parsed.clauses), notify: notify, urgency: urgency,
            bodyKey: parsed.body.key)
    }
}

/// How prominent a notification is; the levels of the desktop notification specification.
public enum Urgency: String, Sendable, Hashable, Codable, CaseIterable {
    case low
    case normal
    /// Stays on the screen until seen.
    case critical
}

/// The rules in force, as one value that a reload replaces as a whole.
public struct RuleSet: Sendable, Hashable {
    public let rules: [Rule]
    /// A digest of the file's bytes, shown by `status` and in the log.
    public let fileHash: String
    /// Whether some rule reads scheduled items, so that banks must be asked for them (D42).
    public let readsScheduledItems: Bool
    public let readsChannels: Bool
    /// Whether some rule becomes true by the mere age of figures.
    public let readsAge: Bool
    /// The ages of figures at which some rule may become true.
    public let ages: [CalendarSpan]
    /// The indexes of rules by their identifiers.
    let indexByID: [String: Int]

    /// Makes a set of rules with distinct identifiers, which the reader of the file has checked.
    public init(rules: [Rule], fileHash: String) {
        self.rules = rules
        self.fileHash = fileHash
        readsScheduledItems = rules.contains { $0.body.readsScheduledItems }
        readsChannels = rules.contains { $0.body.readsChannels }
        readsAge = rules.contains { $0.body.readsAge }
        ages = rules.flatMap(\.body.ages)
        indexByID = Dictionary(
            rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// How many rules the person wrote, without those that the program added.
    public var writtenCount: Int { rules.count { !$0.id.hasPrefix(Rule.ownPrefix) } }

    public func rule(_ id: String) -> Rule? { indexByID[id].map { rules[$0] } }
}

/// The kinds of rules; each has its own column in the table of alert states (section 4).
public enum RuleKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Does a figure meet a limit now? `balance under 100 NOK`
    case level
    /// Does a sum, count or maximum over a period meet a limit? `spending this month is over 8000`
    case window
    /// Has a figure moved by so much? `balance dropped by 5000 in 24 hours`
    case change
    /// Will a figure meet a limit? `balance is projected under 0 in the next 7 days`
    case forecast
    /// Did something happen to a transaction? `new debit over 500`
    case event
    /// Did similar transactions occur together? `2 debits of the same amount on the same day`
    case `repeat`
    /// Is a transaction missing at its deadline? `no credit by the 15th`
    case absence
    /// Is a regular overview due? `summary every monday at 08:00`
    case summary
    /// Does the program or its connection to the bank fail? `bank unreachable for 1 hour`
    case health
}

extension RuleKind {
    /// Whether its notifications are about events rather than conditions.
    public var notifiesEvents: Bool {
        switch self {
        case .event, .repeat, .absence, .summary: true
        case .level, .window, .change, .forecast, .health: false
        }
    }
}

/// The rules for the program's own alerts.
public enum BuiltInRules: Sendable {
    private static let sentences: [(id: String, sentence: String)] = [
        ("saldovakt-bank-unreachable", "bank is unreachable for 1 hour"),
        ("saldovakt-data-old", "data is older than 6 hours"),
        ("saldovakt-sign-in", "sign-in expires in less than 14 days"),
    ]

    /// Adds the program's own rules, which notify on every channel that the given rules use.
    ///
    /// If the person has a rule with the same meaning, the program's own is left out.
    public static func added(to rules: RuleSet) -> RuleSet {
        let channels = Array(Set(rules.rules.flatMap(\.notify))).sorted()
        guard !channels.isEmpty else { return rules }
        let own = sentences.compactMap { entry in
            // These sentences are valid, so `try?` drops none of them.
            try? Rule.builtIn(id: entry.id, sentence: entry.sentence, notify: channels)
        }
        let known = Set(rules.rules.map(\.bodyKey))
        return RuleSet(
            rules: rules.rules + own.filter { !known.contains($0.bodyKey) },
            fileHash: rules.fileHash)
    }
}

/// When and how often a rule notifies: everything after the body of its sentence.
///
/// Clauses do not identify an alert, so that editing one never fires an alert again (RL-1).
public struct Clauses: Sendable, Hashable {
    /// `for 30 minutes`: how long the body must be true before the rule notifies.
    public var hold: CalendarSpan?
    /// The comparison after `until`, applied to the body's own quantity; `nil` without `until`.
    public var recovery: Comparison?
    /// `between 07:00 and 22:00`: when to notify, in minutes after local midnight.
    public var notifying: DailyInterval?
    /// `only on weekdays`: the ISO weekdays (Monday 1 … Sunday 7) on which to notify; `nil` means
    /// all.
    public var weekdays: Set<Int>?
    public var limit: RateLimit?
    public var remindEvery: CalendarSpan?
}

/// A part of the day in local wall time; the start is inside, the end is not (D51).
public struct DailyInterval: Sendable, Hashable, Codable {
    /// Minutes after midnight, 0 to 1,439.
    public let startMinute: Int
    /// Minutes after midnight, 0 to 1,440; below the start means the next day: 22:00 to 07:00.
    public let endMinute: Int
}

/// `at most twice a month`: how many first messages a rule may send in a calendar period.
public struct RateLimit: Sendable, Hashable, Codable {
    /// The number of messages, at least 1.
    public let count: Int
    public let period: CalendarPeriod
}
