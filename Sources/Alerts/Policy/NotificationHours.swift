import Finance
import Foundation
import Rules

/// When a rule may notify: `between` and `only on`, in local wall time (RL-34, D51).
///
/// Start and end are instants of their day. A time that the spring change skips is taken at the
/// jump, and one that the autumn change repeats at its first occurrence.
struct NotificationHours: Sendable {
    let interval: DailyInterval?
    let weekdays: Set<Int>?
    let zone: TimeZone

    /// - Parameter clauses: `nil` if the rule may always notify.
    init(_ clauses: Clauses?, zone: TimeZone) {
        interval = clauses?.notifying
        weekdays = clauses?.weekdays
        self.zone = zone
    }

    /// Whether the rule may notify at that instant.
    func isOpen(at instant: Date) -> Bool {
        let day = CalendarDay(of: instant, in: zone)
        if let weekdays, !weekdays.contains(day.weekday) { return false }
        guard let interval else { return true }
        return [day.adding(days: -1), day].contains { start in
            instant >= opening(of: interval, on: start)
                && instant < closing(of: interval, on: start)
        }
    }

    /// The first instant from `instant` on at which the rule may notify.
    ///
    /// Hours that never open within nine days can't come from a checked rule; they count as open.
    func nextOpening(from instant: Date) -> Date {
        isOpen(at: instant) ? instant : nextStart(after: instant) ?? instant
    }

    /// When a time in which the rule may notify next begins; `nil` if it always may.
    func nextStart(after instant: Date) -> Date? {
        let today = CalendarDay(of: instant, in: zone)
        let candidates = (0...8).flatMap { offset in
            let day = today.adding(days: offset)
            let midnight = day.instant(in: zone)
            return [midnight, interval.map { opening(of: $0, on: day) } ?? midnight]
        }
        return candidates.filter {
            $0 > instant && isOpen(at: $0) && !isOpen(at: $0.addingTimeInterval(-1))
        }.min()
    }

    private func opening(of interval: DailyInterval, on day: CalendarDay) -> Date {
        day.instant(minutesAfterMidnight: interval.startMinute, in: zone)
    }

    private func closing(of interval: DailyInterval, on day: CalendarDay) -> Date {
        let isOvernight = interval.startMinute >= interval.endMinute
        return day.adding(days: isOvernight ? 1 : 0)
            .instant(minutesAfterMidnight: interval.endMinute, in: zone)
    }
}

/// The current calendar period of `at most N a …` and what is left of it.
struct LimitPeriod: Sendable {
    let limit: RateLimit?
    let zone: TimeZone

    /// The first instant of the period that counts for a rule at `now`.
    ///
    /// A period stays begun when the wall clock is set back (RL-35). If the clock had been more
    /// than one period ahead, it was wrong and the period does not count.
    func start(for state: RuleState, at now: Date) -> Date? {
        guard let limit else { return nil }
        let current = CalendarDay(of: now, in: zone).start(of: limit.period).instant(in: zone)
        guard let begun = state.periodStart, begun > current else { return current }
        let next = CalendarDay(of: now, in: zone).startOfNext(limit.period).instant(in: zone)
        return begun > next ? current : begun
    }

    /// The first instant after that period.
    func end(for state: RuleState, at now: Date) -> Date? {
        guard let limit, let start = start(for: state, at: now) else { return nil }
        return CalendarDay(of: start, in: zone).startOfNext(limit.period).instant(in: zone)
    }

    /// How many first messages may still be sent at `now`.
    func remaining(for state: RuleState, at now: Date) -> Int {
        guard let limit, let start = start(for: state, at: now) else { return .max }
        let sent = state.periodStart == start ? state.sentInPeriod : 0
        return max(0, limit.count - sent)
    }

    /// Counts one first message.
    func spend(_ state: inout RuleState, at now: Date) {
        guard let start = start(for: state, at: now) else { return }
        state.sentInPeriod = state.periodStart == start ? state.sentInPeriod + 1 : 1
        state.periodStart = start
    }
}
