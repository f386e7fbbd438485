public import Finance
public import Foundation

/// Looks at rules in the light of the accounts and transactions that are known (RL-52).
public enum StoreChecks: Sendable {
    /// Everything that does not suit the store, in the order of the file.
    ///
    /// - Parameters:
    ///   - result: a rules file as it was read.
    ///   - facts: the accounts there are; without any, nothing is said about accounts.
    ///   - transactions: the whole stored history; without any, nothing is said about filters.
    ///   - pollInterval: how often the bank is asked; `nil` if it is not known.
    ///   - aliases: other names of accounts, by their display name.
    ///   - bindings: the accounts that folded names were bound to before (D20).
    public static func findings(
        for result: RulesFileResult, facts: Facts, transactions: [Transaction],
        pollInterval: Duration? = nil, aliases: [String: [String]] = [:],
        bindings: [String: [UUID]] = [:]
    ) -> [RuleFinding] {
        let store = CheckedStore(
            facts: facts, transactions: transactions, pollInterval: pollInterval,
            aliases: aliases, bindings: bindings)
        return result.located.flatMap { located in
            var check = StoreCheck(store: store, rule: located.rule)
            check.run()
            return check.problems
                .sorted { ($0.span.lowerBound, $0.code) < ($1.span.lowerBound, $1.code) }
                .map(located.finding)
        }
    }
}
