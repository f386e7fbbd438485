/// Something that happens to a transaction: `new debit over 500`.
public struct Event: Sendable, Hashable {
    public enum Trigger: Sendable, Hashable {
        /// A transaction is new, or new in the state that `pending` or `booked` names.
        case new(Stage?, Noun)
        /// A reservation goes away without a booking.
        case reservationDropped
        /// A reservation is booked with a different amount.
        case settled(Noun, Settlement)
        /// A payment shows that it recurs, so that a subscription becomes known (RL-78).
        case newSubscription
        /// A payment of a known subscription is higher than the previous one.
        ///
        /// The relation is `over` or `atLeast`; the size is that of the rise.
        case subscriptionRose(Relation, Change.Size)
    }

    public enum Stage: String, Sendable, Hashable, CaseIterable {
        case pending
        /// A transaction is booked, whether or not it was reserved before (D22).
        case booked
    }

    public enum Settlement: Sendable, Hashable {
        /// `10% above its reservation`: at least so much above it (D28).
        case above(Percent)
        case below(Percent)
        case different
    }

    public let trigger: Trigger
    public let filters: [Filter]
    /// The condition after `while`, which applies to all parts of the event.
    public var condition: Condition?
    public var span: Range<Int>
    /// The other events that the rule waits for: `… or new credit over 1000`.
    public var others: [Event] = []

    /// The events that are joined by `or`, from left to right.
    public var parts: [Event] { [self] + others }
}

/// The nouns for kinds of transactions; ``TransactionKinds`` defines them.
public enum Noun: String, Sendable, Hashable, CaseIterable {
    /// Money leaving the account.
    case debit
    /// Money entering the account.
    case credit
    case transaction
    case purchase
    case transfer
    case fee
    /// A bill, a giro, a direct debit.
    case payment
    case withdrawal
    case refund
    /// Pay and benefits.
    case salary
    case interest

    public var plural: String { self == .salary ? "salaries" : rawValue + "s" }
}

/// Several similar transactions: `3 purchases over 1000 NOK at the same merchant within 1 hour`.
public struct Repetition: Sendable, Hashable {
    public enum Likeness: String, Sendable, Hashable, CaseIterable {
        case amount = "of the same amount"
        case merchant = "at the same merchant"
    }

    public enum Closeness: Sendable, Hashable {
        case within(LengthOfTime)
        case sameDay
    }

    public let count: Int
    public let noun: Noun
    public let filters: [Filter]
    public let likenesses: [Likeness]
    public let closeness: Closeness
    public let span: Range<Int>
    /// The condition after `while`, which must be true at the same time.
    public var condition: Condition?
}

/// A regular overview: `summary of all accounts every monday at 08:00`.
public struct Summary: Sendable, Hashable {
    public enum Recurrence: Sendable, Hashable {
        case daily
        /// Monday to Friday.
        case weekdays
        /// `every monday`: the ISO weekday, Monday 1.
        case weekly(Int)
        case monthly(Int)
    }

    public enum Content: Sendable, Hashable {
        /// The newest figures of accounts; `nil` means all accounts.
        case figures(Scope?)
        case spending(Spending)
    }

    /// The spending of a summary: `spending by category on 'Brukskonto' this month` (RL-77).
    public struct Spending: Sendable, Hashable {
        public enum Grouping: String, Sendable, Hashable, CaseIterable {
            case category, merchant, account
        }

        public let grouping: Grouping?
        public let filters: [Filter]
        /// The time that the summary covers; `nil` means since the previous summary.
        public let window: Window?
        /// The file's own categories, which take precedence over the bank's.
        var categories: [OwnCategory] = []
    }

    public let content: Content
    public let recurrence: Recurrence
    /// The time of day, in minutes after local midnight.
    public let minute: Int
    public let span: Range<Int>

    /// The spending part of the summary; `nil` for a summary of figures.
    public var spending: Spending? {
        if case .spending(let spending) = content { spending } else { nil }
    }
}
