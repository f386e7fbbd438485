public import Finance
public import Foundation

extension Evaluator {
    /// Whether polls that bring nothing change no verdict until `end`, which is not after the day
    /// of the last poll, as long as all banks answer.
    ///
    /// Rules on events look at rows alone. Levels and windows of days look at figures, rows and the
    /// day. Whatever follows the time of day is never at rest: deadlines, ages, changes within a
    /// while, forecasts, windows of hours, conditions behind events.
    public func isAtRest(until end: Date, facts: Facts, at now: Date) -> Bool {
        guard looksAtDaysOnly else { return false }
        let moment = EvaluationMoment(
            facts: facts, now: now, zone: zone, freshness: freshness, accounts: [])
        return health.allSatisfy { $0.isAtRest(until: end, moment) }
    }
}
