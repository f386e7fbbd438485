public import Finance
public import Foundation

/// What evaluation found about one rule and one subject, with the values it read.
public struct Verdict: Sendable, Hashable {
    public let ruleID: String
    public let subject: Subject
    public let finding: Finding
    public let evidence: Evidence

    public init(ruleID: String, subject: Subject, finding: Finding, evidence: Evidence) {
        self.ruleID = ruleID
        self.subject = subject
        self.finding = finding
        self.evidence = evidence
    }

    public enum Finding: Sendable, Hashable {
        /// The body is true now. (Levels, windows, health.)
        case holds
        /// The body is false now.
        ///
        /// `isRecovered` is false while an `until` is not met: then a firing alert stays.
        case clear(isRecovered: Bool)
        /// It can't be known from fresh data: neither fires nor resolves (RL-30).
        case unknown(UnknownReason)
        case occurred
        /// The amount of a transaction that matched before changed at booking (RL-14).
        case corrected(previous: Money)
    }

    /// Why a verdict can't be known.
    public enum UnknownReason: String, Sendable, Hashable, Codable {
        case stale
        case sourceFailing
        case missingFigure
        /// The history does not yet cover the window.
        case learning
    }

    /// The values that a verdict rests on; they fill the notification's `value`, `limit` and texts.
    public struct Evidence: Sendable, Hashable {
        public var accountID: UUID?
        /// The figure that was compared; for an event the signed amount of the transaction.
        public var value: Money?
        /// The figure it was compared with, if the rule has one.
        public var limit: Money?
        /// The number that was compared, for `number of …`.
        public var count: Int?
        public var countLimit: Int?
        /// The transaction of an event; of a repetition the newest.
        public var transaction: Transaction?
        /// The amount that the transaction was compared with, signed: that of its reservation, or
        /// of the one before it.
        public var previous: Money?
        /// Which of the events joined by `or` it was, from 0.
        public var part = 0
        /// All transactions of a repetition, oldest first.
        public var repeated: [Transaction] = []
        /// Since when it is true, for health and for the age of a reservation.
        public var since: Date?
        /// The failure with its own text, for health.
        public var failure: SourceFailure?
        /// What became of the deadline that the verdict is about, for absences.
        public var deadline: DeadlineOutcome? {
            get { boxedDeadline?.value }
            set { boxedDeadline = newValue.map(Boxed.value) }
        }
        /// What became of the deadlines before it, oldest first, as far back as rows are known.
        public var earlierDeadlines: [DeadlineOutcome] = []
        /// The subscription that an event's payment belongs to, or whose payment is missing.
        public var subscription: Subscription? {
            get { boxedSubscription?.value }
            set { boxedSubscription = newValue.map(Boxed.value) }
        }
        /// The content of a spending summary.
        public var overview: SpendingOverview? {
            get { boxedOverview?.value }
            set { boxedOverview = newValue.map(Boxed.value) }
        }
        /// The first day on which a forecast comes true, or on which the sign-in ends.
        public var day: CalendarDay?

        // Large, and nearly always none: a flood of events has a verdict each.
        private var boxedDeadline: Boxed<DeadlineOutcome>?
        private var boxedSubscription: Boxed<Subscription>?
        private var boxedOverview: Boxed<SpendingOverview>?

        public init(
            accountID: UUID? = nil, value: Money? = nil, limit: Money? = nil, count: Int? = nil,
            transaction: Transaction? = nil, since: Date? = nil, failure: SourceFailure? = nil,
            day: CalendarDay? = nil
        ) {
            self.accountID = accountID
            self.value = value
            self.limit = limit
            self.count = count
            self.transaction = transaction
            self.since = since
            self.failure = failure
            self.day = day
        }
    }
}

/// The outcome of one deadline of an absence rule, as far as the known rows show it.
///
/// It depends on the rows and the calendar alone, so that it is the same after a restart.
public struct DeadlineOutcome: Sendable, Hashable {
    /// The last day that is in time.
    public let day: CalendarDay
    /// The minutes after midnight of `at 18:00`, until which that day is in time.
    public let minute: Int?
    public let endedAt: Date
    /// From when on a complete reading decides (RL-17).
    public let judgedFrom: Date
    /// The transaction that came: in time, or the first one after it; `nil` if none has come yet.
    public let arrival: Transaction?

    public init(
        day: CalendarDay, minute: Int?, endedAt: Date, judgedFrom: Date, arrival: Transaction?
    ) {
        self.day = day
        self.minute = minute
        self.endedAt = endedAt
        self.judgedFrom = judgedFrom
        self.arrival = arrival
    }

    /// Whether the bank dates the arrival no later than the deadline, whenever it was first seen.
    public var isMet: Bool { arrival.map { $0.transactionDate <= day } ?? false }
}

/// An event whose `while` could not be decided yet, to be passed to a new evaluator.
public struct WaitingEvent: Sendable, Hashable {
    public let ruleID: String
    public let transactionID: UUID
    public let transaction: Transaction?
    public let since: Date

    public init(ruleID: String, transactionID: UUID, transaction: Transaction?, since: Date) {
        self.ruleID = ruleID
        self.transactionID = transactionID
        self.transaction = transaction
        self.since = since
    }
}

/// What an alert of a rule is about; rule and subject together identify it (section 4).
public enum Subject: Sendable, Hashable, Codable {
    /// One account: `balance under 100 NOK`.
    case account(UUID)
    /// A sum or a combination over several accounts, as a whole.
    case rule
    /// A window over one account or, without one, over all accounts of the currency.
    ///
    /// `periodStart` is the first day of a calendar period, `nil` for `in the last …`.
    case window(account: UUID?, currency: Currency, periodStart: CalendarDay?)
    case transaction(UUID)
    /// A set of like transactions, by a digest of those that made it complete.
    case set(String)
    case source(String)
    /// A deadline of an absence rule, on one account or, without one, on all of the rule together.
    ///
    /// `day` is the last day in time, `nil` for `in the last …`, which has no deadlines.
    case deadline(account: UUID?, day: CalendarDay?)
    case occasion(Date)
    case channel(String)

    /// A text that is the same for equal subjects on every run; used in derived keys.
    public var key: String {
        switch self {
        case .account(let id): "account:\(id.text)"
        case .rule: "rule"
        case .window(let account, let currency, let start):
            "window:\(account?.text ?? "all"):\(currency):\(start?.description ?? "rolling")"
        case .transaction(let id): "transaction:\(id.text)"
        case .set(let digest): "set:\(digest)"
        case .source(let id): "source:\(id)"
        case .deadline(let account, let day):
            "deadline:\(account?.text ?? "all"):\(day?.description ?? "rolling")"
        case .occasion(let instant): "occasion:\(Int(instant.timeIntervalSince1970))"
        case .channel(let name): "channel:\(name)"
        }
    }
}
