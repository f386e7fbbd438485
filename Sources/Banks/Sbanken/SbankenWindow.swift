import Finance

/// Which days of an account are asked for.
struct SbankenWindow: Sendable, Hashable {
    /// Days before the newest known one, because bookings come late and dated back.
    static let overlapInDays = 14
    /// Days of the first poll of an account.
    static let firstDays = 90
    /// The bank refuses more than 366 days; this keeps a day's distance to that.
    static let longestInDays = 365

    /// The first day asked for.
    let start: CalendarDay

    /// The window of an account whose history is complete up to `known`, or of a new account.
    init(knownThrough known: CalendarDay?, today: CalendarDay) {
        let wanted = known?.adding(days: -Self.overlapInDays) ?? today.adding(days: -Self.firstDays)
        start = min(max(wanted, today.adding(days: -Self.longestInDays)), today)
    }
}
