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
        /// The body is true now.
        case holds
        /// The body is false now.
        ///
        /// `isRecovered` is false while an `until` is not met; a firing alert then keeps firing.
        case clear(isRecovered: Bool)
        /// Fresh data is missing, so that an alert neither fires nor resolves (RL-30).
        case unknown(UnknownReason)
        case occurred
        /// A transaction that matched before was booked with a different amount (RL-14).
        case corrected(previous: Money)
    }

    /// Why a verdict is unknown.
    public enum UnknownReason: String, Error, Sendable, Hashable, Codable {
        case stale
        case sourceFailing
        case missingFigure
        /// The known history does not cover the whole window yet.
        case learning
    }

    /// The values behind a verdict; they fill the notification's `value`, `limit` and texts.
    public struct Evidence: Sendable, Hashable {
        public var accountID: UUID?
        /// The figure that was compared; for an event the signed amount of the transaction.
        public var value: Money?
        /// The figure that `value` was compared with, if the rule has one.
        public var limit: Money?
        /// The number that was compared, for `number of …`.
        public var count: Int?
        public var countLimit: Int?
        /// The transaction of an event; for a repetition, the newest one.
        public var transaction: Transaction?
        /// The signed amount that the transaction was compared with.
        ///
        /// It is the amount of its reservation, or of the previous transaction.
        public var previous: Money?
        /// The index of the event that occurred, among those joined by `or`.
        public var part = 0
        /// All transactions of a repetition, oldest first.
        public var repeated: [Transaction] = []
        /// When the state began, for health, the age of a reservation and an absence.
        public var since: Date?
        /// The failure of the source, with the source's own text; for health.
        public var failure: SourceFailure?
        /// The outcome of the deadline that the verdict is about, for absences.
        public var deadline: DeadlineOutcome? {
            get { boxedDeadline?.value }
            set { boxedDeadline = newValue.map(Boxed.value) }
        }
        /// The outcomes of earlier deadlines, oldest first, as far back as rows are known.
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
        /// The first day on which a forecast comes true, or the day on which the sign-in expires.
        public var day: CalendarDay?

        // Boxed, because they are large and nearly always `nil`, and many events make many
        // verdicts.
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
/// It depends only on the rows and the calendar, so it is the same after a restart.
public struct DeadlineOutcome: Sendable, Hashable {
    /// The last day that counts as in time.
    public let day: CalendarDay
    /// The minutes after midnight of `at 18:00`, at which the last day stops counting as in time.
    public let minute: Int?
    public let endedAt: Date
    /// The earliest time of a complete answer of the bank that decides the outcome (RL-17).
    public let judgedFrom: Date
    /// The transaction that came in time, or else the first one after the deadline; `nil` if none
    /// came.
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

    /// Whether the bank dates the arrival on or before the deadline, no matter when it was first
    /// seen.
    public var isMet: Bool { arrival.map { $0.transactionDate <= day } ?? false }
}

/// An event whose `while` could not be decided yet, so that a new evaluator can decide it.
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
    /// A window over one account, or over all accounts of the currency.
    ///
    /// `periodStart` is the first day of a calendar period; it is `nil` for `in the last …`.
    case window(account: UUID?, currency: Currency, periodStart: CalendarDay?)
    case transaction(UUID)
    /// A set of similar transactions, identified by a digest of those that completed it.
    case set(String)
    case source(String)
    /// A deadline of an absence rule, on one account or on all accounts of the rule together.
    ///
    /// `day` is the last day in time; it is `nil` for `in the last …`, which has no deadlines.
    case deadline(account: UUID?, day: CalendarDay?)
    case occasion(Date)
    case channel(String)

    /// A text that is equal for equal subjects on every run; derived keys contain it.
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
