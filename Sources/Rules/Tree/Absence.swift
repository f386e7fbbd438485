/// Something that does not happen in time: `no credit from 'Acme*' by the 15th`.
public struct Absence: Sendable, Hashable {
    public enum Deadline: Sendable, Hashable {
        /// `by the 15th`, with the minutes after midnight of `at 18:00`.
        case by(RecurringDay, minute: Int?)
        /// `within 3 days of the 20th`: neither earlier nor later.
        case within(LengthOfTime, of: RecurringDay)
        /// `every 2 weeks`: so long after the one before.
        case every(LengthOfTime)
        case last(LengthOfTime)
        /// `subscription is missing for 3 days`: so long after the day of the next payment.
        case overdue(LengthOfTime)
    }

    public let noun: Noun
    public let filters: [Filter]
    public let deadline: Deadline
    public let span: Range<Int>
    /// What must be so at the same time: `while …`.
    public var condition: Condition?

    /// Whether it waits for the payments of subscriptions.
    var isOfSubscription: Bool { if case .overdue = deadline { true } else { false } }
}

/// A day that comes again and again (RL-17, RL-74).
///
/// Day 31 of a short month is its last day; weekends and holidays move nothing, except that the last
/// working day knows both.
public enum RecurringDay: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        /// 1 to 31; of a quarter, in its first month.
        case number(Int)
        case last
        /// The last day on which banks work.
        case lastWorking
        /// `the first monday`: an ISO weekday, Monday 1, and which of them, 1 to 4 or -1 for the last.
        case weekday(Int, which: Int)
    }

    public enum Period: Sendable, Hashable {
        case month, quarter
        /// A year, by the month that the day is in, 1 to 12.
        case year(Int)
    }

    case daily
    /// An ISO weekday, Monday 1.
    case weekday(Int)
    case inPeriod(Place, Period)
}
