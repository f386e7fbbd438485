public import Finance

/// When and how often a rule notifies: everything after the body of its sentence.
///
/// Clauses never identify alert state; editing one never fires anything again (RL-1).
public struct Clauses: Sendable, Hashable {
    /// `for 30 minutes`: how long it must be true first.
    public var hold: CalendarSpan?
    /// Whether there is an `until`; the verdict says whether it is met.
    public var hasUntil: Bool
    /// What `until` waits for, on the body's own quantity; `nil` without one.
    public var recovery: Comparison?
    /// `between 07:00 and 22:00`: when to notify, in minutes after local midnight.
    public var notifying: DailyInterval?
    /// `only on weekdays`: the ISO weekdays (Monday 1 … Sunday 7) on which to notify; `nil` is all.
    public var weekdays: Set<Int>?
    /// `at most twice a month`.
    public var limit: RateLimit?
    /// `remind every 1 day`.
    public var remindEvery: CalendarSpan?

    public init(
        hold: CalendarSpan? = nil, hasUntil: Bool = false, notifying: DailyInterval? = nil,
        weekdays: Set<Int>? = nil, limit: RateLimit? = nil, remindEvery: CalendarSpan? = nil
    ) {
        self.hold = hold
        self.hasUntil = hasUntil
        self.notifying = notifying
        self.weekdays = weekdays
        self.limit = limit
        self.remindEvery = remindEvery
    }
}

/// A part of the day in local wall time; the start is inside, the end is not (D51).
public struct DailyInterval: Sendable, Hashable, Codable {
    /// Minutes after midnight, 0 to 1,439.
    public let startMinute: Int
    /// Minutes after midnight, 0 to 1,440; below the start means the next day: 22:00 to 07:00.
    public let endMinute: Int

    public init(startMinute: Int, endMinute: Int) {
        self.startMinute = startMinute
        self.endMinute = endMinute
    }

    public func contains(minute: Int) -> Bool {
        startMinute < endMinute
            ? (startMinute..<endMinute).contains(minute)
            : minute >= startMinute || minute < endMinute
    }
}

/// `at most twice a month`: how many first messages a rule may send in a calendar period.
public struct RateLimit: Sendable, Hashable, Codable {
    /// How many; positive.
    public let count: Int
    /// In which period, in local time.
    public let period: CalendarPeriod

    public init(count: Int, period: CalendarPeriod) {
        self.count = count
        self.period = period
    }
}
