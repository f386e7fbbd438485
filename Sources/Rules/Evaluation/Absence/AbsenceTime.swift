import Finance
import Foundation

/// How long an absence rule waits.
///
/// `by …` has deadlines, each of which is judged once. `in the last 14 days` has none: it is a
/// state.
///
/// The state begins on the first day on which the newest row is no longer in the fourteen days that
/// end today (D13), and ends with the next row. As for a level, a notification is sent when it
/// begins, it continues over polls and it can begin again later. Unlike for a sum over moving days,
/// its end is sent too, because it is the awaited row (section 4). Day 31 and holidays do not
/// matter for it.
enum AbsenceTime: Sendable, Hashable {
    /// Deadlines on calendar days, one after the other.
    case deadlines(DeadlineCalendar)
    /// A length of time that ends now.
    case rolling(CalendarSpan)
    /// A length of time after the newest row.
    ///
    /// It is judged like a deadline and lasts like `rolling`.
    case repeating(CalendarSpan)

    /// How many days of rows are kept before the window of a rolling absence.
    ///
    /// A bank may show a row only some days after the date of the row.
    static let margin = 31

    /// Reads a deadline; `nil` for `overdue`, because each subscription has its own deadlines.
    init?(_ deadline: Absence.Deadline, _ holidays: HolidayCalendar) {
        switch deadline {
        case .last(let length): self = .rolling(length.value)
        case .every(let length): self = .repeating(length.value)
        case .by(let day, let minute):
            self = .deadlines(DeadlineCalendar(day: day, minute: minute, holidays: holidays))
        case .within(let length, let day):
            self = .deadlines(
                DeadlineCalendar(
                    day: day, minute: nil, holidays: holidays, tolerance: length.value.wholeDays))
        case .overdue: return nil
        }
    }

    /// The first day of stored history that the rule needs.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay {
        switch self {
        case .deadlines(let calendar): calendar.oldest(at: now, in: zone)
        case .rolling(let length), .repeating(let length):
            WindowBounds(.last(length), at: now, in: zone).firstDay(in: zone)
                .adding(days: -Self.margin)
        }
    }
}

extension CalendarSpan {
    /// The days of a length in days or weeks; `nil` for other units.
    var wholeDays: Int? {
        switch unit {
        case .day: count
        case .week: 7 * min(count, 1_000_000)
        case .minute, .hour, .month, .year: nil
        }
    }
}

extension EvaluationMoment {
    /// Why it can't be known whether rows are missing on some accounts; `nil` if it can.
    ///
    /// - Parameters:
    ///   - readAt: the instant after which every account must have been read completely.
    ///   - spansBanks: whether a row on an account of any bank would count.
    func reason(
        against accounts: [AccountFacts], readAt: Date, spansBanks: Bool
    ) -> Verdict.UnknownReason? {
        if spansBanks, let reason = reasonAgainstAll { return reason }
        for account in accounts {
            if let reason = reason(againstRowsOf: account) { return reason }
            if let completeAt = account.completeAt, completeAt < readAt { return .stale }
        }
        return nil
    }

    /// The finding for a window that ends now and has been empty since an instant.
    ///
    /// It is unknown until all accounts have been read completely after that instant.
    func rollingFinding(
        _ length: CalendarSpan, _ accounts: [AccountFacts], since emptiedAt: Date, spansBanks: Bool
    ) -> Verdict.Finding {
        let reason = reason(against: accounts, readAt: emptiedAt, spansBanks: spansBanks)
        if let reason { return .unknown(reason) }
        let bounds = WindowBounds(.last(length), at: now, in: zone)
        let isCovered = accounts.allSatisfy { account in
            let history = account.history(in: zone)
            switch bounds {
            case .days: return history <= bounds.firstDay(in: zone)
            case .since(let instant):
                return account.firstSeen <= instant || history < CalendarDay(of: instant, in: zone)
            }
        }
        return isCovered ? .holds : .unknown(.learning)
    }
}

/// The deadlines of an absence rule (RL-17), one after the other.
struct DeadlineCalendar: Sendable, Hashable {
    let day: RecurringDay
    /// The minutes after midnight at which the day stops being in time; `nil` for the day's end.
    let minute: Int?
    let holidays: HolidayCalendar
    /// How many days before and after the day are in time.
    ///
    /// The deadline is the last of these days. With `nil`, all days after the previous deadline are
    /// in time.
    var tolerance: Int?

    /// Banks book overnight, so a deadline without a time is judged from nine on the next morning.
    private static let morning = 9 * 60

    /// Has a deadline at the end of every day.
    static let anyDay = DeadlineCalendar(day: .daily, minute: nil, holidays: .none)

    func next(after deadline: CalendarDay) -> CalendarDay { first(from: deadline.adding(days: 1)) }

    private func first(from start: CalendarDay) -> CalendarDay {
        day.first(from: start.adding(days: -shift), holidays).adding(days: shift)
    }

    func previous(before deadline: CalendarDay) -> CalendarDay {
        day.previous(before: deadline.adding(days: -shift), holidays).adding(days: shift)
    }

    private var shift: Int { tolerance ?? 0 }

    /// The first day that is in time for a deadline that follows `previous`.
    func start(of deadline: CalendarDay, after previous: CalendarDay) -> CalendarDay {
        let start = previous.adding(days: 1)
        return tolerance.map { max(start, deadline.adding(days: -2 * $0)) } ?? start
    }

    /// The newest deadline that can be judged now.
    func newestJudged(at now: Date, in zone: TimeZone) -> CalendarDay {
        var deadline = first(from: CalendarDay(of: now, in: zone))
        while judgedFrom(deadline, in: zone) > now { deadline = previous(before: deadline) }
        return deadline
    }

    /// The earliest time of a complete answer of the bank that decides a deadline.
    func judgedFrom(_ deadline: CalendarDay, in zone: TimeZone) -> Date {
        minute.map { deadline.instant(minutesAfterMidnight: $0, in: zone) }
            ?? deadline.adding(days: 1).instant(minutesAfterMidnight: Self.morning, in: zone)
    }

    /// When the time for a deadline ends.
    func end(of deadline: CalendarDay, in zone: TimeZone) -> Date {
        minute.map { deadline.instant(minutesAfterMidnight: $0, in: zone) }
            ?? deadline.adding(days: 1).instant(in: zone)
    }

    /// The oldest deadline for which rows are kept.
    ///
    /// It is 26 deadlines back for days and weeks, 13 for months, 5 for quarters and 2 for years.
    /// Older deadlines are ignored after a longer pause of the program. Their rows are kept while
    /// the outcomes of later deadlines depend on them; see ``DeadlineChain/start(of:before:)``.
    func oldest(at now: Date, in zone: TimeZone) -> CalendarDay {
        oldest(before: newestJudged(at: now, in: zone))
    }

    /// The deadline that is as far before another one as rows are kept.
    func oldest(before newest: CalendarDay) -> CalendarDay {
        var deadline = newest
        let reach =
            switch day {
            case .weekday, .daily: 26
            case .inPeriod(_, .month): 13
            case .inPeriod(_, .quarter): 5
            case .inPeriod(_, .year): 2
            }
        for _ in 0..<reach { deadline = previous(before: deadline) }
        return deadline
    }
}

extension RecurringDay {
    /// The first day of the recurrence on or after a day.
    func first(from start: CalendarDay, _ holidays: HolidayCalendar) -> CalendarDay {
        switch self {
        case .daily: return start
        case .weekday(let weekday): return start.adding(days: (weekday - start.weekday + 7) % 7)
        case .inPeriod(let place, let period):
            let own = period.start(around: start)
            let day = place.day(in: period, from: own, holidays)
            return day >= start
                ? day : place.day(in: period, from: own.adding(months: period.months), holidays)
        }
    }

    /// The previous day of the recurrence; `day` itself must be one.
    func previous(before day: CalendarDay, _ holidays: HolidayCalendar) -> CalendarDay {
        switch self {
        case .daily: day.adding(days: -1)
        case .weekday: day.adding(days: -7)
        case .inPeriod(let place, let period):
            place.day(
                in: period, from: period.start(around: day).adding(months: -period.months),
                holidays)
        }
    }
}

extension RecurringDay.Period {
    fileprivate var months: Int {
        switch self {
        case .month: 1
        case .quarter: 3
        case .year: 12
        }
    }

    /// The first day of the period that contains a day.
    ///
    /// For a year, it is the first day of the month that the deadline is in.
    fileprivate func start(around day: CalendarDay) -> CalendarDay {
        let month = day.start(of: .month)
        return switch self {
        case .month: month
        case .quarter: month.adding(months: -((month.components.month - 1) % 3))
        case .year(let number): day.start(of: .year).adding(months: number - 1)
        }
    }
}

extension RecurringDay.Place {
    /// The day in a period that starts on `start`; the last day of a quarter is in its last month.
    fileprivate func day(
        in period: RecurringDay.Period, from start: CalendarDay, _ holidays: HolidayCalendar
    ) -> CalendarDay {
        let end = period == .quarter ? start.adding(months: 2) : start
        var last = end.startOfNext(.month).adding(days: -1)
        switch self {
        case .number(let number): return start.inMonth(number)
        case .last: return last
        case .lastWorking:
            while !holidays.isWorkingDay(last) { last = last.adding(days: -1) }
            return last
        case .weekday(let weekday, which: -1):
            return last.adding(days: -((last.weekday - weekday + 7) % 7))
        case .weekday(let weekday, let which):
            return start.adding(days: (weekday - start.weekday + 7) % 7 + 7 * (which - 1))
        }
    }
}
