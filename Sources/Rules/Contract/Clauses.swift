public import Finance

/// When and how often a rule notifies: everything after the body of its sentence.
///
/// Clauses do not identify an alert, so that editing one never fires an alert again (RL-1).
public struct Clauses: Sendable, Hashable {
    /// `for 30 minutes`: how long the body must be true before the rule notifies.
    public var hold: CalendarSpan?
    /// Whether the rule has an `until`; the verdict says whether the `until` is met.
    public var hasUntil = false
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
