/// Something that happens to a transaction: `new debit over 500`.
public struct Event: Sendable, Hashable {
    public enum Trigger: Sendable, Hashable {
        /// A transaction is seen for the first time; with `pending` or `booked` in that state.
        case new(Stage?, Noun)
        /// A reservation goes away without a booking.
        case reservationDropped
        /// A reservation is booked at another amount.
        case settled(Noun, Settlement)
        /// A payment makes known that it comes again and again (RL-78).
        case newSubscription
        /// The payment of a known subscription is dearer than the one before by a size; `over` or
        /// at least.
        case subscriptionRose(Relation, Change.Size)
    }

    public enum Stage: String, Sendable, Hashable, CaseIterable {
        case pending
        /// When it is booked, whether it was reserved before or not (D22).
        case booked
    }

    public enum Settlement: Sendable, Hashable {
        /// `10% above its reservation`: at least so much (D28).
        case above(Percent)
        case below(Percent)
        case different
    }

    public let trigger: Trigger
    public let filters: [Filter]
    /// What must be so at the same time: `while …`, of all parts.
    public var condition: Condition?
    public var span: Range<Int>
    /// What else it waits for: `… or new credit over 1000`.
    public var others: [Event] = []

    /// The events that are joined by `or`, from left to right.
    public var parts: [Event] { [self] + others }
}

/// The words for kinds of transactions; ``TransactionKinds`` defines them.
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

/// Several like transactions: `3 purchases over 1000 NOK at the same merchant within 1 hour`.
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
    /// What must be so at the same time: `while …`.
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
        /// The newest figures of accounts; `nil` is all.
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
        /// Over which time; `nil` is since the summary before.
        public let window: Window?
        /// The file's own categories, which win over the bank's.
        var categories: [OwnCategory] = []
    }

    public let content: Content
    public let recurrence: Recurrence
    /// When, in minutes after local midnight.
    public let minute: Int
    public let span: Range<Int>

    /// The spending, if it is a spending summary.
    public var spending: Spending? {
        if case .spending(let spending) = content { spending } else { nil }
    }

    /// Of which accounts; `nil` is all.
    var selector: AccountSelector {
        switch content {
        case .figures(let scope): AccountSelector(scope)
        case .spending(let spending): AccountSelector(spending.filters)
        }
    }
}
