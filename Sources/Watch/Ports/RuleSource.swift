public import Finance
public import Foundation
public import Rules

/// Where the rules come from: a file that may change at any time.
public protocol RuleSource: Sendable {
    /// Looks whether the rules changed since the last call that returned `loaded` or `rejected`.
    ///
    /// Cheap when nothing changed. With `force` a file that looks unchanged is read all the same.
    func load(force: Bool) async -> RuleLoad

    /// What is doubtful about the rules in force, held against real accounts and history: an
    /// account that does not exist, a filter that never matched.
    ///
    /// - Parameter bindings: the accounts that names are bound to, by folded name (D20).
    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding]
}

/// What a look at the rules brought.
public enum RuleLoad: Sendable {
    /// The same as before.
    case unchanged
    /// New rules without errors; `findings` are warnings.
    case loaded(RuleSet, findings: [RuleFinding])
    /// A file that can't be used; the old rules stay in force.
    case rejected([RuleFinding])
}
