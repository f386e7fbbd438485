import Finance
import Foundation

/// How long an absence rule waits.
///
/// `by …` has deadlines, each judged once. `in the last 14 days` has none: it is a state that begins
/// on the first day on which the newest row is no longer one of the fourteen days that end today
/// (D13), and ends with the next row. Like a level it is told on entering, goes on over polls and can
/// begin again later; unlike a sum over moving days its end is told, because that is the row that
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
