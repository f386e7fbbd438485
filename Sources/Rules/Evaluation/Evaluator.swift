public import Finance
public import Foundation

/// Evaluates a set of rules poll by poll; pure and incremental.
public struct Evaluator: Sendable {
    /// Prepares to evaluate.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - zone: the zone of the person's calendar.
    ///   - pollInterval: how often the bank is asked; freshness follows it (RL-30).
    ///   - aliases: other names of accounts, by their display name.
    public init(
        rules: RuleSet, zone: TimeZone, pollInterval: Duration,
        aliases: [String: [String]] = [:]
    ) {}

    /// The first day of stored history that window rules need to be seeded with; `nil` if none do.
    public func historyNeeded(at now: Date) -> CalendarDay? { nil }

    /// Counts stored history at start or after a reload; gives no verdicts.
    public mutating func seed(with transactions: some Sequence<Transaction>) {}

    /// Evaluates after a poll, also after a failed one, whose changes are empty.
    public mutating func apply(_ changes: FactChanges, facts: Facts, at now: Date) -> [Verdict] {
        []
    }
}
