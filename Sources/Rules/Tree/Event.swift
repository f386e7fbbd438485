/// Something that happens to a transaction: `new debit over 500`.
public struct Event: Sendable, Hashable {
    public enum Trigger: Sendable, Hashable {
        /// A transaction is seen for the first time; with `pending` or `booked` in that state.
        case new(Stage?, Noun)
        /// A reservation goes away without a booking.
        case reservationDropped
        /// A reservation is booked at another amount.
        case settled(Noun, Settlement)
    }

    /// The state in which a new transaction is looked at.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        case pending
        /// When it is booked, whether it was reserved before or not (D22).
        case booked
    }

    /// How the booked amount differs from the reserved one.
    public enum Settlement: Sendable, Hashable {
        /// `10% above its reservation`: at least so much (D28).
        case above(Percent)
        /// As in `10% below its reservation`.
        case below(Percent)
        /// As in `at another amount`.
        case different
    }

    public let trigger: Trigger
    public let filters: [Filter]
    /// What must be so at the same time: `while …`.
    public var condition: Condition?
    public let span: Range<Int>
}

/// The words for kinds of transactions; ``TransactionKinds`` says what they mean.
public enum Noun: String, Sendable, Hashable, CaseIterable {
    /// Money leaving the account.
    case debit
    /// Money entering the account.
    case credit
    /// Either.
    case transaction
    /// A card or terminal purchase.
    case purchase
    /// A movement between accounts.
    case transfer
    /// A charge by the bank.
    case fee
    /// A bill, a giro, a direct debit.
    case payment
    /// Cash.
    case withdrawal
    /// Money back.
    case refund
    /// Pay and benefits.
    case salary
    /// Interest earned or owed.
    case interest

    /// The word for several of them.
    public var plural: String { self == .salary ? "salaries" : rawValue + "s" }
}

/// Something that does not happen in time: `no credit from 'Acme*' by the 15th`.
public struct Absence: Sendable, Hashable {
    public enum Deadline: Sendable, Hashable {
        /// `by the 15th`, with the minutes after midnight of `at 18:00`.
        case monthDay(Int, minute: Int?)
        /// As in `by the last day`.
        case lastDay(minute: Int?)
        /// As in `by the last working day`.
        case lastWorkingDay(minute: Int?)
        /// `by monday`: the ISO weekday, Monday 1.
        case weekday(Int, minute: Int?)
        /// As in `in the last 14 days`.
        case last(LengthOfTime)
    }

    public let noun: Noun
    public let filters: [Filter]
    public let deadline: Deadline
    public let span: Range<Int>
}

/// Several like transactions: `3 purchases over 1000 NOK at the same merchant within 1 hour`.
public struct Repetition: Sendable, Hashable {
    /// What the transactions have in common.
    public enum Likeness: String, Sendable, Hashable, CaseIterable {
        case amount = "of the same amount"
        case merchant = "at the same merchant"
    }

    /// How close together they are.
    public enum Closeness: Sendable, Hashable {
        /// As in `within 10 minutes`.
        case within(LengthOfTime)
        /// As in `on the same day`.
        case sameDay
    }

    /// How many; at least two make sense.
    public let count: Int
    public let noun: Noun
    public let filters: [Filter]
    /// What they have in common; at least one thing.
    public let likenesses: [Likeness]
    public let closeness: Closeness
    public let span: Range<Int>
}

/// A regular overview: `summary of all accounts every monday at 08:00`.
public struct Summary: Sendable, Hashable {
    public enum Recurrence: Sendable, Hashable {
        /// As in `every day`.
        case daily
        /// `every monday`: the ISO weekday, Monday 1.
        case weekly(Int)
        /// As in `every month on the 15th`.
        case monthly(Int)
    }

    /// Of which accounts; `nil` is all.
    public let scope: Scope?
    public let recurrence: Recurrence
    /// When, in minutes after local midnight.
    public let minute: Int
    public let span: Range<Int>
}
