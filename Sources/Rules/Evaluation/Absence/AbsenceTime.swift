import Finance
import Foundation

/// How long an absence rule waits.
///
/// `by …` has deadlines, each judged once. `in the last 14 days` has none: it is a state that begins
/// on the first day on which the newest row is no longer one of the fourteen days that end today
/// (D13), and ends with the next row. Like a level it is sent on entering, goes on over polls and can
/// begin again later; unlike a sum over moving days its end is sent, because that is the row that
/// was waited for (section 4). Day 31 and holidays play no part in it.
enum AbsenceTime: Sendable, Hashable {
    /// One deadline after the other.
    case deadlines(DeadlineCalendar)
    /// The length of time that ends now.
    case rolling(CalendarSpan)

    /// For how many days before the window of a rolling absence rows are kept; a bank may date a
    /// row a few days before it shows it.
    static let margin = 31

    /// Reads a deadline.
    init(_ deadline: Absence.Deadline) {
        switch deadline {
        case .last(let length): self = .rolling(length.value)
        case .monthDay(let number, let minute): self = Self.by(.ofMonth(number), minute)
        case .lastDay(let minute): self = Self.by(.lastOfMonth, minute)
        case .lastWorkingDay(let minute): self = Self.by(.lastWorkingDay, minute)
        case .weekday(let weekday, let minute): self = Self.by(.weekday(weekday), minute)
        }
    }

    private static func by(_ day: RecurringDay, _ minute: Int?) -> AbsenceTime {
        .deadlines(DeadlineCalendar(day: day, minute: minute))
    }

    /// The first day of stored history that it looks at.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay {
        switch self {
        case .deadlines(let calendar): calendar.oldest(at: now, in: zone)
        case .rolling(let length):
            WindowBounds(.last(length), at: now, in: zone).firstDay(in: zone)
                .adding(days: -Self.margin)
        }
    }
}

extension EvaluationMoment {
    /// Why nothing can be said about rows that are missing on some accounts; `nil` if it can.
    ///
    /// - Parameters:
    ///   - readAt: the instant after which every account must have been read completely.
    ///   - spansBanks: whether an account of any bank would do.
    func reason(
        against accounts: [AccountFacts], readAt: Date, spansBanks: Bool
    ) -> Verdict.UnknownReason? {
        if spansBanks, let reason = freshness.reason(againstAllIn: facts) { return reason }
        for account in accounts {
            if let reason = freshness.windowReason(against: account, in: facts, at: now) {
                return reason
            }
            if let completeAt = account.completeAt, completeAt < readAt { return .stale }
        }
        return nil
    }

    /// What a window that ends now means when it is empty since an instant: nothing before
    /// everything was read completely after it.
    func rollingFinding(
        _ length: CalendarSpan, _ accounts: [AccountFacts], since emptiedAt: Date,
        spansBanks: Bool
    ) -> Verdict.Finding {
        let reason = reason(against: accounts, readAt: emptiedAt, spansBanks: spansBanks)
        if let reason { return .unknown(reason) }
        let bounds = WindowBounds(.last(length), at: now, in: zone)
        let isCovered = accounts.allSatisfy { account in
            let history = account.history(in: zone)
            switch bounds {
            case .days: return history <= bounds.firstDay(in: zone)
            case .since(let instant):
                return account.firstSeen <= instant
                    || history < CalendarDay(of: instant, in: zone)
            }
        }
        return isCovered ? .holds : .unknown(.learning)
    }
}

/// The deadlines of an absence rule (RL-17), one after the other.
struct DeadlineCalendar: Sendable, Hashable {
    let day: RecurringDay
    /// The minutes after midnight until which the day is in time; `nil` is its end.
    let minute: Int?

    /// Banks book overnight: without a time, a deadline is judged from nine on the next morning.
    private static let morning = 9 * 60

    func next(after deadline: CalendarDay) -> CalendarDay { day.next(after: deadline) }

    /// The newest deadline that may be judged by now.
    func newestJudged(at now: Date, in zone: TimeZone) -> CalendarDay {
        var deadline = day.first(from: CalendarDay(of: now, in: zone))
        while judgedFrom(deadline, in: zone) > now { deadline = day.previous(before: deadline) }
        return deadline
    }

    /// From when on a complete reading decides about a deadline.
    func judgedFrom(_ deadline: CalendarDay, in zone: TimeZone) -> Date {
        minute.map { deadline.instant(minutesAfterMidnight: $0, in: zone) }
            ?? deadline.adding(days: 1).instant(minutesAfterMidnight: Self.morning, in: zone)
    }

    /// When the time of a deadline is over.
    func end(of deadline: CalendarDay, in zone: TimeZone) -> Date {
        minute.map { deadline.instant(minutesAfterMidnight: $0, in: zone) }
            ?? deadline.adding(days: 1).instant(in: zone)
    }

    /// The deadline from which on rows are remembered, thirteen months or half a year of weeks back;
    /// what a longer pause of the program missed is let be.
    func oldest(at now: Date, in zone: TimeZone) -> CalendarDay {
        var deadline = newestJudged(at: now, in: zone)
        let reach = if case .weekday = day { 26 } else { 13 }
        for _ in 0..<reach { deadline = day.previous(before: deadline) }
        return deadline
    }
}

/// A day that comes again and again (RL-17): a day of the month, of the week, or every day.
///
/// Day 31 of a short month is its last day; weekends and holidays move nothing, except that the last
/// working day knows both.
enum RecurringDay: Sendable, Hashable {
    /// Every day.
    case daily
    /// A day of the month, 1 to 31.
    case ofMonth(Int)
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
