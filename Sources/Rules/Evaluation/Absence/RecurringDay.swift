import Finance

/// A day that comes again and again (RL-17): a day of the month, of the week, or every day.
///
/// Day 31 of a short month is its last day; weekends and holidays move nothing, except that the last
/// working day knows both.
enum RecurringDay: Sendable, Hashable {
    /// Every day.
    case daily
    /// A day of the month, 1 to 31.
    case ofMonth(Int)
    /// The last day of the month.
    case lastOfMonth
    /// The last day of the month on which Norwegian banks work.
    case lastWorkingDay
    /// An ISO weekday, Monday 1.
    case weekday(Int)

    /// The first such day on a day or after it.
    func first(from start: CalendarDay) -> CalendarDay {
        switch self {
        case .daily: return start
        case .weekday(let weekday): return start.adding(days: (weekday - start.weekday + 7) % 7)
        case .ofMonth, .lastOfMonth, .lastWorkingDay:
            let own = inMonth(of: start)
            return own >= start ? own : inMonth(of: start.startOfNext(.month))
        }
    }

    /// The next such day.
    func next(after day: CalendarDay) -> CalendarDay { first(from: day.adding(days: 1)) }

    /// The such day before one of them.
    func previous(before day: CalendarDay) -> CalendarDay {
        switch self {
        case .daily: day.adding(days: -1)
        case .weekday: day.adding(days: -7)
        case .ofMonth, .lastOfMonth, .lastWorkingDay:
            inMonth(of: day.start(of: .month).adding(days: -1))
        }
    }

    private func inMonth(of day: CalendarDay) -> CalendarDay {
        let start = day.start(of: .month)
        var last = start.startOfNext(.month).adding(days: -1)
        switch self {
        case .ofMonth(let number): return min(start.adding(days: number - 1), last)
        case .daily, .weekday, .lastOfMonth: return last
        case .lastWorkingDay:
            while !last.isNorwegianWorkingDay { last = last.adding(days: -1) }
            return last
        }
    }
}
