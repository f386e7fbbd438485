public import Finance

/// `at most twice a month`: how many first messages a rule may send in a calendar period.
public struct RateLimit: Sendable, Hashable, Codable {
    /// How many; positive.
    public let count: Int
    /// In which period, in local time.
    public let period: CalendarPeriod

    /// Makes a limit.
    public init(count: Int, period: CalendarPeriod) {
        self.count = count
        self.period = period
    }
}
