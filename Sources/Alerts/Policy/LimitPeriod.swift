import Finance
import Foundation
import Rules

/// The current calendar period of `at most N a …` and what is left of it.
struct LimitPeriod: Sendable {
    let limit: RateLimit?
    let zone: TimeZone

    /// The first instant of the period that counts for a rule at `now`.
    ///
    /// A period that has begun stays begun when the wall clock is set back (RL-35), unless the
    /// clock had been further ahead than one period: then it was wrong, and says nothing.
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
