/// A transaction that does not come in time: `no credit from 'Acme*' by the 15th`.
public struct Absence: Sendable, Hashable {
    public enum Deadline: Sendable, Hashable {
        /// `by the 15th`, with the minutes after midnight of `at 18:00`.
        case by(RecurringDay, minute: Int?)
        /// `within 3 days of the 20th`: at most so much earlier or later than that day.
        case within(LengthOfTime, of: RecurringDay)
        /// `every 2 weeks`: at most so long after the previous transaction.
        case every(LengthOfTime)
        case last(LengthOfTime)
        /// `subscription is missing for 3 days`: so long after the day on which the next payment is
        /// due.
        case overdue(LengthOfTime)
    }

    public let noun: Noun
    public let filters: [Filter]
    public let deadline: Deadline
    public let span: Range<Int>
    /// The condition after `while`, which must be true at the same time.
    public var condition: Condition?

    /// Whether the missing transaction is the payment of a subscription.
    var isOfSubscription: Bool { if case .overdue = deadline { true } else { false } }
}

/// A day that recurs, such as the 15th of each month (RL-17, RL-74).
///
/// Day 31 of a shorter month is its last day. Weekends and holidays move no day; only the last
/// working day depends on them.
public enum RecurringDay: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        /// A number from 1 to 31; in a quarter, it is a day of the first month.
        case number(Int)
        case last
        /// The last day that is neither on a weekend nor a bank holiday.
        case lastWorking
        /// `the first monday`: an ISO weekday (Monday 1), and which of them: 1 to 4, or -1 for the
        /// last.
        case weekday(Int, which: Int)
    }

    public enum Period: Sendable, Hashable {
        case month, quarter
        /// A year; the number is the month that the day is in, 1 to 12.
        case year(Int)
    }

    case daily
    /// An ISO weekday; Monday is 1.
    case weekday(Int)
    case inPeriod(Place, Period)
}
